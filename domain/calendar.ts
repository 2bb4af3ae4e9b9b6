import { regionFacts, type Region } from './region.ts'

/**
 * Calendar dates without time or zone, as the text the wire carries. They sort and compare as text.
 * Arithmetic runs in UTC, where every day has 24 hours, so the machine's own zone never matters.
 */
declare const calendarDay: unique symbol
export type CalendarDate = string & { readonly [calendarDay]: true }

const dayMs = 86_400_000

function fromMs(ms: number): CalendarDate {
  const text = new Date(ms).toISOString()
  // Years past 9999 are written with a sign and six digits, which no longer compares as text.
  if (!/^\d{4}-/.test(text)) throw new RangeError(`${text} is outside the calendar`)
  return text.slice(0, 10) as CalendarDate
}

/** Ten characters, year-month-day with dashes, and a day that exists. */
export function isCalendarDate(value: unknown): value is CalendarDate {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const ms = Date.parse(value)
  return !Number.isNaN(ms) && fromMs(ms) === value
}

export function calendarDate(text: string): CalendarDate {
  if (!isCalendarDate(text)) throw new RangeError(`${text} is not a calendar date`)
  return text
}

export function yearOf(date: CalendarDate): number {
  return Number(date.slice(0, 4))
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromMs(Date.parse(date) + days * dayMs)
}

/**
 * The same day so many months on, or the month's last day where it is too short. To repeat monthly,
 * always count from the first date: 31 January, 28 February, 31 March.
 */
export function addMonthsClamped(date: CalendarDate, months: number): CalendarDate {
  const monthIndex = yearOf(date) * 12 + Number(date.slice(5, 7)) - 1 + months
  const firstOf = (index: number) => {
    const year = String(Math.floor(index / 12)).padStart(4, '0')
    const month = String((index % 12) + 1).padStart(2, '0')
    return calendarDate(`${year}-${month}-01`)
  }
  const sameDay = addDays(firstOf(monthIndex), Number(date.slice(8)) - 1)
  const monthEnd = addDays(firstOf(monthIndex + 1), -1)
  return sameDay < monthEnd ? sameDay : monthEnd
}

/** How many days `to` lies after `from`; negative when it lies before. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs
}

/** 1 for Monday to 7 for Sunday. */
export function weekday(date: CalendarDate): number {
  return new Date(date).getUTCDay() || 7
}

/** For sorting; to compare two dates, `<` does. */
export function compareDates(a: CalendarDate, b: CalendarDate): -1 | 0 | 1 {
  if (a === b) return 0
  return a < b ? -1 : 1
}

const msPerMinute = 60_000
const lastAsked = new Map<Region, { minute: number; date: CalendarDate }>()

/** The date on the wall of a region at an instant. Days change on the minute, so one answer serves a whole minute. */
export function dateIn(region: Region, instant: Date): CalendarDate {
  const minute = Math.floor(instant.getTime() / msPerMinute)
  const last = lastAsked.get(region)
  if (last?.minute === minute) return last.date
  const date = readWallDate(region, instant)
  lastAsked.set(region, { minute, date })
  return date
}

function readWallDate(region: Region, instant: Date): CalendarDate {
  const parts = dateFormat('en-GB', regionFacts[region].timeZone, '2-digit').formatToParts(instant)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return calendarDate(`${part('year').padStart(4, '0')}-${part('month')}-${part('day').padStart(2, '0')}`)
}

/** Whole years lived. Someone born on 29 February has their birthday on 1 March in common years. */
export function age(birthDate: CalendarDate, today: CalendarDate): number {
  const isBeforeBirthday = today.slice(5) < birthDate.slice(5)
  return yearOf(today) - yearOf(birthDate) - (isBeforeBirthday ? 1 : 0)
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()

function dateFormat(
  locale: string,
  timeZone: string,
  month: 'long' | 'short' | '2-digit',
): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${month}`
  let format = dateFormats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month, year: 'numeric' })
    dateFormats.set(key, format)
  }
  return format
}

// Australian patterns serve both regions: they read the same in the United Kingdom.
function formatAs(month: 'long' | 'short', date: string): string {
  return isCalendarDate(date) ? dateFormat('en-AU', 'UTC', month).format(new Date(date)) : invalidDate
}

const invalidDate = 'Invalid date'

/** "5 March 2025" */
export function formatDate(date: string): string {
  return formatAs('long', date)
}

/** "5 Mar 2025" */
export function formatDateCompact(date: string): string {
  return formatAs('short', date)
}

/** "05/03/2025" */
export function formatDateNumeric(date: string): string {
  return isCalendarDate(date) ? date.split('-').reverse().join('/') : invalidDate
}
