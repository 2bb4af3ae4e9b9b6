import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import { cents } from '#domain/money.ts'
import {
  discountName,
  isSameDiscount,
  withoutDiscount,
  type RequestedDiscount,
} from '#domain/plan/declared-discounts.ts'
import { comingOf } from '#domain/plan/changes/coming.ts'
import { normalised } from '#domain/plan/fee-variances.ts'
import type { Plan } from '#domain/plan/plan.ts'
import { durationsOffered, planEditCutOffBusinessDays } from '#domain/plan/payment-schedule.ts'
import { replanRest } from '#domain/plan/replan.ts'
import { fieldRefusal, orNotFound, Refusal } from '#domain/refusal.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import { planYearsOf } from '../../people/accounts/plan-years.ts'
import { advanceSetup } from '../../people/accounts/setup-steps.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import type { MessageFacts } from '../../letters/messages/message.ts'
import { recordAction, reasonForLetter, type StaffActor } from '../../people/audit/staff-audit.ts'
import { settleDiscount } from './declared-discounts.store.ts'
import { findDiscount } from './declared-discounts.reads.ts'
import { closeReviewsOf } from '../../people/reviews/reviews.ts'
import type { StoredPlan } from './plan-facts.reads.ts'
import { writeOfDiscount } from './plan-letters.ts'
import { planMaterial, type MaterialOfAccount } from './plan-material.ts'
import { findTuitionYear } from './plan.reads.ts'
import { lockPlans, putPlan } from './put-plan.ts'
import { changesOf } from './save-plan.ts'

type Decided = {
  accountId: string
  discountId: string
  decision: 'Approved' | 'Declined'
}

/**
 * Confirms or declines a discount that a family has declared. A confirmed one loses its mark. A declined one is taken
 * off the plan: payments that were collected stay, and the rest is planned again on the same days.
 */
export async function decideDiscount(
  deps: Deps,
  actor: StaffActor,
  { accountId, discountId, decision }: Decided,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockPlans(tx, accountId)
    const at = deps.clock()
    const discount = orNotFound(await findDiscount(tx, { accountId, id: discountId }))
    if (discount.status !== 'Declared') throw new Refusal('already_decided')
    const tuitionYear = await findTuitionYear(tx, accountId, discount.planId)
    if (tuitionYear === undefined) throw new Refusal('not_found')
    const material = await planMaterial(tx, { accountId, tuitionYear, now: at })
    const { plan } = material
    if (plan?.status === 'ManualReview') throw new Refusal('already_decided')
    if (!plan) throw new Refusal('not_found')
    const isGood = decision === 'Approved'
    const name = discountName(discount, material.enrolments, material.region)
    await settleDiscount(tx, { accountId, id: discountId, status: isGood ? 'Confirmed' : 'Declined', at })
    await closeReviewsOf(tx, { accountId, subjectId: discountId, status: decision, actor, at })
    const after = isGood ? null : await takeOffPlan(tx, actor, { material, plan, discount, at })
    await recordAction(tx, actor, {
      subjectId: accountId,
      action: isGood ? 'DiscountConfirmed' : 'DiscountDeclined',
      at,
      details: {
        discountId,
        planId: plan.id,
        discount: name,
        ...(after && changesOf(plan, after)),
      },
    })
    await writeOfDiscount(tx, deps, accountId, {
      tuitionYear,
      discount: name,
      ...reasonForLetter(actor, decision),
      change: after && changeOf(plan, after),
    })
    await advanceSetup(tx, deps, accountId)
  })
}

async function takeOffPlan(
  tx: Transaction,
  actor: StaffActor,
  {
    material,
    plan,
    discount,
    at,
  }: { material: MaterialOfAccount; plan: StoredPlan; discount: RequestedDiscount; at: Date },
): Promise<Plan> {
  if (plan.status === 'Completed')
    throw fieldRefusal({
      reviewId:
        'The plan is completed. Ask the family for the amount with a payment request, then approve this with that reason',
    })
  const changed = planWithout(material, plan, discount, at)
  const declared = plan.discounts.filter(
    (each) => each.status === 'Declared' && !isSameDiscount(each, discount),
  )
  await putPlan(tx, material, changed, {
    status: plan.status,
    savedBy: 'Staff',
    savedById: actor.staff.staffId,
    at,
    declared,
  })
  return changed
}

/** Calculates the plan again: settled payments stay unchanged, and the others keep their days. */
export function planWithout(
  material: MaterialOfAccount,
  plan: StoredPlan,
  discount: RequestedDiscount,
  at: Date,
): Plan {
  const { account } = material
  const today = dateIn(account.region, at)
  const days = comingOf(plan.payments)
  const changed = replanRest(
    material,
    {
      tuitionYear: plan.tuitionYear,
      frequency: plan.frequency,
      ...(days.length > 0
        ? { startDate: plan.startDate, count: days.length }
        : daysForMore(material, plan, today)),
      variances: withoutDiscount(normalised(plan.variances), discount),
    },
    days,
    { coverFrom: plan.coverFrom, coversOutstandingFees: plan.outstandingFeesCovered },
  )
  if (!changed) throw new Refusal('no_fees')
  return changed
}

/** Plans new payments for a plan that had nothing left to collect: as late and as many as a plan may have. */
function daysForMore({ account }: MaterialOfAccount, plan: StoredPlan, today: CalendarDate) {
  const options = planYearsOf(account, account, today)
  const option = options.find(({ tuitionYear }) => tuitionYear === plan.tuitionYear)
  const earliest =
    option?.minStartDate ?? addBusinessDays(today, planEditCutOffBusinessDays, bankCalendarOf(account.region))
  const startDate = plan.startDate > earliest ? plan.startDate : earliest
  const lengths = durationsOffered(startDate, plan.tuitionYear, account)
  const count = lengths.find(({ period }) => period === plan.frequency)?.defaultDuration
  return { startDate, count: count || 1 }
}

/** The change as the family reads it: the total, and the payments still to come. */
function changeOf(plan: StoredPlan, after: Plan): NonNullable<MessageFacts['DiscountReviewed']['change']> {
  const [before] = comingOf(plan.payments)
  const [first] = after.instalments
  return {
    totalBefore: plan.totalMinor,
    totalAfter: after.total,
    paymentBefore: before?.amount ?? cents(0),
    paymentAfter: first?.amount ?? cents(0),
    count: after.instalments.length,
    from: first?.collectOn ?? null,
  }
}
