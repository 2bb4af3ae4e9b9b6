import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { planYearOptions, type PlanYearOption, type RenewalStatus } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'

type PlanPolicy = { region: Region; renewalStatus: RenewalStatus; onlyLongestPlans: boolean }

const cached = new Map<string, PlanYearOption[]>()

/**
 * The same for every account of a region and policy on one day, and by far the most expensive thing to compute about an
 * account; so each process computes it once a day.
 */
export function planYearsOf(
  { region, renewalStatus, onlyLongestPlans }: PlanPolicy,
  today: CalendarDate,
): PlanYearOption[] {
  const offersNextYear = renewalStatus !== 'NoFeeSchedule'
  const cacheKey = `${today} ${region} ${offersNextYear} ${onlyLongestPlans}`
  let options = cached.get(cacheKey)
  if (!options) {
    options = planYearOptions({ today, region, offersNextYear, onlyLongestPlans })
    // Yesterday's are not needed any more.
    if (cached.size > 20) cached.clear()
    cached.set(cacheKey, options)
  }
  return options
}
