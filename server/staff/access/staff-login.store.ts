import type { StaffRole } from '#domain/staff.ts'
import type { Db } from '../../database/open.ts'
import { sql } from '../../database/sql.ts'

export type StaffPerson = {
  staffId: string
  email: string
  name: string
  role: StaffRole
  mobile: string | null
}

export async function findStaffByEmail(db: Db, email: string): Promise<StaffPerson | undefined> {
  return db.first<StaffPerson>(sql`
    select id as "staffId", email, name, role, mobile_e164 as mobile
    from staff where email = ${email} and status = 'Active'`)
}

/**
 * Locks the person, so that two codes asked for at once do not collide; the newer one closes the older. False when
 * there is a newer one already.
 */
export async function replaceStaffCode(
  db: Db,
  code: { staffId: string; id: string; hash: string; createdAt: Date; expiresAt: Date },
): Promise<boolean> {
  await db.run(sql`select 1 from staff where id = ${code.staffId} for no key update`)
  const newer = await db.first(sql`
    select 1 from staff_code where staff_id = ${code.staffId} and created_at > ${code.createdAt} limit 1`)
  if (newer) return false
  await db.run(sql`
    update staff_code set closed_at = ${code.createdAt} where staff_id = ${code.staffId} and closed_at is null`)
  await db.run(sql`
    insert into staff_code (staff_id, id, code_hash, created_at, expires_at)
    values (${code.staffId}, ${code.id}, ${code.hash}, ${code.createdAt}, ${code.expiresAt})`)
  return true
}

export type OpenStaffCode = { id: string; hash: string; wrongTries: number }

/** Locked until the transaction ends, so that two tries at the same code are counted one after the other. */
export async function lockOpenStaffCode(
  db: Db,
  staffId: string,
  at: Date,
): Promise<OpenStaffCode | undefined> {
  return db.first<OpenStaffCode>(sql`
    select id, code_hash as hash, wrong_tries as "wrongTries" from staff_code
    where staff_id = ${staffId} and closed_at is null and expires_at > ${at} for update`)
}

export async function closeStaffCode(
  db: Db,
  code: { staffId: string; id: string; isWrong: boolean; closesAt: Date | null },
): Promise<void> {
  await db.run(sql`
    update staff_code set closed_at = ${code.closesAt},
      wrong_tries = wrong_tries + case when ${code.isWrong} then 1 else 0 end
    where staff_id = ${code.staffId} and id = ${code.id}`)
}

export async function insertStaffSession(
  db: Db,
  session: { staffId: string; id: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db.run(sql`
    insert into staff_session (staff_id, id, created_at, expires_at)
    values (${session.staffId}, ${session.id}, ${session.createdAt}, ${session.expiresAt})`)
}

/** The person behind an open session, with the role they have now. */
export async function findStaffSession(
  db: Db,
  staffId: string,
  id: string,
  at: Date,
): Promise<Omit<StaffPerson, 'mobile'> | undefined> {
  return db.first(sql`
    select staff.id as "staffId", staff.email, staff.name, staff.role
    from staff_session join staff on staff.id = staff_session.staff_id
    where staff_session.staff_id = ${staffId} and staff_session.id = ${id}
      and staff_session.ended_at is null and staff_session.expires_at > ${at} and staff.status = 'Active'`)
}

export async function endStaffSession(db: Db, staffId: string, id: string, at: Date): Promise<void> {
  await db.run(sql`
    update staff_session set ended_at = ${at} where staff_id = ${staffId} and id = ${id} and ended_at is null`)
}

export async function endStaffSessionsOf(db: Db, staffId: string, at: Date): Promise<void> {
  await db.run(sql`
    update staff_session set ended_at = ${at} where staff_id = ${staffId} and ended_at is null`)
  await db.run(sql`
    update staff_code set closed_at = ${at} where staff_id = ${staffId} and closed_at is null`)
  await db.run(sql`
    update impersonation set closed_at = ${at} where staff_id = ${staffId} and closed_at is null`)
}

export async function deleteStaffLogInsBefore(db: Db, time: Date): Promise<number> {
  const codes = await db.run(sql`delete from staff_code where expires_at < ${time}`)
  const sessions = await db.run(sql`delete from staff_session where expires_at < ${time}`)
  return codes + sessions
}
