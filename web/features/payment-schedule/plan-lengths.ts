import { calendarDate, formatDateCompact } from '#domain/calendar/calendar.ts'
import {
  collectionDate,
  dueDate,
  durationsOffered,
  type DurationOption,
  type OfferedFrequency,
} from '#domain/plan/payment-schedule.ts'
import { whyNotStart, type PlanOffer } from '#domain/plan/plan-choices.ts'
import type { Region } from '#domain/region.ts'
import type { BankCalendar } from '#domain/calendar/holidays.ts'
import { paymentsText } from '../plan-changes/words.ts'

export type Lengths = Pick<DurationOption, 'defaultDuration' | 'allowedDurations'>

const none: Lengths = { defaultDuration: 0, allowedDurations: [] }

export function lengthsIn(options: readonly DurationOption[], frequency: OfferedFrequency): Lengths {
  return options.find(({ period }) => period === frequency) ?? none
}

/** The lengths that a form may choose among; none until it has a date on which a plan may start. */
export function lengthsFor(
  {
    planYear,
    startDate,
    frequency,
  }: { planYear: number; startDate: string | null; frequency: OfferedFrequency },
  { offer, region }: { offer: PlanOffer; region: Region },
): Lengths {
  const year = offer.planYearOptions.find(({ tuitionYear }) => tuitionYear === planYear)
  if (startDate === null || !year) return none
  const start = calendarDate(startDate)
  if (whyNotStart(start, year)) return none
  return lengthsIn(durationsOffered(start, planYear, { region, ...offer }), frequency)
}

/**
 * The length that a choice becomes among other lengths. A plan to the end of the year stays one, whatever date or
 * rhythm it changes to; any other length stays as it is while it is on offer.
 */
export function lengthAmong(chosen: number, before: Lengths, after: Lengths): number {
  // Without a date nothing can be said of the length; it may be the one again once there is a date.
  if (after.allowedDurations.length === 0) return chosen
  const wasWholeYear = chosen !== 0 && chosen === before.defaultDuration
  if (!wasWholeYear && after.allowedDurations.includes(chosen)) return chosen
  return after.allowedDurations.includes(after.defaultDuration) ? after.defaultDuration : 0
}

/** "24 payments, ends 10 Dec 2027": on the day when the last of them is collected. A longer date is cut off on phones. */
export function lengthText(
  count: number,
  {
    startDate,
    frequency,
    calendar,
  }: { startDate: string; frequency: OfferedFrequency; calendar: BankCalendar },
): string {
  const last = dueDate(calendarDate(startDate), count - 1, frequency)
  return `${paymentsText(count)}, ends ${formatDateCompact(collectionDate(last, calendar))}`
}
