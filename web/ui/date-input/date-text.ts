import { formatDate, isCalendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/**
 * Parses a typed date: day, month, year in any usual format. A year of two digits counts only where the limits leave one
 * century, because "07" may be a birthday of two people. Undefined for anything that is not a date.
 */
export function readDate(
  text: string,
  limits: Pick<DateLimits, 'min' | 'max'> = {},
): CalendarDate | undefined {
  const words = text.trim().toLowerCase()
  return readWhole(words) ?? readShort(words, limits)
}

function readShort(words: string, { min, max }: Pick<DateLimits, 'min' | 'max'>): CalendarDate | undefined {
  const short = /^(?<start>.*[^\d])(?<year>\d{2})$/.exec(words)?.groups
  if (!short || (min === undefined && max === undefined)) return undefined
  const possible = ['19', '20']
    .map((century) => readWhole(`${short['start']}${century}${short['year']}`))
    .filter((date) => date !== undefined)
    .filter((date) => (min === undefined || date >= min) && (max === undefined || date <= max))
  return possible.length === 1 ? possible[0] : undefined
}

function readWhole(words: string): CalendarDate | undefined {
  return (
    written(/^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/.exec(words)) ??
    written(/^(?<day>\d{1,2})\s*[/.\-\s]\s*(?<month>\d{1,2})\s*[/.\-\s]\s*(?<year>\d{4})$/.exec(words)) ??
    written(/^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4})$/.exec(words)) ??
    written(/^(?<day>\d{1,2})(?:st|nd|rd|th)?[\s-]*(?<month>[a-z]{3,9})\.?[\s,-]*(?<year>\d{4})$/.exec(words))
  )
}

function written(match: RegExpExecArray | null): CalendarDate | undefined {
  const { year = '', month = '', day = '' } = match?.groups ?? {}
  const date = `${year}-${twoDigits(monthNumber(month))}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? date : undefined
}

/** A month may be shortened to three letters or more, but not misspelt. */
function monthNumber(month: string): number {
  if (/^\d+$/.test(month)) return Number(month)
  return months.findIndex((name) => name.startsWith(month)) + 1
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

export type DateLimits = {
  min?: string
  max?: string
  isUnavailable?: (date: CalendarDate) => boolean
  /** The messages for a date before or after the limits, if the form has its own. */
  whyOutside?: string
}

/** Why a typed text is not an allowed date, as shown to the customer. */
export function whyNotDate(
  text: string,
  { min, max, isUnavailable, whyOutside }: DateLimits,
): string | undefined {
  const date = readDate(text, { min, max })
  if (!date) return 'Enter a date as day, month and year, such as 22/01/2027'
  if (min !== undefined && date < min) return whyOutside ?? `Choose a date from ${formatDate(min)}`
  if (max !== undefined && date > max) return whyOutside ?? `Choose a date up to ${formatDate(max)}`
  if (isUnavailable?.(date)) return 'This day cannot be chosen'
  return undefined
}
