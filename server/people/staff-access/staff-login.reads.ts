import type { StaffRole } from '#domain/staff.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type ActiveStaff = {
  staffId: string
  email: string
  name: string
  role: StaffRole
  mobile: string | null
}

export async function findStaffByEmail(db: Db, email: string) {
  return db.first<ActiveStaff>(sql`
    select id as "staffId", email, name, role, mobile_e164 as mobile
    from staff where email = ${email} and status = 'Active'`)
}
