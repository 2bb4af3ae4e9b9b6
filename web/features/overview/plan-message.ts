import type { ActivePlan, PlanOfAYear } from '#contract/overview.ts'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { isPlanJustStarted, type PlanStatus } from '#domain/plan/payment-schedule.ts'

export type PlanMessage = {
  kind: 'AllSet' | 'Review' | 'Graduation' | 'Complete' | 'Started'
  /** The tuition year of the plan. */
  year: number
}

type PlanFacts = {
  today: string
  planStatus: PlanStatus
  activePlan: Pick<ActivePlan, 'tuitionYear' | 'planStartDate'> | null
  plans: readonly PlanOfAYear[]
}

/** The message about the plan: the first that applies, or none. */
export function planMessage({ today, planStatus, activePlan, plans }: PlanFacts): PlanMessage | null {
  const renewed = upcomingRenewal(plans, today)
  if (renewed) {
    return { kind: renewed.lastUpdatedByCustomer ? 'AllSet' : 'Review', year: renewed.tuitionYear }
  }
  if (!activePlan) return null
  const { tuitionYear: year, planStartDate } = activePlan
  if (planStatus === 'Completed') {
    const isGraduation = plans.some(({ renewalStatus }) => renewalStatus === 'Graduating')
    return { kind: isGraduation ? 'Graduation' : 'Complete', year }
  }
  const hasJustStarted =
    planStatus === 'Current' && isPlanJustStarted(calendarDate(planStartDate), calendarDate(today))
  return hasJustStarted ? { kind: 'Started', year } : null
}

function upcomingRenewal(plans: readonly PlanOfAYear[], today: string): PlanOfAYear | undefined {
  return plans
    .filter(
      ({ renewalStatus, planStatus, planStartDate }) =>
        renewalStatus === 'Renewing' &&
        (planStatus === 'Saved' || planStatus === 'Draft') &&
        planStartDate > today,
    )
    .toSorted((a, b) => a.tuitionYear - b.tuitionYear)[0]
}
