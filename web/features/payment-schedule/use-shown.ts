import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PaymentSchedule } from '#contract/payment-schedule.ts'
import type { PlannerFacts } from './planner-facts.ts'
import { materialQuery, scheduleQuery } from './plan-queries.ts'

export type OfYear = {
  schedule: PaymentSchedule
  facts: PlannerFacts
  /** Of the year that a parent wants to get to from here: the next one from a plan to look at, else the last one. */
  beside: PaymentSchedule | undefined
}

type ShownPlan = Pick<OfYear, 'schedule' | 'facts'>

/** A plan that the family can look at, but not change. */
export function isFixed({ schedule, facts }: ShownPlan): boolean {
  return facts.whyNotEditable !== null || ['Current', 'Completed'].includes(schedule.planStatus)
}

/** What the page shows. A family that asks for no year and has paid for the last one gets the plan for the next. */
export function useShown(accountId: string, asked: number | undefined): OfYear | undefined {
  const first = useOfYear(accountId, asked)
  const isOver = asked === undefined && first?.schedule.planStatus === 'Completed'
  const next = isOver ? nextYearOf(first) : undefined
  const renewal = useOfYear(accountId, next, next === undefined)
  if (next === undefined || (renewal && isFixed(renewal))) return first
  return renewal
}

function nextYearOf({ schedule, facts }: ShownPlan): number | undefined {
  return facts.offer.planYearOptions.find(({ tuitionYear }) => tuitionYear > schedule.planYear)?.tuitionYear
}

/** All of it at once, or the page would jump; while another year is on its way, still the last one. */
function useOfYear(accountId: string, asked: number | undefined, isIdle = false): OfYear | undefined {
  const { data: schedule } = useQuery({ ...scheduleQuery(accountId, asked), enabled: !isIdle })
  const { data: facts } = useQuery({
    ...materialQuery(accountId, schedule?.planYear ?? 0),
    enabled: !isIdle && schedule !== undefined,
  })
  const known = schedule && facts && { schedule, facts }
  const yearBeside = known && (isFixed(known) ? nextYearOf(known) : schedule.planYear - 1)
  const { data: beside, isLoading } = useQuery({
    ...scheduleQuery(accountId, yearBeside),
    enabled: !isIdle && yearBeside !== undefined,
    // The page is as good without it.
    throwOnError: false,
  })
  const [last, setLast] = useState<OfYear>()
  if (isIdle || !known || isLoading) return last
  if (last?.schedule === schedule && last.facts === facts && last.beside === beside) return last
  const now = { ...known, beside }
  setLast(now)
  return now
}
