import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { PaymentStatus } from '#domain/payments.ts'
import type { Currency, Region } from '#domain/region.ts'
import type { ReviewKind } from '#domain/reviews.ts'
import type { ConfirmedStatus, WithdrawalStatus } from '#domain/withdrawals.ts'
import { familyNameOf } from '../../platform/database/family-name.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { PaymentKind } from '../../books/payments/payments.store.ts'

export type { ReviewKind } from '#domain/reviews.ts'

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
  familyName: string | null
  currency: Currency
  amount: Cents
  status: ConfirmedStatus
  holder: string
  bankAccount: string
  bankAccountVerifiedAt: Date | null
  payableFrom: Date | null
  payoutNumber: number | null
  askedAt: Date
  decidedAt: Date | null
}

/** Only those that the family has confirmed. */
export async function listWithdrawals(
  db: Db,
  {
    statuses,
    payout = null,
    limit,
  }: { statuses: readonly ConfirmedStatus[]; payout?: number | null; limit: number },
): Promise<ListedWithdrawal[]> {
  return db.many<ListedWithdrawal>(sql`
    select request.id, request.account_id as "accountId", account.short_id as "shortId",
      ${familyNameOf(sql`account.id`)} as "familyName", account.currency,
      request.amount_minor as amount, request.status, payout.holder, payout.display_name as "bankAccount",
      payout.verified_at as "bankAccountVerifiedAt", payout.payable_from as "payableFrom",
      request.payout_number as "payoutNumber", request.created_at as "askedAt", request.decided_at as "decidedAt"
    from withdrawal_request request
      join account on account.id = request.account_id
      join payout_bank_account payout on payout.account_id = request.account_id and payout.id = request.bank_account_id
    where request.status = any(${statuses}::text[])
      and (${payout}::int is null or request.payout_number = ${payout})
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
