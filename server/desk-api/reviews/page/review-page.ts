import type { ReviewPage } from '#contract/staff-review-page.ts'
import { orNotFound } from '#domain/refusal.ts'
import type { ReviewKind } from '#domain/reviews.ts'
import type { Deps, ReadDeps } from '../../../platform/deps.ts'
import { recordView, type Viewer } from '../../../people/audit/staff-audit.ts'
import { decidedOf } from '../undo-review.ts'
import { undoOfDecision } from '../undo-rules.ts'
import { discountPage } from './discount-page.ts'
import { identityPage, invoicePage } from './document-pages.ts'
import { feeChangePage } from './fee-change-page.ts'
import { undoOnTheWire, usualUndo, type PageParts } from './parts.ts'
import { planPage } from './plan-page.ts'
import { findReviewFacts, listOpenReviews, listReviewFiles, type ReviewFacts } from './review-facts.store.ts'
import { skipPage } from './skip-page.ts'
import { withdrawalPage } from './withdrawal-page.ts'

const pages: Record<ReviewKind, (deps: ReadDeps, review: ReviewFacts) => Promise<PageParts>> = {
  Plan: planPage,
  Discount: discountPage,
  FeeChange: feeChangePage,
  Identity: identityPage,
  Invoice: invoicePage,
  Withdrawal: withdrawalPage,
  Skip: skipPage,
}

/** Everything needed to decide one review. The view is recorded. */
export async function showReview(deps: Deps, viewer: Viewer, reviewId: string): Promise<ReviewPage> {
  const review = orNotFound(await findReviewFacts(deps.db, reviewId))
  const { approve, decline, ...parts } = await pages[review.kind](deps, review)
  const { undoOtherwise, undo = usualUndo(deps, review, 'Approved'), ...approving } = approve
  const { undo: undoDeclined = usualUndo(deps, review, 'Declined'), ...declining } = decline
  const page: ReviewPage = {
    ...review,
    about: null,
    says: null,
    compared: null,
    ...parts,
    since: review.openedAt.toISOString(),
    files: await listReviewFiles(deps.db, review),
    approve: {
      needsSecond: false,
      needsStartDate: null,
      whyNot: null,
      ...approving,
      undo: undoOnTheWire(undo, undoOtherwise),
    },
    decline: { choices: [], ...declining, undo: undoOnTheWire(undoDeclined) },
    decision: await decisionOf(deps, viewer, review, undoOtherwise),
    place: await queuePositionOf(deps, review),
  }
  await recordView(deps, viewer, {
    subjectIds: [review.accountId],
    action: 'ReviewSeen',
    details: { reviewId },
  })
  return page
}

async function decisionOf(
  deps: Deps,
  { staff }: Viewer,
  review: ReviewFacts,
  undoOtherwise: string | undefined,
): Promise<ReviewPage['decision']> {
  const decided = decidedOf(review)
  if (!decided) return null
  const undo = await undoOfDecision(deps.db, { ...deps, undoDays: deps.config.reviewUndoDays }, decided)
  return {
    by: review.decidedBy,
    isOwn: review.decidedById === staff.staffId,
    at: decided.decidedAt.toISOString(),
    reason: review.reason,
    words: review.words,
    undo: undoOnTheWire(undo, undoOtherwise),
    undoneAt: review.undoneAt?.toISOString() ?? null,
  }
}

/** The position among the waiting reviews. A decided one has the position that it would have. */
async function queuePositionOf(
  { db }: Deps,
  { id, kind, openedAt }: ReviewFacts,
): Promise<ReviewPage['place']> {
  const open = await listOpenReviews(db, kind)
  const index = open.findIndex((each) => each.id === id)
  const others = open.filter((each) => each.id !== id)
  const isBefore = (each: { id: string; openedAt: Date }) =>
    each.openedAt < openedAt || (each.openedAt.getTime() === openedAt.getTime() && each.id < id)
  const next = others.find((each) => !isBefore(each))
  const before = others.filter(isBefore)
  return {
    number: index === -1 ? null : index + 1,
    count: open.length,
    previousId: before.at(-1)?.id ?? null,
    // The one that waits longest follows the last, so that none is skipped.
    nextId: next?.id ?? before[0]?.id ?? null,
  }
}
