import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

type Impersonation = {
  customerId: string
  id: string
  staffId: string
  reason: string
  createdAt: Date
  endsAt: Date
}

/** A disabled customer has no portal to show. */
export async function isActiveCustomer(db: Db, customerId: string): Promise<boolean> {
  const row = await db.first(sql`select 1 from customer where id = ${customerId} and status = 'Active'`)
  return row !== undefined
}

export async function insertImpersonation(db: Db, impersonation: Impersonation): Promise<void> {
  await db.run(sql`
    insert into impersonation (customer_id, id, staff_id, reason, created_at, ends_at)
    values (${impersonation.customerId}, ${impersonation.id}, ${impersonation.staffId},
      ${impersonation.reason}, ${impersonation.createdAt}, ${impersonation.endsAt})`)
}

export type UsedImpersonation = {
  staffId: string
  staffEmail: string
  reason: string
  endsAt: Date
  customerEmail: string
  firstName: string
  region: Region
}

/** Works for exactly one caller, and only while both the staff member and the customer are active. */
export async function consumeImpersonation(db: Db, customerId: string, id: string, at: Date) {
  return db.first<UsedImpersonation>(sql`
    update impersonation set closed_at = ${at}
    from staff, customer
    where impersonation.customer_id = ${customerId} and impersonation.id = ${id}
      and impersonation.closed_at is null and impersonation.ends_at > ${at}
      and staff.id = impersonation.staff_id and staff.status = 'Active'
      and customer.id = impersonation.customer_id and customer.status = 'Active'
    returning staff.id as "staffId", staff.email as "staffEmail", impersonation.reason,
      impersonation.ends_at as "endsAt", customer.email as "customerEmail",
      customer.first_name as "firstName", customer.region`)
}
