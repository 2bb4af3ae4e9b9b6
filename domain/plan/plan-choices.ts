import { calendarDate, formatDate, type CalendarDate } from '../calendar/calendar.ts'
import { declaredDiscounts, needsReview, type RequestedDiscount } from './declared-discounts.ts'
import { normalised, variancesToUse, type SentVariances } from './fee-variances.ts'
import { calculatePlan, type Plan, type PlanChoices } from './plan.ts'
import type { PlanMaterial } from './plan-material.ts'
import { attendingIn } from './school-charges.ts'
import { amountProblems } from './typed-amounts.ts'
import { durationsOffered, type OfferedFrequency, type PlanYearOption } from './payment-schedule.ts'
import { Refusal } from '../refusal.ts'

/** The plan choices that a form sends. */
export type PlanRequest = {
  paymentSchedule: {
    accountPlanId?: string | null | undefined
    version?: number | null | undefined
    planYear: number
    startDate: string
    planDuration: number
    repaymentCount: number
    repaymentPeriod: OfferedFrequency
  }
  variances?: SentVariances | null | undefined
}

/** The choices available to the account today, by its school's rules. */
export type PlanOffer = {
  today: CalendarDate
  planYearOptions: PlanYearOption[]
  /** The school offers one length only, to the end of its year. */
  onlyLongestPlans: boolean
  allowFeeVarianceUpdates: boolean
  allowOutstandingFeeUpdates: boolean
  requiresManualReview: boolean
}

export type PlanDraft = {
  plan: Plan
  needsReview: boolean
  /** The discounts that the family declared and that are not confirmed. */
  declared: RequestedDiscount[]
}

/**
 * The plan that a request would give. The portal calls this at every keystroke, and the server before it replies or
 * saves, so that both come to the same figures. Undefined while the school has no fees.
 */
export function draftPlan(
  material: PlanMaterial,
  request: PlanRequest,
  offer: PlanOffer,
): PlanDraft | undefined {
  const choices = choicesOf(material, request, offer)
  const attending = attendingIn(material, choices.tuitionYear) ?? []
  const onFile = material.plan ? normalised(material.plan.variances) : undefined
  const fields = amountProblems(choices.variances, onFile, material, attending)
  if (Object.keys(fields).length > 0) throw new Refusal('invalid_request', { fields })
  const plan = calculatePlan(material, choices)
  if (!plan) return undefined
  return {
    plan,
    declared: declaredDiscounts(choices.variances, attending, material.plan),
    needsReview: needsReview(
      choices.variances,
      { attending, students: plan.students },
      { plan: material.plan, schoolRequiresManualReview: offer.requiresManualReview },
    ),
  }
}

/** The family's choices, checked against the offer. */
function choicesOf(
  material: PlanMaterial,
  { paymentSchedule, variances }: PlanRequest,
  offer: PlanOffer,
): PlanChoices {
  const { plan, region } = material
  const { accountPlanId, planYear, repaymentPeriod, repaymentCount } = paymentSchedule
  if (accountPlanId && accountPlanId !== plan?.id) throw new Refusal('not_found')
  const startDate = calendarDate(paymentSchedule.startDate)
  const why = whyNotOffered({ ...paymentSchedule, startDate }, offer, region)
  if (why) throw new Refusal('invalid_request', { fields: { [`paymentSchedule.${why[0]}`]: why[1] } })
  return {
    tuitionYear: planYear,
    frequency: repaymentPeriod,
    startDate,
    count: repaymentCount,
    variances: variancesToUse(variances, plan, offer),
  }
}

type Schedule = PlanRequest['paymentSchedule'] & { startDate: CalendarDate }

/** The error of each invalid field. */
function whyNotOffered(
  { planYear, startDate, planDuration, repaymentCount, repaymentPeriod }: Schedule,
  offer: PlanOffer,
  region: PlanMaterial['region'],
): [field: string, why: string] | undefined {
  const option = offer.planYearOptions.find(({ tuitionYear }) => tuitionYear === planYear)
  if (!option) return ['planYear', 'No plan can be made for this school year']
  const outside = whyNotStart(startDate, option)
  if (outside) return ['startDate', outside]
  const durations = durationsOffered(startDate, planYear, { region, ...offer })
  const lengths = durations.find(({ period }) => period === repaymentPeriod)
  if (!lengths?.allowedDurations.includes(repaymentCount))
    return ['repaymentCount', 'This plan length is not offered for this first payment date']
  // One number, named twice: the length in the plan's own period.
  if (planDuration !== repaymentCount)
    return ['planDuration', 'The plan length and the number of payments differ']
  return undefined
}

/** The error of a first payment date that the year does not allow. */
export function whyNotStart(
  startDate: CalendarDate,
  { minStartDate, maxStartDate }: Pick<PlanYearOption, 'minStartDate' | 'maxStartDate'>,
): string | undefined {
  if (startDate >= minStartDate && startDate <= maxStartDate) return undefined
  return `First payment date must be between ${formatDate(minStartDate)} and ${formatDate(maxStartDate)}`
}
