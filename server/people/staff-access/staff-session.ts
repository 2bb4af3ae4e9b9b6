import type { FastifyRequest } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import { mayActAs, type StaffRole } from '#domain/staff.ts'
import type { Deps } from '../../platform/deps.ts'
import { readCookie, type Cookie } from '../../platform/http/cookies.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import type { StaffCaller } from '../../platform/http/callers.ts'
import { findStaffSession, markStaffSessionUsed } from './staff-login.store.ts'

export const sessionCookieName = 'larkwell-staff'

/** The desk's session cookie: scripts cannot read it, and other sites cannot send it. */
export const sessionCookie = (token: string, maxAgeMs: number): Cookie => ({
  name: sessionCookieName,
  value: token,
  path: '/api/staff',
  maxAgeMs,
})

/** Programs send the token in a header, browsers in a cookie. The header takes precedence. */
export function readStaffToken({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const token =
    /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? readCookie(headers.cookie, sessionCookieName)
  if (!token) throw new Refusal('unauthenticated')
  return token
}

/** The use of a session is stored at most once in this time, not for every call. */
const recordUseEveryMs = 60_000

/**
 * Turns a token into a member of staff. Session, status and role are read for every call, so that a disabled account,
 * a change of role or a missing second factor that the company requires takes effect at once.
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
  const session = await findStaffSession(db, sub, sid, { at: now, usedSince })
  if (!session) throw new Refusal('unauthenticated')
  const { hasTwoFactor, lastUsedAt, expiresAt, ...person } = session
  if (countsAsUse && lastUsedAt.getTime() <= now.getTime() - recordUseEveryMs)
    await markStaffSessionUsed(db, sub, sid, now)
  if (!mayActAs(person.role, needed)) throw new Refusal('forbidden')
  if (!hasTwoFactor && !isOpenBeforeTwoFactor && (await companySettings(deps)).requireTwoFactor)
    throw new Refusal('two_factor_required')
  return { ...person, sessionId: sid, sessionEndsAt: expiresAt }
}

/**
 * The member of staff with this token, whether or not their two-factor set-up is complete; undefined for anybody
 * else.
 */
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
