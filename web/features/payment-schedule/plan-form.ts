import type { PaymentPlan, PaymentSchedule } from '#contract/payment-schedule.ts'
import type { PlanOffer, PlanRequest } from '#domain/plan/plan-choices.ts'
import type { Region } from '#domain/region.ts'
import { normalised, type StoredVariances } from '#domain/plan/fee-variances.ts'
import { defaultFrequency, offeredFrequencies, type OfferedFrequency } from '#domain/plan/payment-schedule.ts'
import { lengthAmong, lengthsFor, type Lengths } from './plan-lengths.ts'

/** The choices of a parent. */
export type PlanForm = {
  planYear: number
  frequency: OfferedFrequency
  /** Null while none, or none that exists, is chosen. */
  startDate: string | null
  /** 0 while no length is chosen. */
  count: number
  variances: StoredVariances
}

/** The plan that a form was opened with; null for none. What was saved since must not be saved over. */
export type PlanBase = { id: string | null; version: number | null } | null

/** What a parent has changed, and what they changed it from. */
export type ChangedPlan = { form: PlanForm; base: PlanBase }

export function baseOf(schedule: PaymentSchedule): PlanBase {
  if (schedule.planStatus === 'None') return null
  return { id: schedule.accountPlanId, version: schedule.version }
}

export function emptyForm(planYear: number): PlanForm {
  return { planYear, frequency: defaultFrequency, startDate: null, count: 0, variances: normalised(null) }
}

/** The form as a plan has it. A rhythm that only staff can set is not on offer, so another one must be chosen. */
export function formOf(plan: PaymentPlan): PlanForm {
  return {
    planYear: plan.planYear,
    frequency: offeredFrequencies.find((offered) => offered === plan.repaymentPeriod) ?? defaultFrequency,
    startDate: plan.planStartDate,
    count: plan.repaymentCount,
    variances: normalised(plan.variances),
  }
}

export function startingForm(schedule: PaymentSchedule): PlanForm {
  return schedule.planStatus === 'None' ? emptyForm(schedule.planYear) : formOf(schedule)
}

/**
 * The form after a change. Another date or rhythm may leave the chosen length without an offer; `before` is what it was
 * chosen among. A length that is part of the change was chosen with it.
 */
export function changedForm(
  form: PlanForm,
  change: Partial<PlanForm>,
  before: Lengths,
  on: { offer: PlanOffer; region: Region },
): PlanForm {
  const next = { ...form, ...change }
  const isMoved = next.startDate !== form.startDate || next.frequency !== form.frequency
  if (!isMoved) return next
  const after = lengthsFor(next, on)
  const isOwnChoice = change.count !== undefined && after.allowedDurations.includes(change.count)
  return isOwnChoice ? next : { ...next, count: lengthAmong(form.count, before, after) }
}

/** The plan request of a form; undefined until it is complete enough for a calculation. */
export function requestOf(
  { planYear, frequency, startDate, count, variances }: PlanForm,
  base: PlanBase,
): PlanRequest | undefined {
  if (startDate === null || count === 0) return undefined
  return {
    paymentSchedule: {
      accountPlanId: base?.id ?? null,
      version: base?.version ?? null,
      planYear,
      startDate,
      planDuration: count,
      repaymentCount: count,
      repaymentPeriod: frequency,
    },
    variances,
  }
}
