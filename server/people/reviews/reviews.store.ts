import type { ReviewKind } from '#domain/reviews.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

export async function insertReview(
  tx: Transaction,
  review: { accountId: string; id: string; kind: ReviewKind; subjectId: string; at: Date },
): Promise<void> {
  await tx.run(sql`
    insert into review (account_id, id, kind, subject_id, status, opened_at)
    select ${review.accountId}::uuid, ${review.id}::uuid, ${review.kind}::text, ${review.subjectId}::uuid, 'Open',
      ${review.at}::timestamptz
    where not exists (
      select from review where account_id = ${review.accountId}::uuid and kind = ${review.kind}::text
        and subject_id = ${review.subjectId}::uuid and status = 'Open')`)
}

export type ReviewDecision = {
  status: 'Approved' | 'Declined'
  reason: string
  words?: string | undefined
  staffId: string | null
  at: Date
}

export function closeReviewById(
  tx: Transaction,
  { accountId, id }: RowKey,
  decision: ReviewDecision,
): Promise<number> {
  return closeWhere(tx, sql`account_id = ${accountId} and id = ${id}`, decision)
}

export function closeReviewsOfSubject(
  tx: Transaction,
  { accountId, subjectId }: { accountId: string; subjectId: string },
  decision: ReviewDecision,
): Promise<number> {
  return closeWhere(tx, sql`account_id = ${accountId} and subject_id = ${subjectId}`, decision)
}

function closeWhere(db: Db, condition: Statement, decision: ReviewDecision): Promise<number> {
  return db.run(sql`
    update review set status = ${decision.status}, reason = ${decision.reason}, words = ${decision.words ?? null},
      decided_by = ${decision.staffId}, decided_at = ${decision.at}
    where ${condition} and status = 'Open'`)
}
