import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import type { PlanMaterialReply } from '#contract/payment-schedule.ts'
import type { FlexiblePlan } from '#contract/plan-changes.ts'
import { planOfYearQuery, type PlanOfYear } from '../plan/plan-queries.ts'
import { yearIn } from '../plan/year-in-address.ts'

/** A plan that runs, with what can be changed of it. */
export type RunningPlan = PlanOfYear & {
  flexible: FlexiblePlan
  onFile: NonNullable<PlanMaterialReply['plan']>
}

/**
 * The plan that runs; of the year in the address, where there are several. Undefined while it is on its way, null where
 * none runs.
 */
export function useRunningPlan(accountId: string): RunningPlan | null | undefined {
  const [search] = useSearchParams()
  const { data } = useQuery(planOfYearQuery(accountId, yearIn(search)))
  if (!data) return undefined
  const { flexible, facts } = data
  const onFile = facts.material.plan as RunningPlan['onFile'] | null
  return flexible && onFile ? { ...data, flexible, onFile } : null
}
