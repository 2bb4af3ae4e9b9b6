import type { CalendarDate } from '#domain/calendar.ts'
import {
  durationOptions,
  planYearOptions,
  type DurationOption,
  type PlanYearOption,
} from '#domain/payment-schedule.ts'
import type { AccountFacts } from './account-facts.ts'

const known = new Map<string, PlanYearOption[]>()

type PlanPolicy = Pick<AccountFacts, 'region' | 'renewalStatus' | 'onlyLongestPlans'>

/**
 * The same for every account of a region and policy on one day, and by far the dearest thing to compute about an
 * account; so each process computes it once a day.
 */
export function planYearsOf(account: PlanPolicy, today: CalendarDate): PlanYearOption[] {
  const { region, onlyLongestPlans } = account
  const offersNextYear = account.renewalStatus !== 'NoFeeSchedule'
  const key = `${today} ${region} ${offersNextYear} ${onlyLongestPlans}`
  let options = known.get(key)
  if (!options) {
    options = planYearOptions({ today, region, offersNextYear }).map((option) => ({
      ...option,
      durationOptions: offered(option.durationOptions, account),
    }))
    // Yesterday's are of no use any more.
    if (known.size > 20) known.clear()
    known.set(key, options)
  }
  return options
}

/** How long a plan of this account may run that starts on a date. */
export function durationsOf(account: PlanPolicy, start: CalendarDate, tuitionYear: number): DurationOption[] {
  return offered(durationOptions(start, tuitionYear, account.region), account)
}

/** A school may offer one length only, to the end of its year. */
function offered(options: DurationOption[], { onlyLongestPlans }: PlanPolicy): DurationOption[] {
  if (!onlyLongestPlans) return options
  return options.map((option) => ({
    ...option,
    allowedDurations: option.defaultDuration > 0 ? [option.defaultDuration] : [],
  }))
}
