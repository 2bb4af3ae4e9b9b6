import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

export type ReceiptRow = {
  region: Region
  /** The longest-standing member of the account. */
  customer: { firstName: string; lastName: string } | null
  /** Those of the account who go to the school that was paid. */
  students: { firstName: string; lastName: string }[]
  /** The instalment that it is a debit of, counted among those of its plan. */
  instalment: { number: number; count: number; dueOn: CalendarDate; tuitionYear: number } | null
  /** What it pays of a plan without being one of its debits, the oldest first, and then fees. */
  covers: { dueOn: CalendarDate; amount: Cents; total: Cents; isExtra: boolean; isFee: boolean }[]
  /** What of it is meant for nothing. An extra payment is meant for its plan. */
  credit: Cents
  periodName: string | null
  /** The request that it was made for, as far as it can still be paid. */
  request: { amountDue: Cents; amountPaid: Cents; amountPending: Cents; dueOn: CalendarDate } | null
}

export async function findReceipt(db: Db, { accountId, id }: RowKey) {
  return db.value<ReceiptRow | undefined>(sql`
    select json_build_object(
      'region', account.region,
      'customer', (
        select json_build_object('firstName', customer.first_name, 'lastName', customer.last_name)
        from account_member join customer on customer.id = account_member.customer_id
        where account_member.account_id = payment.account_id order by customer.created_at, customer.id limit 1),
      'students', (
        select coalesce(json_agg(json_build_object('firstName', first_name, 'lastName', last_name)
          order by first_name, last_name, id), '[]')
        from student where student.account_id = payment.account_id and exists (
          select from enrolment where enrolment.account_id = student.account_id
            and enrolment.student_id = student.id and enrolment.institution_id = payment.institution_id)),
      'instalment', (
        select json_build_object('dueOn', paid.due_on, 'tuitionYear', plan.tuition_year,
          'number', count(*) filter (where (other.due_on, other.seq) <= (paid.due_on, paid.seq)), 'count', count(*))
        from instalment paid
          join plan on plan.account_id = paid.account_id and plan.id = paid.plan_id
          join instalment other on other.account_id = paid.account_id and other.plan_id = paid.plan_id
            and (other.status <> 'Cancelled' and not other.is_extra or other.seq = paid.seq)
        where paid.account_id = payment.account_id and paid.plan_id = payment.plan_id
          and paid.seq = payment.instalment_seq
        group by paid.due_on, paid.seq, plan.tuition_year),
      'covers', (
        select coalesce(json_agg(json_build_object('dueOn', charge.due_on, 'total', charge.amount_minor,
          'amount', cover.settled_minor + cover.reserved_minor, 'isExtra', charge.is_extra,
          'isFee', charge.kind = 'Fee') order by charge.kind = 'Fee', charge.due_on, charge.seq), '[]')
        from cover join charge on charge.account_id = cover.account_id and charge.id = cover.charge_id
          and charge.kind in ('Instalment', 'Fee')
        where cover.account_id = payment.account_id and cover.payment_id = payment.id and payment.plan_id is null),
      'credit', case when payment.extra_plan_id is null
        then greatest(0, payment.amount_minor - payment.covered_minor - payment.returned_minor) else 0 end,
      'periodName', case when not request.is_arrears then request.period_name end,
      'request', case when request.is_open then json_build_object(
        'amountDue', request.amount_due_minor, 'amountPaid', request.amount_paid_minor,
        'amountPending', request.amount_pending_minor, 'dueOn', request.due_on) end
    ) as receipt
    from payment
      join account on account.id = payment.account_id
      left join payment_request request on request.account_id = payment.account_id
        and request.id = payment.payment_request_id
    where payment.account_id = ${accountId} and payment.id = ${id}`)
}

/** Stores the details of a receipt before it is first sent, so that sending it again sends the same details. */
export async function keepDetails(db: Db, messageId: string, details: object) {
  return db.value<unknown>(sql`
    update outbox_message set facts =
      case when facts ? 'details' then facts else facts || jsonb_build_object('details', ${JSON.stringify(details)}::jsonb) end
    where id = ${messageId}
    returning facts`)
}
