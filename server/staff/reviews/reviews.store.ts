import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { PaymentStatus } from '#domain/payments.ts'
import type { Currency, Region } from '#domain/region.ts'
import type { ReviewKind } from '#domain/reviews.ts'
import type { ConfirmedStatus, WithdrawalStatus } from '#domain/withdrawals.ts'
import { keepsArrangement } from '../../arrears/arrears.store.ts'
import { isOnHold } from '../../holds/holds.store.ts'
import type { Db, Transaction } from '../../database/open.ts'
import { sql } from '../../database/sql.ts'
import { inZoneOf } from '../../database/by-region.ts'
import { careInQueue } from '../../care/care-desk.ts'
import { stalledPlansInQueue } from '../../payment-schedule/unfinished-plans.ts'
import type { PaymentKind } from '../../payments/payments.store.ts'

export type { ReviewKind } from '#domain/reviews.ts'
/** What else needs a person: money whose family, payment or outcome is unknown. */
export type QueueKind =
  | ReviewKind
  | 'Switch'
  | 'Deposit'
  | 'Arrears'
  | 'Payment'
  | 'Refund'
  | 'ContactChange'
  | 'PartYear'
  | 'RenewalWithoutMethod'
  | 'StalledPlan'
  | 'Care'
  | 'Parked'

export type QueueItem = {
  kind: QueueKind
  /** By which it is decided: of a review, or of the thing itself. */
  id: string
  accountId: string | null
  shortId: string | null
  customerName: string | null
  schoolName: string | null
  since: Date
  amount: Cents | null
  currency: Currency | null
  /** Of the plan that it is about. */
  tuitionYear: number | null
  region: Region | null
  about: string
}

