import type { StaffRole } from '#domain/staff.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type MemberRow = {
  id: string
  email: string
  name: string
  role: StaffRole
  mobile: string | null
  status: 'Active' | 'Disabled'
  hasTwoFactor: boolean
  lastLogInAt: Date | null
}

const hasTwoFactor = sql`
  exists (select from staff_totp where staff_id = staff.id and confirmed_at is not null)`

export async function listMembers(db: Db) {
  return db.many<MemberRow>(sql`
    select id, email, name, role, mobile_e164 as mobile, status, ${hasTwoFactor} as "hasTwoFactor",
      (select max(created_at) from staff_session where staff_id = staff.id) as "lastLogInAt"
    from staff order by status, name`)
}

/** The member's row is locked until the transaction ends. */
export async function lockMember(db: Db, id: string) {
  return db.first<MemberRow>(sql`
    select id, email, name, role, mobile_e164 as mobile, status, ${hasTwoFactor} as "hasTwoFactor",
      (select max(created_at) from staff_session where staff_id = staff.id) as "lastLogInAt"
    from staff where id = ${id} for update`)
}

/** Locks all active administrators, so that two of them cannot remove each other at the same moment. */
export async function lockAdmins(db: Db) {
  return db.values<string>(sql`
    select id from staff where role = 'admin' and status = 'Active' order by id for update`)
}

type NewMember = { id: string; email: string; name: string; role: StaffRole; mobile: string; createdAt: Date }

/** False if the e-mail is taken. */
export async function insertMember(db: Db, member: NewMember): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into staff (id, email, name, role, mobile_e164, status, created_at)
    values (${member.id}, ${member.email}, ${member.name}, ${member.role}, ${member.mobile}, 'Active',
      ${member.createdAt})
    on conflict (email) do nothing`)
  return inserted === 1
}

/** True for the first administrator only, however many calls run at once. */
export async function insertFirstAdmin(db: Db, member: Omit<NewMember, 'role'>): Promise<boolean> {
  await db.run(sql`lock table staff in share row exclusive mode`)
  const inserted = await db.run(sql`
    insert into staff (id, email, name, role, mobile_e164, status, created_at)
    select ${member.id}, ${member.email}, ${member.name}, 'admin', ${member.mobile}, 'Active', ${member.createdAt}
    where not exists (select from staff where role = 'admin')
    on conflict (email) do nothing`)
  return inserted === 1
}

export async function updateMember(
  db: Db,
  member: Pick<MemberRow, 'id' | 'name' | 'role' | 'mobile' | 'status'>,
): Promise<void> {
  await db.run(sql`
    update staff set name = ${member.name}, role = ${member.role}, mobile_e164 = ${member.mobile},
      status = ${member.status}
    where id = ${member.id}`)
}
