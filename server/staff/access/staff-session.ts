import { Refusal } from '#domain/refusal.ts'
import { mayActAs, type StaffRole } from '#domain/staff.ts'
import type { Deps } from '../../deps.ts'
import { companySettings } from '../../settings/company-settings.ts'
import type { StaffCaller } from './staff-caller.ts'
import { findStaffSession, markStaffSessionUsed } from './staff-login.store.ts'

/** A session that nobody has used for so long is over: its owner may have left the desk. */
export const staffIdleMs = 30 * 60_000
/** Not every call is noted, only one in so much time. */
const noteEveryMs = 60_000

/**
 * Turns a bearer token into a member of staff. Session, standing and role are read anew for every call: who is
 * disabled or moved to another desk notices at once. So does who lacks a second factor that the company requires.
 */
export async function authenticateStaff(
  deps: Pick<Deps, 'db' | 'clock' | 'tokens' | 'config'>,
  token: string,
  needed: StaffRole,
  { isOpenBeforeTwoFactor = false, countsAsUse = true } = {},
): Promise<StaffCaller> {
  const { db, clock, tokens } = deps
  const now = clock()
  const { sub, sid } = await tokens.verifyStaff(token, now)
  const usedSince = new Date(now.getTime() - staffIdleMs)
  const found = await findStaffSession(db, sub, sid, { at: now, usedSince })
  if (!found) throw new Refusal('unauthenticated')
  const { hasTwoFactor, lastUsedAt, ...person } = found
  if (countsAsUse && lastUsedAt.getTime() <= now.getTime() - noteEveryMs)
    await markStaffSessionUsed(db, sub, sid, now)
  if (!mayActAs(person.role, needed)) throw new Refusal('forbidden')
  if (!hasTwoFactor && !isOpenBeforeTwoFactor && (await companySettings(deps)).requireTwoFactor)
    throw new Refusal('two_factor_required')
  return { ...person, sessionId: sid }
}
