import type { ActivePlan, PlanOfAYear } from '#contract/overview.ts'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { isPlanJustStarted, type PlanStatus } from '#domain/plan/payment-schedule.ts'

export type PlanMessage = {
  kind: 'NotStarted' | 'NeedsMethod' | 'AllSet' | 'Review' | 'Graduation' | 'Complete' | 'Started'
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
  const held = plans.find(({ renewal }) => renewal !== null && renewal.heldOn !== null)
  if (held) return { kind: 'NotStarted', year: held.tuitionYear }
  const renewed = upcomingRenewal(plans, today)
  if (renewed) return { kind: renewalMessage(renewed), year: renewed.tuitionYear }
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

function renewalMessage({ lastUpdatedByCustomer, renewal }: PlanOfAYear): PlanMessage['kind'] {
  if (!lastUpdatedByCustomer) return 'Review'
  return renewal === null || hasMethod(renewal) ? 'AllSet' : 'NeedsMethod'
}

/** Whether the first payment of a prepared plan can be taken. */
export function hasMethod({ method }: Pick<NonNullable<PlanOfAYear['renewal']>, 'method'>): boolean {
  return method !== null && method.trouble === null
}

/** The year of the plan that the message has a button for. */
export function linkedYear(message: PlanMessage | null): number | null {
  return message?.kind === 'AllSet' || message?.kind === 'Review' ? message.year : null
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
