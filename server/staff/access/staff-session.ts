import { Refusal } from '#domain/refusal.ts'
import { mayActAs, type StaffRole } from '#domain/staff.ts'
import type { Deps } from '../../deps.ts'
import type { StaffCaller } from './staff-caller.ts'
import { findStaffSession } from './staff-login.store.ts'

/**
 * Turns a bearer token into a member of staff. Session, standing and role are read anew for every call: who is
 * disabled or moved to another desk notices at once.
 */
export async function authenticateStaff(
  { db, clock, tokens }: Pick<Deps, 'db' | 'clock' | 'tokens'>,
  token: string,
  needed: StaffRole,
): Promise<StaffCaller> {
  const now = clock()
  const claims = await tokens.verifyStaff(token, now)
  const person = await findStaffSession(db, claims.sub, claims.sid, now)
  if (!person) throw new Refusal('unauthenticated')
  if (!mayActAs(person.role, needed)) throw new Refusal('forbidden')
  return { ...person, sessionId: claims.sid }
}
