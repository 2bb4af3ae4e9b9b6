import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { identityCheckTransitions } from '#domain/identity.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import { checkTransition } from '#domain/transitions.ts'
import { withdrawalTransitions } from '#domain/withdrawals.ts'
import { writeToMembers } from '../../people/account-letters/account-letters.ts'
import { advanceSetup } from '../../people/accounts/setup-steps.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { returnToReview } from '../../plans/payment-schedule/plan-review.ts'
import { findTuitionYear } from '../../plans/payment-schedule/plan.reads.ts'
import { takeBack } from '../../plans/plan-changes/undo-change.ts'
import { recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'
import { findReviewFacts, type ReviewFacts } from './page/review-facts.store.ts'
import { lockReview, moveProductChange } from './reviews.store.ts'
import { lockForDecision } from '../../books/withdrawals/decide-withdrawal.ts'
import { undoOfDecision, type Decided } from './undo-rules.ts'
import {
  reopenDiscount,
  findDecidedCheck,
  findDecidedDiscount,
  findDecidedInvoice,
  findDecidedPlan,
  markReviewUndone,
  reopenReview,
  reopenSubject,
} from './undo.store.ts'
import { lockPlans } from '../../plans/payment-schedule/put-plan.ts'

/** Undoes a decision: the review is open again, the family is notified, and the decision stays on record. */
export async function undoReview(deps: Deps, actor: StaffActor, reviewId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const facts = orNotFound(await findReviewFacts(tx, reviewId))
    // The same order as deciding: the account and its plans, then the review.
    await lockPlans(tx, facts.accountId)
    await lockReview(tx, reviewId)
    const review = await findReviewFacts(tx, reviewId)
    const decided = review && decidedOf(review)
    if (!review || !decided) throw cannot('It is open: there is nothing to undo.')
    if (review.kind === 'Withdrawal') await lockForDecision(tx, review.subjectId)
    const { whyNot } = await undoOfDecision(tx, { ...deps, undoDays: deps.config.reviewUndoDays }, decided)
    if (whyNot !== null) throw cannot(whyNot)
    const at = deps.clock()
    await recordAction(tx, actor, {
      subjectId: review.accountId,
      action: 'ReviewUndone',
      at,
      details: {
        reviewId,
        kind: review.kind,
        decision: review.status,
        decidedBy: review.decidedBy ?? '',
        decidedAt: decided.decidedAt.toISOString(),
        decidedBecause: review.reason ?? '',
      },
    })
    if (review.kind === 'Skip') return undoSkip(tx, deps, actor, decided, at, review)
    const letter = await undoEffect(tx, review, decided)
    await reopenReview(tx, review)
    await advanceSetup(tx, deps, review.accountId)
    await writeToMembers(tx, deps, review.accountId, ({ firstName, shortId, schoolName }) => ({
      kind: 'DecisionTakenBack',
      facts: { firstName, shortId, schoolName, ...letter },
    }))
  })
}

const cannot = (reason: string) => new Refusal('cannot_be_undone', { values: { why: reason } })

/** The decision of a review; undefined while it is open. */
export function decidedOf(review: ReviewFacts): Decided | undefined {
  const { status, decidedAt } = review
  return status === 'Open' || decidedAt === null ? undefined : { ...review, status, decidedAt }
}

/**
 * Undoes an approved skip: the payments are as before, and the family may request it again. The letter is that of any
 * undone change.
 */
async function undoSkip(
  tx: Transaction,
  deps: Deps,
  { staff }: StaffActor,
  { accountId, subjectId }: Decided,
  at: Date,
  review: ReviewFacts,
): Promise<void> {
  await takeBack(tx, deps, { accountId, changeId: subjectId }, { by: 'Staff', id: staff.staffId, at })
  await markReviewUndone(tx, review, at)
}

type LetterFacts = { about: string; isCollectionStopped: boolean }

/** Undoes the effect of the decision. Returns the subject for the family's letter. */
async function undoEffect(tx: Transaction, review: ReviewFacts, decided: Decided): Promise<LetterFacts> {
  const { accountId, region, subjectId } = review
  const { decidedAt: at } = decided
  const planOf = (year: number | undefined) =>
    `your plan for ${year === undefined ? 'the year' : tuitionYearName(year, region)}`
  switch (review.kind) {
    case 'Plan': {
      const plan = await findDecidedPlan(tx, review)
      await returnToReview(tx, { accountId, planId: subjectId }, plan?.status ?? 'None')
      await reopenDiscount(tx, { accountId, planId: subjectId, at })
      return { about: planOf(plan?.tuitionYear), isCollectionStopped: true }
    }
    case 'Discount': {
      const discount = await findDecidedDiscount(tx, review)
      await reopenDiscount(tx, { accountId, discountId: subjectId, at })
      return { about: `the discount in ${planOf(discount?.tuitionYear)}`, isCollectionStopped: false }
    }
    case 'FeeChange': {
      const year = await findTuitionYear(tx, accountId, subjectId)
      return { about: `the new fees in ${planOf(year)}`, isCollectionStopped: false }
    }
    case 'Identity': {
      const check = await findDecidedCheck(tx, review)
      checkTransition(
        'An identity check',
        identityCheckTransitions,
        check?.outcome === 'Fail' ? 'Fail' : 'Pass',
        'Waiting',
      )
      await reopenSubject(tx, 'identity_check', review)
      await moveProductChange(tx, accountId, { from: 'VerifyYourIdentity', to: 'Processing' })
      return { about: 'your identity document', isCollectionStopped: false }
    }
    case 'Invoice': {
      const invoice = await findDecidedInvoice(tx, review)
      await reopenSubject(tx, 'invoice', review)
      return { about: `your invoice ${invoice?.name ?? ''}`.trim(), isCollectionStopped: false }
    }
    case 'Withdrawal':
      checkTransition('A withdrawal', withdrawalTransitions, 'Approved', 'Pending')
      await reopenSubject(tx, 'withdrawal_request', review)
      return { about: 'your withdrawal', isCollectionStopped: false }
    case 'Skip':
      throw new Error('A skip is taken back by itself')
  }
}
