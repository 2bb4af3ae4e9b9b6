import type { staffReviews } from '#contract/staff-reviews.ts'
import { calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/http.ts'
import { decideDiscount } from '../../payment-schedule/discount-review.ts'
import { approvePlan, changePlan, declinePlan, showPlan } from '../../payment-schedule/plan-review.ts'
import { endTemporaryPlan, startTemporaryPlan } from '../../payment-schedule/temporary-plan.ts'
import { decideSkip } from '../../plan-changes/decide-skip.ts'
import { decideReview, type Decision, readReviewedIdentity, readReviewFile } from './decisions.ts'
import { findReview } from './reviews.store.ts'
import { askForApproval } from '../approvals/ask.ts'
import { actorOf, type StaffActor } from '../access/staff-audit.ts'

export function staffReviewsRoutes(deps: Deps): Handlers<typeof staffReviews> {
  /** Plans, their discounts and skips have rules of their own; everything else is decided in one place. */
  const decide = async (
    actor: StaffActor,
    reviewId: string,
    decision: Decision,
    more: { startDate?: CalendarDate } = {},
  ) => {
    const review = await findReview(deps.db, reviewId)
    if (!review) throw new Refusal('not_found')
    const { accountId, kind, subjectId } = review
    if (kind === 'Plan') {
      const plan = { accountId, planId: subjectId }
      if (decision === 'Approved') await approvePlan(deps, actor, { ...plan, ...more })
      else await declinePlan(deps, actor, plan)
    } else if (kind === 'Discount')
      await decideDiscount(deps, actor, { accountId, discountId: subjectId, decision })
    else if (kind === 'Skip') await decideSkip(deps, actor, { accountId, changeId: subjectId, decision })
    else await decideReview(deps, actor, reviewId, decision)
    return {}
  }
  return {
    'GET /api/staff/reviews/:reviewId/file': async (call) => {
      const { name, contentType, bytes } = await readReviewFile(deps, call, call.params.reviewId)
      return { bytes, fileName: name, contentType }
    },
    'GET /api/staff/reviews/:reviewId/identity': (call) =>
      readReviewedIdentity(deps, call, call.params.reviewId),
    'POST /api/staff/reviews/:reviewId/approve': async (call) => {
      const { startDate } = call.body
      const { reviewId } = call.params
      if ((await findReview(deps.db, reviewId))?.kind === 'Withdrawal') {
        const wanted = { kind: 'Withdrawal' as const, key: reviewId, payload: { reviewId } }
        return { approval: await askForApproval(deps, call, wanted) }
      }
      const more = startDate === undefined ? {} : { startDate: calendarDate(startDate) }
      await decide(actorOf(call), reviewId, 'Approved', more)
      return { approval: null }
    },
    'POST /api/staff/reviews/:reviewId/decline': (call) =>
      decide(actorOf(call), call.params.reviewId, 'Declined'),
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
      return {}
    },
    'POST /api/staff/accounts/:accountId/plans/:planId/end-tailoring': async (call) => {
      await endTemporaryPlan(deps, actorOf(call), call.params)
      return {}
    },
  }
}
