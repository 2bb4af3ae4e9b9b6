import type { FastifyRequest } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import { mayActAs, type StaffRole } from '#domain/staff.ts'
import type { Deps } from '../../platform/deps.ts'
import { readCookie, type Cookie } from '../../platform/http/cookies.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import type { StaffCaller } from './staff-caller.ts'
import { findStaffSession, markStaffSessionUsed } from './staff-login.store.ts'

export const sessionCookieName = 'larkwell-staff'

/** The desk's session: scripts cannot read it, and other sites cannot send it. */
export const sessionCookie = (token: string, maxAgeMs: number): Cookie => ({
  name: sessionCookieName,
  value: token,
  path: '/api/staff',
  maxAgeMs,
})

/** Programs send the token in a header; a browser keeps it in a cookie. The header counts where there are both. */
export function staffToken({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const token =
    /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? readCookie(headers.cookie, sessionCookieName)
  if (!token) throw new Refusal('unauthenticated')
  return token
}

/** Not every call is noted, only one in so much time. */
const noteEveryMs = 60_000

/**
 * Turns a token into a member of staff. Session, standing and role are read anew for every call: who is
 * disabled or moved to another desk notices at once. So does who lacks a second factor that the company requires.
 */
export async function authenticateStaff(
  deps: Pick<Deps, 'db' | 'clock' | 'tokens' | 'config'>,
  token: string,
  needed: StaffRole,
  { isOpenBeforeTwoFactor = false, countsAsUse = true } = {},
): Promise<StaffCaller> {
  const { db, clock, tokens, config } = deps
  const now = clock()
  const { sub, sid } = await tokens.verifyStaff(token, now)
  const usedSince = new Date(now.getTime() - config.staffSession.idleMs)
  const found = await findStaffSession(db, sub, sid, { at: now, usedSince })
  if (!found) throw new Refusal('unauthenticated')
  const { hasTwoFactor, lastUsedAt, expiresAt, ...person } = found
  if (countsAsUse && lastUsedAt.getTime() <= now.getTime() - noteEveryMs)
    await markStaffSessionUsed(db, sub, sid, now)
  if (!mayActAs(person.role, needed)) throw new Refusal('forbidden')
  if (!hasTwoFactor && !isOpenBeforeTwoFactor && (await companySettings(deps)).requireTwoFactor)
    throw new Refusal('two_factor_required')
  return { ...person, sessionId: sid, sessionEndsAt: expiresAt }
}

/** Who of our people has this token, whatever they still have to set up; undefined for anybody else. */
export async function findStaffCaller(
  deps: Parameters<typeof authenticateStaff>[0],
  token: string | undefined,
): Promise<StaffCaller | undefined> {
  if (token === undefined) return undefined
  try {
    return await authenticateStaff(deps, token, 'support', { isOpenBeforeTwoFactor: true })
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
