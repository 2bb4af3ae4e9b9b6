import { calendarDate, formatDate, type CalendarDate } from '../calendar/calendar.ts'
import { declaredDiscounts, needsReview, type DiscountWish } from './declared-discounts.ts'
import { normalised, variancesToUse, type SentVariances } from './fee-variances.ts'
import { calculatePlan, type Plan, type PlanChoices } from './plan.ts'
import type { PlanMaterial } from './plan-material.ts'
import { attendingIn } from './school-charges.ts'
import { amountTroubles } from './typed-amounts.ts'
import { durationsOffered, type OfferedFrequency, type PlanYearOption } from './payment-schedule.ts'
import { Refusal } from '../refusal.ts'

/** The plan that a family asks for, as the form sends it. */
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

/** What the account may choose among, by its school's rules and on this day. */
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
  /** The discounts that rest on the family's word so far. */
  declared: DiscountWish[]
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
  const fields = amountTroubles(choices.variances, onFile, material, attending)
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

/** What a family chose, checked against what it is offered. */
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

/** The field, and what is wrong with it. */
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

/** What the form says of a first payment date that the year does not allow. */
export function whyNotStart(
  startDate: CalendarDate,
  { minStartDate, maxStartDate }: Pick<PlanYearOption, 'minStartDate' | 'maxStartDate'>,
): string | undefined {
  if (startDate >= minStartDate && startDate <= maxStartDate) return undefined
  return `First payment date must be between ${formatDate(minStartDate)} and ${formatDate(maxStartDate)}`
}
