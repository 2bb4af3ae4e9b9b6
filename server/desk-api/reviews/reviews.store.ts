import type { Cents } from '#domain/money.ts'
import type { Currency, Region } from '#domain/region.ts'
import type { WithdrawalStatus } from '#domain/withdrawals.ts'
import type { Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Review } from './reviews.reads.ts'

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
