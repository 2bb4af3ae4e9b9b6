import type { staffReviews } from '#contract/staff-reviews.ts'
import { calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Comparison } from '#domain/reviews.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { decideDiscount } from '../../plans/payment-schedule/discount-review.ts'
import { approvePlan, changePlan, declinePlan, showPlan } from '../../plans/payment-schedule/plan-review.ts'
import { endTemporaryPlan, startTemporaryPlan } from '../../plans/payment-schedule/temporary-plan.ts'
import { decideSkip } from '../../plans/plan-changes/decide-skip.ts'
import { decideReview, type Decision, readReviewedIdentity, readReviewFile } from './decisions.ts'
import { correctIdentity } from './compared-identity.ts'
import { showReview } from './page/review-page.ts'
import { findReview } from './reviews.reads.ts'
import { namingDecider } from './saying-who-decided.ts'
import { undoReview } from './undo-review.ts'
import { askForApproval } from '../approvals/ask.ts'
import { actorOf, type StaffActor } from '../../people/audit/staff-audit.ts'

export function staffReviewsRoutes(deps: Deps): Handlers<typeof staffReviews> {
  /** Plans, discounts and skips have their own rules; all other kinds are decided in one place. */
  const decide = async (
    actor: StaffActor,
    reviewId: string,
    decision: Decision,
    { comparison, ...more }: { startDate?: CalendarDate; comparison?: Comparison | undefined } = {},
  ) => {
    const review = orNotFound(await findReview(deps.db, reviewId))
    if (review.status !== 'Open') throw new Refusal('already_decided')
    const { accountId, kind, subjectId } = review
    if (kind === 'Plan') {
      const plan = { accountId, planId: subjectId }
      if (decision === 'Approved') await approvePlan(deps, actor, { ...plan, ...more })
      else await declinePlan(deps, actor, plan)
    } else if (kind === 'Discount')
      await decideDiscount(deps, actor, { accountId, discountId: subjectId, decision })
    else if (kind === 'Skip') await decideSkip(deps, actor, { accountId, changeId: subjectId, decision })
    else await decideReview(deps, actor, reviewId, decision, comparison)
  }
  return {
    'GET /api/staff/reviews/:reviewId': (call) => showReview(deps, call, call.params.reviewId),
    'GET /api/staff/reviews/:reviewId/file': async (call) => {
      const key = { reviewId: call.params.reviewId, fileId: call.query.fileId }
      const { name, contentType, bytes } = await readReviewFile(deps, call, key)
      return { bytes, fileName: name, contentType }
    },
    'GET /api/staff/reviews/:reviewId/identity': (call) =>
      readReviewedIdentity(deps, call, call.params.reviewId),
    'POST /api/staff/reviews/:reviewId/identity/correct': (call) => {
      const { fact, value } = call.body
      return correctIdentity(deps, actorOf(call), { reviewId: call.params.reviewId, fact, value })
    },
    'POST /api/staff/reviews/:reviewId/approve': async (call) => {
      const { startDate, words, comparison } = call.body
      const { reviewId } = call.params
      return namingDecider(deps, reviewId, async () => {
        if ((await findReview(deps.db, reviewId))?.kind === 'Withdrawal') {
          const payload = { reviewId, ...(words !== undefined && { words }) }
          const request = { kind: 'Withdrawal' as const, key: reviewId, payload }
          return { approval: await askForApproval(deps, call, request) }
        }
        const more = { comparison, ...(startDate !== undefined && { startDate: calendarDate(startDate) }) }
        await decide(actorOf(call), reviewId, 'Approved', more)
        return { approval: null }
      })
    },
    'POST /api/staff/reviews/:reviewId/decline': (call) => {
      const { reviewId } = call.params
      const { comparison } = call.body
      return namingDecider(deps, reviewId, () => decide(actorOf(call), reviewId, 'Declined', { comparison }))
    },
    'POST /api/staff/reviews/:reviewId/undo': (call) => undoReview(deps, actorOf(call), call.params.reviewId),
    'GET /api/staff/accounts/:accountId/plans/:year': (call) =>
      showPlan(deps, call, { accountId: call.params.accountId, tuitionYear: call.params.year }),
    'POST /api/staff/accounts/:accountId/plans': (call) => {
      const { startDate, coverFrom, coversOutstandingFees, version, variances, ...change } = call.body
      return changePlan(deps, actorOf(call), {
        accountId: call.params.accountId,
        tuitionYear: change.tuitionYear,
        frequency: change.frequency,
        count: change.count,
        startDate: calendarDate(startDate),
        ...(variances !== undefined && { variances }),
        ...(coverFrom !== undefined && { coverFrom: coverFrom === null ? null : calendarDate(coverFrom) }),
        ...(coversOutstandingFees !== undefined && { coversOutstandingFees }),
        ...(version !== undefined && { version }),
      })
    },
    'POST /api/staff/accounts/:accountId/plans/:planId/tailor': async (call) => {
      const { type, until } = call.body
      await startTemporaryPlan(deps, actorOf(call), { ...call.params, type, until: calendarDate(until) })
    },
    'POST /api/staff/accounts/:accountId/plans/:planId/end-tailoring': (call) =>
      endTemporaryPlan(deps, actorOf(call), call.params),
  }
}