/** Longest waiting first. */
export async function listQueue(
  db: Db,
  {
    kinds,
    limit,
    now,
    arrearsBefore,
  }: {
    kinds: readonly QueueKind[]
    limit: number
    now: Date
    /** Reminders have not helped with what was asked for before this moment. */
    arrearsBefore: Date
  },
): Promise<QueueItem[]> {
  // Nothing is paid to an account that a parent has just added; staff see until when.
  const newAccount = sql`case when payout.payable_from > ${now} then ', new bank account: not payable before ' ||
    (select to_char(${inZoneOf(sql`payout.payable_from`)}, 'YYYY-MM-DD HH24:MI') ||
      case account.region when 'AU' then ', Sydney time' else ', London time' end
      from account where account.id = payout.account_id) else '' end`
  const skipInQueue = sql`'skip ' || jsonb_array_length(skip.details -> 'skipped') || ' of the payments from ' ||
    (skip.details -> 'skipped' -> 0 ->> 'on') || case skip.details ->> 'outcome' when 'AtEnd'
      then ', added at the end' else ', spread over the rest' end`
  return db.many<QueueItem>(sql`
    with waiting as (
      select review.kind, review.id::text as id, review.account_id, null::uuid as institution_id,
        review.opened_at as since, coalesce(withdrawal.amount_minor, discount.taken_off_minor, (
          select sum((part ->> 'amount')::bigint)::bigint from jsonb_array_elements(skip.details -> 'skipped') part)) as amount,
        coalesce('to ' || payout.display_name || ${newAccount}, invoice.name, ${skipInQueue},
          case when plan.id is not null then 'fees changed: ' || review.note end,
          discount.type || coalesce(' ' || (discount.percent_basis_points / 100.0)::float8 || '%', '') || ' for ' ||
            coalesce(student.first_name || ' ' || student.last_name, 'all students') ||
            case when discount.letter_id is null then '' else ', with a letter' end,
          check_of.document_type, '') as about,
        coalesce(plan.tuition_year, discounted.tuition_year, skipping.tuition_year) as tuition_year
      from review
        left join withdrawal_request withdrawal on review.kind = 'Withdrawal'
          and withdrawal.account_id = review.account_id and withdrawal.id = review.subject_id
        left join payout_bank_account payout on payout.account_id = withdrawal.account_id
          and payout.id = withdrawal.bank_account_id
        left join invoice on review.kind = 'Invoice' and invoice.account_id = review.account_id
          and invoice.id = review.subject_id
        left join plan on review.kind in ('Plan', 'FeeChange') and plan.account_id = review.account_id
          and plan.id = review.subject_id
        left join identity_check check_of on review.kind = 'Identity' and check_of.account_id = review.account_id
          and check_of.id = review.subject_id
        left join declared_discount discount on review.kind = 'Discount'
          and discount.account_id = review.account_id and discount.id = review.subject_id
        left join plan_change skip on review.kind = 'Skip' and skip.account_id = review.account_id
          and skip.id = review.subject_id
        left join plan skipping on skipping.account_id = skip.account_id and skipping.id = skip.plan_id
        left join plan discounted on discounted.account_id = discount.account_id and discounted.id = discount.plan_id
        left join enrolment on enrolment.account_id = discount.account_id and enrolment.id = discount.enrolment_id
        left join student on student.account_id = enrolment.account_id and student.id = enrolment.student_id
      where review.status = 'Open' and review.kind = any(${kinds}::text[])
      union all
      -- Approved, and nobody has said yet that the bank has paid it.
      select 'Withdrawal', withdrawal.id::text, withdrawal.account_id, null, withdrawal.decided_at,
        withdrawal.amount_minor, coalesce('in payout ' || withdrawal.payout_number, 'approved') || ', to be paid to ' ||
          payout.display_name || ${newAccount}, null
      from withdrawal_request withdrawal join payout_bank_account payout
        on payout.account_id = withdrawal.account_id and payout.id = withdrawal.bank_account_id
      where withdrawal.status = 'Approved' and 'Withdrawal' = any(${kinds}::text[])
      union all
      -- While a copy of a document waits, that is the thing to decide.
      select 'Switch', change.account_id::text, change.account_id, null,
        coalesce(change.details_at, change.created_at), null::bigint,
        'from ' || change.from_product_type || ' to ' || change.to_product_type, null
      from product_change change join account on account.id = change.account_id and account.status = 'Active'
      where change.status = 'Processing' and 'Switch' = any(${kinds}::text[]) and not exists (
        select from review where review.account_id = change.account_id and review.kind = 'Identity'
          and review.status = 'Open')
      union all
      select 'Deposit', biller_code || '/' || bank_reference, null, null, created_at, amount_minor,
        'BPAY reference ' || reference || ', received on ' || received_on, null
      from deposit where account_id is null and 'Deposit' = any(${kinds}::text[])
      union all
      -- One for each account, while nothing is on its way.
      select 'Arrears', request.id, request.account_id, request.institution_id, request.created_at,
        request.amount_due_minor - request.amount_paid_minor, owed.parts || case owed.parts when 1 then ' payment'
          else ' payments' end || ' overdue, the oldest since ' || request.due_on || '; ' || request.reminders ||
          case request.reminders when 1 then ' reminder' else ' reminders' end ||
          coalesce(', the last on ' || (select ${inZoneOf(sql`request.reminded_at`)}::date
            from account where account.id = request.account_id), ''), null
      from payment_request request
        cross join lateral (
          select count(*) as parts from instalment where instalment.account_id = request.account_id
            and instalment.payment_request_id = request.id and instalment.status = 'Overdue') owed
      where request.is_arrears and request.status in ('Open', 'PartPaid') and request.amount_pending_minor = 0
        and request.created_at <= ${arrearsBefore} and not ${isOnHold(sql`request.account_id`)}
        and not ${keepsArrangement(sql`request.account_id`)}
        and 'Arrears' = any(${kinds}::text[])
      union all
      select 'Payment', payment.id::text, account_id, institution_id, created_at, amount_minor + surcharge_minor,
        'nobody knows whether it was taken: ' || coalesce(provider_payment_id, provider_key, ''), null
      from payment where next_look_at is null and status in ('Created', 'Sent', 'Unknown')
        and 'Payment' = any(${kinds}::text[])
      union all
      select 'Refund', id::text, account_id, null, created_at, amount_minor,
        'nobody knows whether it was sent: ' || provider_key, null
      from refund_order where next_look_at is null and status in ('Ordered', 'Unknown')
        and 'Refund' = any(${kinds}::text[])
      union all
      -- Under the first account of the customer, who may have several or none.
      select 'ContactChange', change.id::text, (
          select account_id from account_member where account_member.customer_id = change.customer_id
          order by account_id limit 1), null, change.stopped_at, null::bigint,
        customer.first_name || ' ' || customer.last_name || ' did not ask for a new ' ||
          concat_ws(' and ', case when change.old_email <> change.new_email then 'e-mail' end,
            case when change.old_mobile is distinct from change.new_mobile then 'mobile' end), null
      from contact_change change join customer on customer.id = change.customer_id
      where change.stopped_at is not null and change.resolved_at is null
        and 'ContactChange' = any(${kinds}::text[])
      union all
      -- A plan leaves out terms that ended after the family had joined, and no person has said so.
      select 'PartYear', plan.id::text, plan.account_id, null, version.saved_at, -version.part_year_adjustment_minor,
        'leaves out the terms before ' || plan.cover_from || ', but the family joined earlier', plan.tuition_year
      from plan
        cross join lateral (
          select saved_by, saved_at, part_year_adjustment_minor from plan_version
          where plan_version.account_id = plan.account_id and plan_version.plan_id = plan.id and not is_rest_only
          order by plan_version.version desc limit 1) version
        join account family on family.id = plan.account_id
      where plan.status in ('Saved', 'Current') and plan.cover_from is not null
        and version.part_year_adjustment_minor <> 0 and version.saved_by <> 'Staff'
        and 'PartYear' = any(${kinds}::text[]) and exists (
          select from fee_schedule fees join fee_schedule_term term on term.fee_schedule_id = fees.id
          where fees.institution_id = family.institution_id and fees.tuition_year = plan.tuition_year
            and term.ends_on < plan.cover_from and term.ends_on >= (
              select min(coalesce(joined_on, '-infinity')) from enrolment where enrolment.account_id = plan.account_id))
      union all
      -- A renewed plan that has not started, because nothing could be taken.
      select 'RenewalWithoutMethod', plan.id::text, plan.account_id, null, plan.held_on::timestamptz,
        version.total_minor, 'has not started: ' || case when can_pay(plan.account_id, ${now}::timestamptz::date)
          then 'there is a payment method now, but no plan can be made for the rest of the year'
          else 'no payment method can be charged' end, plan.tuition_year
      from plan
        join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
          and version.version = plan.version
        join account family on family.id = plan.account_id and family.status = 'Active'
          and family.renewal_status = 'Renewing'
      where plan.held_on is not null and plan.status = 'Draft' and 'RenewalWithoutMethod' = any(${kinds}::text[])
      union all
      -- Nothing is collected for the year, because nobody has finished its plan.
      select * from (${stalledPlansInQueue(now)}) stalled where 'StalledPlan' = any(${kinds}::text[])
      union all
      -- A family finds it hard to pay and waits for our answer.
      select * from (${careInQueue}) care where 'Care' = any(${kinds}::text[])
      union all
      select 'Parked', work || '/' || item, account_id, null, first_failed_at, null::bigint,
        work || ' cannot process it: ' || reason, null
      from parked_item where try_after is null and 'Parked' = any(${kinds}::text[])
    ), first as (
      select * from waiting order by since, id limit ${limit}
    )
    select first.kind, first.id, first.account_id as "accountId", account.short_id as "shortId",
      (select customer.first_name || ' ' || customer.last_name
        from account_member join customer on customer.id = account_member.customer_id
        where account_member.account_id = account.id order by customer.created_at, customer.id limit 1) as "customerName",
      school.name as "schoolName", first.since, first.amount, 
      case when first.amount is not null then coalesce(account.currency, 'AUD') end as currency, first.about,
      first.tuition_year as "tuitionYear", account.region
    from first
      left join account on account.id = first.account_id
      left join institution school on school.id = coalesce(first.institution_id, account.institution_id)
    order by first.since, first.id`)
}

