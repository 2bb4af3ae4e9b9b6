import type { CalendarDate } from '#domain/calendar/calendar.ts'
import {
  planYearOptions,
  type PlanStatus,
  type PlanYearOption,
  type RenewalStatus,
} from '#domain/plan/payment-schedule.ts'
import { offeredYears } from '#domain/plan/renewals.ts'
import type { Region } from '#domain/region.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'

type PlanPolicy = {
  region: Region
  renewalStatus: RenewalStatus
  renewalOpensDays: number | null
  onlyLongestPlans: boolean
}
type Family = {
  plans: readonly { tuitionYear: number; status: PlanStatus }[]
  enrolments: readonly { startYear: number; startYearLevel: string }[]
}

const cached = new Map<string, PlanYearOption[]>()

/**
 * Cached per process and day: accounts of a region with the same years and policy share the result, and it is by far
 * the most expensive computation about an account.
 */
export function planYearsOf(
  { region, renewalStatus, renewalOpensDays, onlyLongestPlans }: PlanPolicy,
  { plans, enrolments: students }: Family,
  today: CalendarDate,
): PlanYearOption[] {
  const hasNextFees = renewalStatus !== 'NoFeeSchedule'
  const years = offeredYears({ today, region, plans, students, hasNextFees, renewalOpensDays })
  const cacheKey = `${today} ${region} ${years.join(' ')} ${onlyLongestPlans}`
  let options = cached.get(cacheKey)
  if (!options) {
    options = planYearOptions({ today, calendar: bankCalendarOf(region), years, onlyLongestPlans })
    // The options of earlier days are no longer needed.
    if (cached.size > 20) cached.clear()
    cached.set(cacheKey, options)
  }
  return options
}
