import type { FlexiblePlan } from '#contract/plan-changes.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { ComingPayment } from '#domain/plan/changes/coming.ts'
import type { MoveFacts } from '#domain/plan/changes/move.ts'
import type { PlanOfYear } from '../plan/plan-queries.ts'

type Flexible = Pick<PlanOfYear, 'facts'> & { flexible: FlexiblePlan }

export type Coming = ComingPayment & { on: CalendarDate; method?: string }

/** The payments to come. The server has checked them; here they get their types back. */
export function comingOf({ flexible }: Flexible): Coming[] {
  return flexible.coming as Coming[]
}

/** The facts that decide about moves of a plan's payments. */
export function moveFacts(plan: Flexible): MoveFacts {
  const { facts, flexible } = plan
  return {
    today: facts.offer.today,
    calendar: facts.material.calendar,
    lastDay: flexible.lastDay as CalendarDate,
    movesLeft: flexible.movesLeft,
    rules: flexible.rules,
    coming: comingOf(plan),
  }
}
