import { commitLazily } from '../../platform/database/lazy-commit.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { ActiveStaff } from './staff-login.reads.ts'

/**
 * Locks the staff member, so that two simultaneous requests for codes do not collide. A newer code closes the older
 * one of the same place. False when a newer one exists.
 */
export async function replaceStaffCode(
  db: Db,
  code: {
    staffId: string
    askedFrom: string
    id: string
    hash: string
    createdAt: Date
    expiresAt: Date
  },
): Promise<boolean> {
  const { staffId, askedFrom, createdAt } = code
  await db.run(sql`select 1 from staff where id = ${staffId} for no key update`)
  const newer = await db.first(sql`
    select 1 from staff_code
    where staff_id = ${staffId} and asked_from = ${askedFrom} and created_at > ${createdAt} limit 1`)
  if (newer) return false
  await db.run(sql`
    update staff_code set closed_at = ${createdAt}
    where staff_id = ${staffId} and asked_from = ${askedFrom} and closed_at is null`)
  await db.run(sql`
    insert into staff_code (staff_id, asked_from, id, code_hash, created_at, expires_at)
    values (${staffId}, ${askedFrom}, ${code.id}, ${code.hash}, ${createdAt}, ${code.expiresAt})`)
  return true
}

export type OpenStaffCode = { id: string; hash: string; wrongTries: number; askedFrom: string }

/**
 * The code that was requested from a place, or otherwise the newest. Locked until the transaction ends, so that two
 * attempts at the same code are counted one after the other.
 */
export async function lockOpenStaffCode(
  db: Db,
  { staffId, place, now }: { staffId: string; place: string; now: Date },
): Promise<OpenStaffCode | undefined> {
  return db.first<OpenStaffCode>(sql`
    select id, code_hash as hash, wrong_tries as "wrongTries", asked_from as "askedFrom" from staff_code
    where staff_id = ${staffId} and closed_at is null and expires_at > ${now}
    order by asked_from = ${place} desc, created_at desc limit 1 for update`)
}

export async function countWrongStaffTry(
  db: Db,
  code: { staffId: string; id: string; closesAt: Date | null },
): Promise<void> {
  await commitLazily(db)
  await db.run(sql`
    update staff_code set wrong_tries = wrong_tries + 1, closed_at = ${code.closesAt}
    where staff_id = ${code.staffId} and id = ${code.id}`)
}

export async function closeStaffCodes(db: Db, staffId: string, at: Date): Promise<void> {
  await db.run(sql`
    update staff_code set closed_at = ${at} where staff_id = ${staffId} and closed_at is null`)
}

export async function insertStaffSession(
  db: Db,
  session: { staffId: string; id: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db.run(sql`
    insert into staff_session (staff_id, id, created_at, expires_at)
    values (${session.staffId}, ${session.id}, ${session.createdAt}, ${session.expiresAt})`)
}

export type StaffInSession = Omit<ActiveStaff, 'mobile'> & {
  hasTwoFactor: boolean
  lastUsedAt: Date
  expiresAt: Date
}

/** The person behind an open, recently used session, with their present role. */
export async function findStaffSession(
  db: Db,
  staffId: string,
  id: string,
  { at, usedSince }: { at: Date; usedSince: Date },
): Promise<StaffInSession | undefined> {
  return db.first<StaffInSession>(sql`
    select staff.id as "staffId", staff.email, staff.name, staff.role,
      exists (select from staff_totp totp
        where totp.staff_id = staff.id and totp.confirmed_at is not null) as "hasTwoFactor",
      coalesce(staff_session.last_used_at, staff_session.created_at) as "lastUsedAt",
      staff_session.expires_at as "expiresAt"
    from staff_session join staff on staff.id = staff_session.staff_id
    where staff_session.staff_id = ${staffId} and staff_session.id = ${id}
      and staff_session.ended_at is null and staff_session.expires_at > ${at} and staff.status = 'Active'
      and coalesce(staff_session.last_used_at, staff_session.created_at) > ${usedSince}`)
}

export async function markStaffSessionUsed(db: Db, staffId: string, id: string, at: Date): Promise<void> {
  await db.run(sql`
    update staff_session set last_used_at = greatest(last_used_at, ${at}::timestamptz)
    where staff_id = ${staffId} and id = ${id}`)
}

export async function endStaffSession(db: Db, staffId: string, id: string, at: Date): Promise<void> {
  await db.run(sql`
    update staff_session set ended_at = ${at} where staff_id = ${staffId} and id = ${id} and ended_at is null`)
}

export async function endStaffSessionsOf(db: Db, staffId: string, at: Date): Promise<void> {
  await db.run(sql`
    update staff_session set ended_at = ${at} where staff_id = ${staffId} and ended_at is null`)
  await closeStaffCodes(db, staffId, at)
  await db.run(sql`
    update impersonation set closed_at = ${at} where staff_id = ${staffId} and closed_at is null`)
}
