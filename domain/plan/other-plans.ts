import type { CalendarDate } from '../calendar/calendar.ts'
import { cents, type Cents } from '../money.ts'
import {
  isCollected,
  owingOf,
  type DayOf,
  type Instalment,
  type PlanWithInstalments,
} from './plan-payments.ts'

/** The remaining debt of a family for a plan. */
export type OwedOfPlan = {
  remaining: Cents
  /** The part that is no longer collected automatically. */
  overdue: Cents
  /** The next collection of this plan alone; null without one. */
  next: { on: CalendarDate; amount: Cents } | null
  /** The day of its last collection; null without one. */
  lastOn: CalendarDate | null
}

export function owedOf(plan: PlanWithInstalments, dayOf: DayOf): OwedOfPlan {
  const unpaid = plan.instalments.filter((instalment) => owingOf(instalment) > 0)
  const overdue = unpaid.filter(({ status }) => status === 'Overdue')
  const toCome = (isCollected(plan) ? unpaid : [])
    .filter(({ status }) => status === 'Scheduled' || status === 'Retrying')
    .map((instalment) => ({ instalment, on: dayOf(instalment) }))
  const days = toCome.map(({ on }) => on).toSorted()
  const [first] = days
  const ofFirst = toCome.filter(({ on }) => on === first).map(({ instalment }) => instalment)
  return {
    remaining: sumOf(unpaid),
    overdue: sumOf(overdue),
    next: first === undefined ? null : { on: first, amount: sumOf(ofFirst) },
    lastOn: days.at(-1) ?? null,
  }
}

const sumOf = (instalments: readonly Instalment[]) =>
  cents(instalments.reduce((sum, instalment) => sum + owingOf(instalment), 0))
