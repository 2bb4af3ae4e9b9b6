import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Currency, Region } from '#domain/region.ts'
import type { RemittanceState } from '#domain/remittances.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type Remittance = {
  id: string
  institutionId: string
  schoolName: string
  region: Region
  currency: Currency
  remittedOn: CalendarDate
  paymentCount: number
  amount: Cents
  state: RemittanceState
  /** Whether it pays again what the bank has sent back. */
  isRepeated: boolean
  releasedAt: Date | null
  sentAt: Date | null
  paidOn: CalendarDate | null
  returnedAt: Date | null
  releaseAskedBy: { approvalId: string; email: string } | null
}

/** The request for a release that awaits a second person. A release covers everything of a region up to a day. */
const releaseAskedBy = sql`(
  select json_build_object('approvalId', approval.id, 'email', staff.email)
  from approval join staff on staff.id = approval.requested_by
  where approval.kind = 'RemittanceRelease' and approval.status = 'Open' and remittance.released_at is null
    and approval.payload ->> 'region' = school.region
    and (approval.payload ->> 'through')::date >= remittance.remitted_on
  order by approval.requested_at limit 1)`

const remittances = sql`
  select remittance.id, institution_id as "institutionId", school.name as "schoolName", school.region, currency,
    remitted_on as "remittedOn", payment_count as "paymentCount", amount_minor as amount,
    state, first_id <> remittance.id as "isRepeated", released_at as "releasedAt", sent_at as "sentAt",
    paid_on as "paidOn", returned_at as "returnedAt", ${releaseAskedBy} as "releaseAskedBy"
  from remittance join institution school on school.id = institution_id`

export async function listRemittances(
  db: Db,
  wanted: { institutionId: string | null; from: CalendarDate | null; to: CalendarDate | null; limit: number },
) {
  return db.many<Remittance>(sql`
    ${remittances}
    where (${wanted.institutionId}::uuid is null or institution_id = ${wanted.institutionId})
      and (${wanted.from}::date is null or remitted_on >= ${wanted.from})
      and (${wanted.to}::date is null or remitted_on <= ${wanted.to})
    order by remitted_on desc, school.name, currency limit ${wanted.limit}`)
}

export async function findRemittance(db: Db, id: string) {
  return db.first<Remittance>(sql`${remittances} where remittance.id = ${id}`)
}

export type RemittanceLine = {
  entryId: string
  accountId: string
  paymentId: string
  shortId: string
  familyName: string
  students: string
  kind: string
  paidOn: CalendarDate
  periodName: string | null
  amount: Cents
}

/** The payments of a remittance for the school's books: who paid what, and for whom. */
export async function listRemittanceLines(db: Db, remittanceId: string) {
  return db.many<RemittanceLine>(sql`
    select line.entry_id as "entryId", line.account_id as "accountId", coalesce(line.payment_id, line.plan_id) as "paymentId", account.short_id as "shortId",
      coalesce((select customer.last_name || ', ' || customer.first_name
        from account_member join customer on customer.id = account_member.customer_id
        where account_member.account_id = line.account_id
        order by customer.created_at, customer.id limit 1), '') as "familyName",
      coalesce((select string_agg(student.first_name || ' ' || student.last_name, '; ' order by student.first_name)
        from enrolment join student on student.account_id = enrolment.account_id and student.id = enrolment.student_id
        where enrolment.account_id = line.account_id and enrolment.institution_id = remittance.institution_id), '') as students,
      coalesce(payment.kind, 'Credit') as kind, coalesce(payment.paid_on, remittance.remitted_on) as "paidOn",
      request.period_name as "periodName", line.amount_minor as amount
    from remittance_line line
      join remittance on remittance.first_id = line.remittance_id
      left join payment on payment.account_id = line.account_id and payment.id = line.payment_id
      join account on account.id = line.account_id
      left join payment_request request on request.account_id = line.account_id
        and request.id = payment.payment_request_id
    where remittance.id = ${remittanceId}
    order by "familyName", account.short_id, "paidOn", "paymentId", line.entry_id`)
}
