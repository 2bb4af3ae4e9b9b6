import type { PlanStatus, PlanYearOption } from './payment-schedule.ts'

/** The facts that decide how the plan of a year is shown. */
type ShownPlan = {
  planYear: number
  planStatus: PlanStatus
  /** Null where the family may change it. */
  whyNotEditable: string | null
  planYearOptions: readonly Pick<PlanYearOption, 'tuitionYear'>[]
}

/** Whether the family can look at the plan, but not change it. */
export function isFixed({
  planStatus,
  whyNotEditable,
}: Pick<ShownPlan, 'planStatus' | 'whyNotEditable'>): boolean {
  return whyNotEditable !== null || planStatus === 'Current' || planStatus === 'Completed'
}

export function nextYearOffered({
  planYear,
  planYearOptions,
}: Pick<ShownPlan, 'planYear' | 'planYearOptions'>): number | undefined {
  return planYearOptions.find(({ tuitionYear }) => tuitionYear > planYear)?.tuitionYear
}

/** The year that a parent wants to get to from here: the next one from a plan to look at, else the last one. */
export function yearBeside(shown: ShownPlan): number | undefined {
  return isFixed(shown) ? nextYearOffered(shown) : shown.planYear - 1
}
