import type { IdentityReview } from '#contract/staff-reviews.ts'
import { identityCheckTransitions } from '#domain/identity.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Comparison, ReviewKind } from '#domain/reviews.ts'
import { productChangeTransitions, type ProductChangeStatus } from '#domain/switch-account.ts'
import { checkTransition } from '#domain/transitions.ts'
import { writeToMembers } from '../../people/account-letters/account-letters.ts'
import { advanceSetup } from '../../people/accounts/setup-steps.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { ChangeDeps } from '../../platform/deps.ts'
import type { AdmittedFile } from '../../platform/files/admit-file.ts'
import { openFile } from '../../platform/files/stored-files.ts'
import { readIdentityReview } from '../../people/identity/identity-review.ts'
import { findTuitionYear } from '../../plans/payment-schedule/plan.reads.ts'
import { lockAccount } from '../../people/accounts/accounts.ts'
import { comparisonOnRecord, refuseUncompared } from './compared-identity.ts'
import { decideIdentityCheck, decideInvoice, lockReview, moveProductChange } from './reviews.store.ts'
import { findReview, type Review } from './reviews.reads.ts'
import { listReviewFiles } from './page/review-facts.store.ts'
import { recordAction, recordView, reasonForLetter, type StaffActor } from '../../people/audit/staff-audit.ts'
import type { Effect } from '../../people/audit/effect.ts'
import { sendFeeDecision } from '../fee-changes/fee-letters.ts'
import { decideWithdrawal } from '../../books/withdrawals/decide-withdrawal.ts'
import { closeReview } from '../../people/reviews/reviews.ts'

export type Decision = 'Approved' | 'Declined'
/**
 * Approves or declines a copy of a document or an uploaded invoice, declines a withdrawal, or settles a plan that could
 * not follow new fees. The family reads the words that staff wrote for it, or else the reason of a decline.
 */
export async function decideReview(
  deps: ChangeDeps,
  actor: StaffActor,
  reviewId: string,
  decision: Decision,
  comparison: Comparison = [],
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const known = await findReview(tx, reviewId)
    // Locked in the same order as saving a plan or completing a switch, so that there is no deadlock.
    if (known?.kind === 'Identity') await lockAccount(tx, known.accountId)
    const review = await lockOpenReview(tx, reviewId)
    if (review.kind === 'Identity') await decideIdentity(tx, deps, actor, review, { decision, comparison })
    else if (review.kind === 'Invoice') await decideInvoiceReview(tx, deps, actor, review, decision)
    else if (review.kind === 'Withdrawal' && decision === 'Declined')
      await decideWithdrawal(tx, deps, actor, review.subjectId, decision)
    else if (review.kind === 'FeeChange') await settleFees(tx, deps, actor, review, decision)
    else throw new Refusal('not_possible')
    await closeReview(tx, review, { status: decision, actor, at: deps.clock() })
  })
}

async function lockOpenReview(tx: Transaction, reviewId: string): Promise<Review> {
  const review = orNotFound(await lockReview(tx, reviewId))
  if (review.status !== 'Open') throw new Refusal('already_decided')
  return review
}

/** Needs two people: see `server/desk-api/approvals`. */
export async function approveWithdrawal(
  tx: Transaction,
  deps: ChangeDeps,
  actor: StaffActor,
  reviewId: string,
): Promise<Effect> {
  const review = await lockOpenReview(tx, reviewId)
  const { accountId, amount, currency } = await decideWithdrawal(
    tx,
    deps,
    actor,
    review.subjectId,
    'Approved',
  )
  await closeReview(tx, review, { status: 'Approved', actor, at: deps.clock() })
  return { accountId, summary: 'Withdrawal', amount, currency }
}

async function decideIdentity(
  tx: Transaction,
  deps: ChangeDeps,
  actor: StaffActor,
  review: Review,
  { decision, comparison }: { decision: Decision; comparison: Comparison },
): Promise<void> {
  const { accountId } = review
  const now = deps.clock()
  const isGood = decision === 'Approved'
  if (isGood) await refuseUncompared(tx, deps, { accountId, checkId: review.subjectId }, comparison)
  const outcome = isGood ? 'Pass' : 'Fail'
  checkTransition('An identity check', identityCheckTransitions, 'Waiting', outcome)
  if (!(await decideIdentityCheck(tx, review, { outcome, now }))) throw new Refusal('already_decided')
  // The set-up looks at open reviews, so this one is closed first.
  await closeReview(tx, review, { status: decision, actor, at: now })
  const step: Record<'from' | 'to', ProductChangeStatus> = isGood
    ? { from: 'VerifyYourIdentity', to: 'Processing' }
    : { from: 'Processing', to: 'VerifyYourIdentity' }
  checkTransition('A change of product', productChangeTransitions, step.from, step.to)
  await moveProductChange(tx, accountId, step)
  await advanceSetup(tx, deps, accountId)
  await recordAction(tx, actor, {
    subjectId: accountId,
    action: isGood ? 'IdentityApproved' : 'IdentityDeclined',
    at: now,
    details: { reviewId: review.id, identityCheckId: review.subjectId, ...comparisonOnRecord(comparison) },
  })
  await writeToMembers(tx, deps, accountId, ({ firstName, shortId }) => ({
    kind: 'IdentityReviewed',
    facts: {
      firstName,
      shortId,
      outcome: decision,
      ...reasonForLetter(actor, decision),
      portalUrl: `${deps.config.portalOrigin}${isGood ? '' : '/verify-identity'}`,
    },
  }))
}

