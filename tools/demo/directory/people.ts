import type { Account, Family } from '#sandbox/people/directory.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'
import type { Cents } from '#domain/money.ts'
import type { StaffRole } from '#domain/staff.ts'
import type { Db } from '#server/platform/database/open.ts'
import { sql } from '#server/platform/database/sql.ts'

export type AccountRow = Pick<Account, 'id' | 'shortId' | 'school' | 'students' | 'isActive'> & {
  isSetupIncomplete: boolean
  setupStatus: AccountSetupStatus
  bpay: { billerCode: string; reference: string; amountMinor: Cents | null } | null
  /** What open payment requests ask for. */
  open: Cents
}

export type FamilyRow = Pick<Family, 'email' | 'name' | 'mobile' | 'region'> & {
  id: string
  accounts: AccountRow[]
}

/** Everybody who can log in, with their accounts, the active ones first. */
export function listFamilies(db: Db): Promise<FamilyRow[]> {
  return db.many<FamilyRow>(sql`
    select customer.id, customer.email, customer.first_name || ' ' || customer.last_name as name,
      customer.mobile_e164 as mobile, customer.region,
      coalesce(json_agg(json_build_object('id', basics."accountId", 'shortId', basics."shortId",
        'school', basics."institutionName", 'isActive', basics.status = 'Active',
        'isSetupIncomplete', basics."isSetupIncomplete", 'setupStatus', basics."setupStatus", 'bpay', basics.bpay,
        'students', (select coalesce(json_agg(student.first_name order by student.first_name), '[]')
          from student where student.account_id = basics."accountId"),
        'open', (select coalesce(sum(open_minor), 0)
          from payment_request request
          where request.account_id = basics."accountId" and request.is_open))
        order by basics.status, basics."institutionName", basics."shortId")
        filter (where basics."accountId" is not null), '[]') as accounts
    from customer
      left join account_member member on member.customer_id = customer.id
      left join account_basics basics on basics."accountId" = member.account_id
    where customer.status = 'Active'
    group by customer.id
    order by customer.created_at, customer.email`)
}

/** Payments that are announced in a message which has not been sent yet. */
export function listUnsentNotices(db: Db): Promise<{ planId: string; seq: number }[]> {
  return db.many(sql`
    select instalment.plan_id as "planId", instalment.seq
    from instalment join outbox_message message on message.id = instalment.notice_id
    where message.status = 'Waiting'`)
}

export async function listRequestIds(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from payment_request where id = any(${ids}::text[])`)
  return rows.map(({ id }) => id)
}

export type StaffRow = { email: string; name: string; mobile: string | null; role: StaffRole }

export function listStaff(db: Db): Promise<StaffRow[]> {
  return db.many<StaffRow>(sql`
    select email, name, mobile_e164 as mobile, role from staff where status = 'Active'
    order by array_position(array['support', 'operations', 'admin'], role), email`)
}
