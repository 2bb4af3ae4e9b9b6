import type { CalendarDate } from '../calendar/calendar.ts'
import { cents, toDecimal, type Cents } from '../money.ts'
import type { InstalmentStatus } from '../repayments.ts'
import type { PlanPaymentStatus, PlanStatus } from './payment-schedule.ts'

/** A payment of a plan that is not cancelled. */
export type Instalment = {
  collectOn: CalendarDate
  amount: Cents
  /** What other payments of the family have paid of it. */
  covered: Cents
  status: Exclude<InstalmentStatus, 'Cancelled'>
  retryOn: CalendarDate | null
}

export type PlanWithInstalments<Each extends Instalment = Instalment> = {
  status: Exclude<PlanStatus, 'None'>
  /** In the order of their days. */
  instalments: readonly Each[]
}

/** Instalments of these plans are collected; those of all others wait, or are over. */
export const collectedPlanStatuses = ['Current', 'Saved'] as const satisfies readonly PlanStatus[]

const isCollected = ({ status }: PlanWithInstalments) =>
  (collectedPlanStatuses as readonly PlanStatus[]).includes(status)

type Paid = Pick<Instalment, 'status' | 'amount' | 'covered'>

/** What is still owing of an instalment. */
export function owingOf({ status, amount, covered }: Paid): Cents {
  return cents(status === 'Paid' ? 0 : amount - covered)
}

/** What a family has paid of its plan: paid instalments, and what is covered of the others. */
export function paidSoFar(instalments: readonly Paid[]): Cents {
  return cents(instalments.reduce((sum, instalment) => sum + instalment.amount - owingOf(instalment), 0))
}

/** What is left of a plan; never less than nothing. */
export function remainingOf({ total, instalments }: { total: Cents; instalments: readonly Paid[] }): Cents {
  return cents(Math.max(0, total - paidSoFar(instalments)))
}

/**
 * What of an instalment is collected as such: what the family's other payments leave of it, or all of it where they
 * have paid the whole.
 */
export function collectedOf({ amount, covered }: Pick<Instalment, 'amount' | 'covered'>): Cents {
  return cents(covered === amount ? amount : amount - covered)
}

/** The day on which an instalment is collected, or tried again after it failed. */
export const dayOf = ({ retryOn, collectOn }: Pick<Instalment, 'retryOn' | 'collectOn'>): CalendarDate =>
  retryOn ?? collectOn

const waits = (instalment: Instalment) =>
  (instalment.status === 'Scheduled' || instalment.status === 'Retrying') && owingOf(instalment) > 0

export type NextPayment<Plan extends PlanWithInstalments> = {
  plan: Plan
  instalment: Plan['instalments'][number]
  /** The instalment before it; undefined for the first of a plan. */
  previous: Plan['instalments'][number] | undefined
}

/** What is collected next of all plans of an account. */
export function nextPayment<Plan extends PlanWithInstalments>(
  plans: readonly Plan[],
): NextPayment<Plan> | undefined {
  let next: NextPayment<Plan> | undefined
  for (const plan of plans.filter(isCollected)) {
    let previous: Plan['instalments'][number] | undefined
    for (const instalment of plan.instalments) {
      if (waits(instalment) && (!next || dayOf(instalment) < dayOf(next.instalment)))
        next = { plan, instalment, previous }
      previous = instalment
    }
  }
  return next
}

const shownStatus: Record<Instalment['status'], PlanPaymentStatus> = {
  Scheduled: 'ToCome',
  Collecting: 'Pending',
  // It may be tried again, but it has failed: the family should know.
  Retrying: 'Failed',
  Overdue: 'Failed',
  Paid: 'Paid',
}

/** The instalments of a plan with what the family reads about each. */
export function shownPayments(
  plan: PlanWithInstalments,
): { date: CalendarDate; amount: number; status: PlanPaymentStatus }[] {
  const next = isCollected(plan)
    ? plan.instalments.find((instalment) => instalment.status === 'Scheduled' && owingOf(instalment) > 0)
    : undefined
  return plan.instalments.map((instalment) => ({
    date: instalment.collectOn,
    amount: toDecimal(instalment.amount),
    status: instalment === next ? 'Next' : shownStatus[instalment.status],
  }))
}