/** Who decided it, for somebody who comes too late. */
export async function findDecision(
  db: Db,
  id: string,
): Promise<{ status: string; by: string | null; at: Date; region: Region } | undefined> {
  return db.first(sql`
    select review.status, staff.name as by, decided_at as at, account.region
    from review join account on account.id = review.account_id left join staff on staff.id = decided_by
    where review.id = ${id} and decided_at is not null`)
}

export type Review = {
  accountId: string
  id: string
  kind: ReviewKind
  subjectId: string
  status: 'Open' | 'Approved' | 'Declined'
}

export async function findReview(db: Db, id: string): Promise<Review | undefined> {
  return db.first<Review>(sql`
    select account_id as "accountId", id, kind, subject_id as "subjectId", status from review where id = ${id}`)
}

/** The open review of a thing. */
export async function findOpenReview(
  db: Db,
  { accountId, subjectId }: { accountId: string; subjectId: string },
): Promise<{ id: string } | undefined> {
  return db.first(sql`
    select id from review where account_id = ${accountId} and subject_id = ${subjectId} and status = 'Open'`)
}

/** Of two who decide at once, the second waits here and then sees what the first has done. */
export async function lockReview(tx: Transaction, id: string): Promise<Review | undefined> {
  return tx.first<Review>(sql`
    select account_id as "accountId", id, kind, subject_id as "subjectId", status from review where id = ${id}
    for update`)
}

export async function closeReview(
  tx: Transaction,
  { accountId, id }: Pick<Review, 'accountId' | 'id'>,
  decision: {
    status: 'Approved' | 'Declined'
    reason: string | null
    words?: string | undefined
    staffId: string
    now: Date
  },
): Promise<void> {
  await tx.run(sql`
    update review set status = ${decision.status}, reason = ${decision.reason}, words = ${decision.words ?? null},
      decided_at = ${decision.now}, decided_by = ${decision.staffId}
    where account_id = ${accountId} and id = ${id} and status = 'Open'`)
}

