import { useQuery } from '@tanstack/react-query'
import type { PlanMaterialReply } from '#contract/payment-schedule.ts'
import type { FlexiblePlan } from '#contract/plan-changes.ts'
import { planOfYearQuery, type PlanOfYear } from '../payment-schedule/plan-queries.ts'

/** A plan that runs, with what can be changed of it. */
export type RunningPlan = PlanOfYear & {
  flexible: FlexiblePlan
  onFile: NonNullable<PlanMaterialReply['plan']>
}

/** The plan that runs; of a year, where there are several. Undefined while it is on its way, null where none runs. */
export function useRunningPlan(accountId: string, year?: number): RunningPlan | null | undefined {
  const { data } = useQuery(planOfYearQuery(accountId, year))
  if (!data) return undefined
  const { flexible, facts } = data
  const onFile = facts.material.plan as RunningPlan['onFile'] | null
  return flexible && onFile ? { ...data, flexible, onFile } : null
}
