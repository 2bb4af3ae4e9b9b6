import { randomUUID } from 'node:crypto'
import type { ReviewKind } from '#domain/reviews.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { StaffActor } from '../audit/staff-audit.ts'
import { closeReviewsOfSubject, closeReviewById, insertReview, type ReviewDecision } from './reviews.store.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

/**
 * Opens a review for staff. If one is already open for the subject, it stays the only one, however often the family
 * makes changes.
 */
export async function openReview(
  tx: Transaction,
  review: { accountId: string; kind: ReviewKind; subjectId: string; at: Date },
): Promise<void> {
  await insertReview(tx, { ...review, id: randomUUID() })
}

/** Records a staff member's decision on one review. */
export async function closeReview(tx: Transaction, review: RowKey, decision: StaffDecision): Promise<void> {
  await closeReviewById(tx, review, decisionOf(decision))
}

type StaffDecision = { status: ReviewDecision['status']; actor: StaffActor; at: Date }

const decisionOf = ({ status, actor: { reason, words, staff }, at }: StaffDecision): ReviewDecision => ({
  status,
  reason,
  words,
  staffId: staff.staffId,
  at,
})

/**
 * Closes every open review of a subject; for a plan, that includes reviews of new fees. Without a member of staff,
 * the family or an automatic process has decided. False when none was open.
 */
export async function closeReviewsOf(
  tx: Transaction,
  {
    accountId,
    subjectId,
    ...decision
  }: { accountId: string; subjectId: string } & (ReviewDecision | StaffDecision),
): Promise<boolean> {
  const stored = 'actor' in decision ? decisionOf(decision) : decision
  return (await closeReviewsOfSubject(tx, { accountId, subjectId }, stored)) > 0
}
