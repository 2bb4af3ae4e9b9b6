import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isFixed, nextYearOffered } from '#domain/plan/shown-plan.ts'
import { planOfYearQuery, type PlanOfYear } from '../plan/plan-queries.ts'

/** A plan that the family can look at, but not change. */
export function isToLookAt({ schedule, facts }: PlanOfYear): boolean {
  return isFixed({ planStatus: schedule.planStatus, whyNotEditable: facts.whyNotEditable })
}

/** What the page shows. A family that asks for no year and has paid for the last one gets the plan for the next. */
export function useShown(accountId: string, asked: number | undefined): PlanOfYear | undefined {
  const { data: first } = useQuery({
    ...planOfYearQuery(accountId, asked),
    // Until another year has come, the page stays.
    placeholderData: keepPreviousData,
  })
  const next = asked === undefined && first?.schedule.planStatus === 'Completed' ? nextOf(first) : undefined
  const { data: renewal } = useQuery({ ...planOfYearQuery(accountId, next), enabled: next !== undefined })
  if (next === undefined || (renewal && isToLookAt(renewal))) return first
  return renewal
}

function nextOf({ schedule: { planYear }, facts: { offer } }: PlanOfYear): number | undefined {
  return nextYearOffered({ planYear, planYearOptions: offer.planYearOptions })
}