async function decideInvoiceReview(
  tx: Transaction,
  deps: ChangeDeps,
  actor: StaffActor,
  review: Review,
  decision: Decision,
): Promise<void> {
  const { accountId } = review
  const isGood = decision === 'Approved'
  const invoice = await decideInvoice(tx, review, isGood ? 'Accepted' : 'Rejected')
  if (!invoice) throw new Refusal('already_decided')
  await recordAction(tx, actor, {
    subjectId: accountId,
    action: isGood ? 'InvoiceAccepted' : 'InvoiceRejected',
    at: deps.clock(),
    details: { reviewId: review.id, invoiceId: review.subjectId },
  })
  await writeToMembers(tx, deps, accountId, ({ firstName, shortId }) => ({
    kind: 'InvoiceReviewed',
    facts: {
      firstName,
      shortId,
      name: invoice.name,
      outcome: decision,
      ...reasonForLetter(actor, decision),
      portalUrl: `${deps.config.portalOrigin}/statements`,
    },
  }))
}

/** Records that staff settled by hand what new fees mean for a plan, or left it as it is. */
async function settleFees(
  tx: Transaction,
  deps: ChangeDeps,
  actor: StaffActor,
  { accountId, id, subjectId: planId }: Review,
  decision: Decision,
): Promise<void> {
  const tuitionYear = orNotFound(await findTuitionYear(tx, accountId, planId))
  const isSettled = decision === 'Approved'
  await recordAction(tx, actor, {
    subjectId: accountId,
    action: isSettled ? 'FeeReviewSettled' : 'FeeReviewDeclined',
    at: deps.clock(),
    details: { reviewId: id, planId },
  })
  const outcome = isSettled ? 'Settled' : 'Kept'
  await sendFeeDecision(tx, deps, { accountId, tuitionYear, outcome, ...reasonForLetter(actor, decision) })
}

const kindsWithFile = new Set<ReviewKind>(['Identity', 'Invoice', 'Discount', 'Plan'])

/** The copy, invoice or letter that a decision is about. Opening it is recorded with the viewer's name. */
export async function readReviewFile(
  deps: ChangeDeps,
  call: Pick<StaffActor, 'staff' | 'requestId'>,
  { reviewId, fileId: requestedId }: { reviewId: string; fileId?: string | undefined },
): Promise<AdmittedFile> {
  const review = await findReview(deps.db, reviewId)
  if (!review || !kindsWithFile.has(review.kind)) throw new Refusal('not_found')
  const files = await listReviewFiles(deps.db, review)
  const fileId = files.find(({ id }) => requestedId === undefined || id === requestedId)?.id ?? null
  // A letter is optional.
  const mayLack = review.kind === 'Plan' || review.kind === 'Discount'
  if (fileId === null && (mayLack || requestedId !== undefined)) throw new Refusal('not_found')
  const file = await openFile(deps.db, deps, { accountId: review.accountId, id: fileId })
  await recordView(deps, call, {
    subjectIds: [review.accountId],
    action: 'ReviewFileSeen',
    details: { reviewId, ...(fileId !== null && { fileId }) },
  })
  return file
}

/** The person named on a copy, and its numbers. Every view of them is recorded. */
export async function readReviewedIdentity(
  deps: ChangeDeps,
  call: Pick<StaffActor, 'staff' | 'requestId'>,
  reviewId: string,
): Promise<IdentityReview> {
  const review = await findReview(deps.db, reviewId)
  if (review?.kind !== 'Identity') throw new Refusal('not_found')
  const { accountId, subjectId } = review
  const identity = await readIdentityReview(deps, { accountId, checkId: subjectId })
  await recordView(deps, call, {
    subjectIds: [accountId],
    action: 'ReviewedIdentitySeen',
    details: { reviewId },
  })
  return identity
}
