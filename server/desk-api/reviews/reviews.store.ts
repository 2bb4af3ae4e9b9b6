import type { Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Review } from './reviews.reads.ts'

/** Locks the review: the second of two concurrent decisions waits here and then sees the first. */
export async function lockReview(tx: Transaction, id: string) {
  return tx.first<Review>(sql`
    select account_id as "accountId", id, kind, subject_id as "subjectId", status from review where id = ${id}
    for update`)
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

/** A change of product continues once the identity is proven, or asks for the proof again. */
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