export async function decideIdentityCheck(
  tx: Transaction,
  { accountId, subjectId }: Review,
  { outcome, now }: { outcome: 'Pass' | 'Fail'; now: Date },
): Promise<boolean> {
  const count = await tx.run(sql`
    update identity_check set outcome = ${outcome}, decided_at = ${now}
    where account_id = ${accountId} and id = ${subjectId} and outcome is null`)
  return count === 1
}

/** A change of product goes on with the proof of identity, or asks for it again. */
export async function moveProductChange(
  tx: Transaction,
  accountId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.run(sql`
    update product_change set status = ${to} where account_id = ${accountId} and status = ${from}`)
}

export async function decideInvoice(
  tx: Transaction,
  { accountId, subjectId }: Review,
  status: 'Accepted' | 'Rejected',
): Promise<{ name: string } | undefined> {
  return tx.first(sql`
    update invoice set status = ${status} where account_id = ${accountId} and id = ${subjectId} and status = 'Waiting'
    returning name`)
}

export type Withdrawal = {
  accountId: string
  id: string
  status: WithdrawalStatus
  amount: Cents
  region: Region
  currency: Currency
  institutionId: string
  /** The entry that set the sum aside. */
  holdEntryId: string | null
  payoutNumber: number | null
  reviewId: string | null
}

export async function lockWithdrawal(tx: Transaction, id: string): Promise<Withdrawal | undefined> {
  await tx.run(sql`select 1 from withdrawal_request where id = ${id} for update`)
  return tx.first<Withdrawal>(sql`
    select request.account_id as "accountId", request.id, request.status, request.amount_minor as amount,
      account.region, account.currency, account.institution_id as "institutionId",
      request.payout_number as "payoutNumber",
      (select entry.id from ledger_entry entry where entry.account_id = request.account_id
        and entry.kind = 'Withdrawal' and entry.cause_id = request.id) as "holdEntryId",
      (select review.id from review where review.account_id = request.account_id
        and review.kind = 'Withdrawal' and review.subject_id = request.id limit 1) as "reviewId"
    from withdrawal_request request join account on account.id = request.account_id
    where request.id = ${id}`)
}

export async function moveWithdrawal(
  tx: Transaction,
  { accountId, id }: Pick<Withdrawal, 'accountId' | 'id'>,
  { status, reason, now }: { status: Withdrawal['status']; reason: string | null; now: Date },
): Promise<void> {
  await tx.run(sql`
    update withdrawal_request set status = ${status}, reason = ${reason}, decided_at = ${now}
    where account_id = ${accountId} and id = ${id}`)
}

export type ListedWithdrawal = {
  id: string
  accountId: string
  shortId: string
  currency: Currency
  amount: Cents
  status: ConfirmedStatus
  holder: string
  bankAccount: string
  payoutNumber: number | null
  askedAt: Date
  decidedAt: Date | null
}

/** Only those that the family has confirmed. */
export async function listWithdrawals(
  db: Db,
  { statuses, limit }: { statuses: readonly ConfirmedStatus[]; limit: number },
): Promise<ListedWithdrawal[]> {
  return db.many<ListedWithdrawal>(sql`
    select request.id, request.account_id as "accountId", account.short_id as "shortId", account.currency,
      request.amount_minor as amount, request.status, payout.holder, payout.display_name as "bankAccount",
      request.payout_number as "payoutNumber", request.created_at as "askedAt", request.decided_at as "decidedAt"
    from withdrawal_request request
      join account on account.id = request.account_id
      join payout_bank_account payout on payout.account_id = request.account_id and payout.id = request.bank_account_id
    where request.status = any(${statuses}::text[])
    order by request.created_at desc, request.id limit ${limit}`)
}

export type PaymentOnList = {
  id: string
  accountId: string
  shortId: string
  kind: PaymentKind
  status: PaymentStatus
  currency: Currency
  amount: Cents
  surcharge: Cents
  refunded: Cents
  disputed: Cents
  schoolName: string
  methodName: string | null
  paidOn: CalendarDate | null
  createdAt: Date
}

/** The payments of an account, newest first: where a refund begins. */
export async function listPayments(
  db: Db,
  { shortId, limit }: { shortId: string; limit: number },
): Promise<PaymentOnList[]> {
  return db.many<PaymentOnList>(sql`
    select full_payment.id, "accountId", "shortId", full_payment.kind, full_payment.status, full_payment.currency,
      amount, surcharge, refunded, disputed, "schoolName",
      coalesce("methodName", payment.offline_manner || ' ' || payment.offline_reference) as "methodName", "paidOn",
      "createdAt"
    from account
      join payment_in_full full_payment on full_payment."accountId" = account.id
      join payment on payment.account_id = account.id and payment.id = full_payment.id
    where account.short_id = ${shortId}
    order by "createdAt" desc, full_payment.id limit ${limit}`)
}
