import { randomUUID } from 'node:crypto'
import type { ReviewKind } from '#domain/reviews.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { StaffActor } from '../audit/staff-audit.ts'
import { closeAllOf, closeOne, insertReview, type Decision } from './reviews.store.ts'

/** Something for staff to decide on. One open review of it is enough, however often the family changes it meanwhile. */
export async function openReview(
  tx: Transaction,
  review: { accountId: string; kind: ReviewKind; subjectId: string; at: Date },
): Promise<void> {
  await insertReview(tx, { ...review, id: randomUUID() })
}

/** What a member of staff says to the one review they looked at. */
export async function closeReview(
  tx: Transaction,
  review: { accountId: string; id: string },
  { status, actor, at }: { status: Decision['status']; actor: StaffActor; at: Date },
): Promise<void> {
  const { reason, words, staff } = actor
  await closeOne(tx, review, { status, reason, words, staffId: staff.staffId, at })
}

/**
 * Closes every open review of a thing: of a plan also what new fees mean for it. Without a member of staff, the family or
 * the course of things has decided it. False when none was open.
 */
export async function closeReviewsOf(
  tx: Transaction,
  { accountId, subjectId, ...decision }: { accountId: string; subjectId: string } & Decision,
): Promise<boolean> {
  return (await closeAllOf(tx, { accountId, subjectId }, decision)) > 0
}
