import type { CalendarDate } from '../calendar/calendar.ts'
import { cents, type Cents } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { afterNotice } from '../repayments.ts'
import { comingOf } from './changes/coming.ts'
import { normalised } from './fee-variances.ts'
import type { Frequency } from './payment-schedule.ts'
import { calculatePlan, planTotals, type Plan, type PlanChoices, type PlanOverrides } from './plan.ts'
import type { FeeScheduleFacts, PlanMaterial, PlanOnFile } from './plan-material.ts'
import { owingOf, type Instalment } from './plan-payments.ts'

/** The effect of a school's changed fees for a tuition year on each plan that was made with them. */

export const feeChangeOutcomes = ['Recalculated', 'Review', 'Unchanged'] as const
export type FeeChangeOutcome = (typeof feeChangeOutcomes)[number]

/** The reasons why a plan cannot be recalculated automatically, with their texts for staff. */
export const feeReviewReasons = {
  Tailored: 'the plan is tailored for this family',
  InReview: 'the plan is still waiting for its review, now with the new fees',
  Completed: 'all payments of the plan are made',
  BelowCollected: 'less is charged now than was collected or is being collected',
  NothingLeft: 'no payment is left that could take the difference',
  TooSmall: 'the payments that are left would be too small',
  ChoiceGone: 'the family chose something that the school no longer offers',
  NoFees: 'the school of a student has no fees for this year',
  OtherChanges: 'something besides the fees has changed since the plan was saved',
  NotCalculable: 'the plan could not be calculated',
} as const
export type FeeReviewReason = keyof typeof feeReviewReasons

/** Null if the year had no fees before; plans were then based on those of the previous year. */
export type FeeChange = {
  institutionId: string
  year: number
  before: FeeScheduleFacts | null
  after: FeeScheduleFacts
}

/** The facts about a plan besides those that its calculation needs. */
export type PlanToFollow = PlanOnFile & {
  tuitionYear: number
  tailoredType: string | null
  frequency: Frequency
  periodicAmountMinor: Cents
  totalMinor: Cents
  payments: Instalment[]
}

export type PlanAmounts = {
  total: Cents
  /** Null until staff have decided. */
  toCollect: Cents | null
  /** The amount of each payment except the last. */
  each: Cents | null
}

export type PlanAfterFees = { before: PlanAmounts; after: PlanAmounts | null } & (
  | { outcome: 'Unchanged' }
  /** With the recalculated plan, if a plan in review was recalculated. */
  | { outcome: 'Review'; reason: FeeReviewReason; plan?: Plan }
  | {
      outcome: 'Recalculated'
      plan: Plan
      /** The day of the first changed payment. */
      firstOn: CalendarDate | null
    }
)

/**
 * The effect of a fee change on a plan. Only the fees change: the days, the credit that was counted in and what staff
 * have set stay. Payments that are made, under way or owed stay too, and the others share the difference.
 */
export function planAfterFees(
  material: PlanMaterial & { plan: PlanToFollow },
  change: FeeChange,
  today: CalendarDate,
): PlanAfterFees {
  const { plan } = material
  const before = amountsOnFile(plan)
  const then = sumWith(material, change.before, change)
  const now = sumWith(material, change.after, change)
  const review = (reason: FeeReviewReason): PlanAfterFees => ({
    outcome: 'Review',
    reason,
    before,
    after: typeof now === 'number' ? { total: now, toCollect: null, each: null } : null,
  })
  if (now === then || now === plan.totalMinor) return { outcome: 'Unchanged', before, after: before }
  if (typeof now !== 'number') return review(now)
  if (plan.status === 'Completed') return review('Completed')
  if (plan.tailoredType !== null) return review('Tailored')
  if (then !== plan.totalMinor) return review('OtherChanges')
  const [choices, overrides] = choicesToKeep(plan)
  if (plan.status !== 'ManualReview') {
    if (now < plan.settledMinor) return review('BelowCollected')
    if (now > plan.settledMinor && choices.count === 0) return review('NothingLeft')
  }
  const follows = orRefused(() => calculatePlan(withFees(material, change.after, change), choices, overrides))
  if (!follows) return review(plan.status === 'ManualReview' ? 'InReview' : 'TooSmall')
  const after = {
    total: follows.total,
    toCollect: cents((before.toCollect ?? 0) + follows.total - plan.totalMinor),
    each: follows.instalments[0]?.amount ?? cents(0),
  }
  if (plan.status === 'ManualReview')
    return { outcome: 'Review', reason: 'InReview', before, after, plan: follows }
  const [first] = follows.instalments
  const earliest = afterNotice(today, material.calendar)
  const firstOn = first ? (first.collectOn > earliest ? first.collectOn : earliest) : null
  return { outcome: 'Recalculated', before, after, plan: follows, firstOn }
}

function amountsOnFile(plan: PlanToFollow): PlanAmounts {
  const { totalMinor: total, periodicAmountMinor } = plan
  // A plan in review promises nothing yet: all of it is still to be collected.
  if (plan.status === 'ManualReview') return { total, toCollect: total, each: periodicAmountMinor }
  const toCollect = plan.payments.reduce((sum, payment) => sum + owingOf(payment), 0)
  const [next] = comingOf(plan.payments)
  return { total, toCollect: cents(toCollect), each: next?.amount ?? cents(0) }
}

/** The plan as it stands, so that nothing but its fees changes. */
function choicesToKeep(plan: PlanToFollow): [PlanChoices, PlanOverrides] {
  const { tuitionYear, frequency } = plan
  const variances = normalised(plan.variances)
  const kept = {
    coverFrom: plan.coverFrom,
    coversOutstandingFees: plan.outstandingFeesCovered,
    balanceAtStart: plan.balanceAtStartMinor,
  }
  if (plan.status === 'ManualReview')
    return [
      { tuitionYear, frequency, startDate: plan.startDate, count: plan.repaymentCount, variances },
      kept,
    ]
  const days = comingOf(plan.payments)
  const startDate = days[0]?.dueOn ?? plan.startDate
  return [
    { tuitionYear, frequency, startDate, count: days.length, variances },
    { ...kept, days },
  ]
}

/** The plan's amounts with these fees, or the reason why they cannot be calculated. */
function sumWith(
  material: PlanMaterial & { plan: PlanToFollow },
  fees: FeeScheduleFacts | null,
  change: FeeChange,
): Cents | 'ChoiceGone' | 'NoFees' {
  const [choices, overrides] = choicesToKeep(material.plan)
  try {
    return planTotals(withFees(material, fees, change), choices, overrides)?.total ?? 'NoFees'
  } catch (error) {
    if (error instanceof Refusal) return 'ChoiceGone'
    throw error
  }
}

/** The same material whether the new fees are written already or not. */
function withFees(
  material: PlanMaterial,
  fees: FeeScheduleFacts | null,
  { institutionId, year }: FeeChange,
): PlanMaterial {
  const others = material.schedules.filter(
    (schedule) => schedule.institutionId !== institutionId || schedule.year !== year,
  )
  return { ...material, schedules: fees ? [...others, fees] : others }
}

function orRefused<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
