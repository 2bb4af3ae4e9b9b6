import type { CalendarDate } from '#domain/calendar.ts'
import { planYearOptions, type PlanYearOption } from '#domain/payment-schedule.ts'
import type { Region } from '#domain/region.ts'

const known = new Map<string, PlanYearOption[]>()

/**
 * The same for every account of a region on one day, and by far the dearest thing to compute about an account;
 * so each process computes it once a day.
 */
export function planYearsOn(today: CalendarDate, region: Region, offersNextYear: boolean): PlanYearOption[] {
  const key = `${today} ${region} ${offersNextYear}`
  const options = known.get(key) ?? planYearOptions({ today, region, offersNextYear })
  // Yesterday's are of no use any more.
  if (known.size > 20) known.clear()
  known.set(key, options)
  return options
}
