import { regionFacts, type Region } from '../region.ts'

/**
 * Calendar dates without time or zone, as text in the wire format. They sort and compare as text. Arithmetic uses day
 * numbers, so time zones and daylight saving never matter. It avoids `Date`, which took most of a plan's calculation
 * time: a plan needs a hundred dates.
 */
declare const calendarDay: unique symbol
export type CalendarDate = string & { readonly [calendarDay]: true }

const lastYear = 9999
const daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]

/** Months count from 0. Index 12 gives the length of the year; any other is NaN. */
function daysBefore(year: number, month: number): number {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return (daysBeforeMonth[month] ?? NaN) + (isLeapYear && month > 1 ? 1 : 0)
}

/** Every fourth year is a leap year, except centuries that are not divisible by 400. The year 0 is one. */
function daysBeforeYear(year: number): number {
  return 365 * year + Math.ceil(year / 4) - Math.ceil(year / 100) + Math.ceil(year / 400)
}

function daysIn(year: number, month: number): number {
  return daysBefore(year, month + 1) - daysBefore(year, month)
}

const codeOfZero = 48

function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - codeOfZero) * 10 + text.charCodeAt(at + 1) - codeOfZero
}

export function yearOf(date: CalendarDate): number {
  return twoDigits(date, 0) * 100 + twoDigits(date, 2)
}

const monthOf = (date: string) => twoDigits(date, 5) - 1
const dayOf = (date: string) => twoDigits(date, 8)

/** Days since 1 January of the year 0, for counting through many dates. */
export function dayNumber(date: CalendarDate): number {
  const year = yearOf(date)
  return daysBeforeYear(year) + daysBefore(year, monthOf(date)) + dayOf(date) - 1
}

// Formatting dates is slow and the same dates come back soon. This cache holds about eleven years; each day number
// has one slot, so it never grows.
const cacheSize = 4096
const cachedNumbers = new Int32Array(cacheSize).fill(-1)
const cachedDates = Array.from<CalendarDate | undefined>({ length: cacheSize })

/** The date of a day number. */
export function dateOfDay(number: number): CalendarDate {
  const slot = number % cacheSize
  const cached = cachedDates[slot]
  if (cached !== undefined && cachedNumbers[slot] === number) return cached
  const date = writeDate(number)
  cachedDates[slot] = date
  cachedNumbers[slot] = number
  return date
}

function writeDate(number: number): CalendarDate {
  // Years after 9999 have five digits, which would break comparison as text.
  if (!Number.isInteger(number) || number < 0 || number >= daysBeforeYear(lastYear + 1)) {
    throw new RangeError(`Day ${number} is outside the calendar`)
  }
  let year = Math.floor(number / 365)
  while (daysBeforeYear(year) > number) year -= 1
  const dayOfYear = number - daysBeforeYear(year)
  let month = 11
  while (daysBefore(year, month) > dayOfYear) month -= 1
  const day = dayOfYear - daysBefore(year, month) + 1
  const digits = (value: number, length: number) => String(value).padStart(length, '0')
  return `${digits(year, 4)}-${digits(month + 1, 2)}-${digits(day, 2)}` as CalendarDate
}

/** YYYY-MM-DD, and a date that exists. */
export function isCalendarDate(value: unknown): value is CalendarDate {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const year = Number(value.slice(0, 4))
  return dayOf(value) >= 1 && dayOf(value) <= daysIn(year, monthOf(value))
}

export function calendarDate(text: string): CalendarDate {
  if (!isCalendarDate(text)) throw new RangeError(`${text} is not a calendar date`)
  return text
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateOfDay(dayNumber(date) + days)
}

/**
 * The same day `months` later, or the last day of a shorter month. To repeat monthly, always count from the first
 * date: 31 January, 28 February, 31 March.
 */
export function addMonthsClamped(date: CalendarDate, months: number): CalendarDate {
  const index = yearOf(date) * 12 + monthOf(date) + months
  const year = Math.floor(index / 12)
  const month = index - year * 12
  const day = Math.min(dayOf(date), daysIn(year, month))
  return dateOfDay(daysBeforeYear(year) + daysBefore(year, month) + day - 1)
}

/** Days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayNumber(to) - dayNumber(from)
}

/** 1 for Monday to 7 for Sunday. Day 0 was a Saturday. */
export function weekday(date: CalendarDate): number {
  return ((dayNumber(date) + 5) % 7) + 1
}

/** For sorting. To compare two dates, use `<`. */
export function compareDates(a: CalendarDate, b: CalendarDate): -1 | 0 | 1 {
  if (a === b) return 0
  return a < b ? -1 : 1
}

const msPerMinute = 60_000
const dateCache = new Map<Region, { minute: number; date: CalendarDate }>()

/** The local date of a region at an instant. Dates change on a full minute, so one result is cached per minute. */
export function dateIn(region: Region, instant: Date): CalendarDate {
  const minute = Math.floor(instant.getTime() / msPerMinute)
  const last = dateCache.get(region)
  if (last?.minute === minute) return last.date
  const date = readWallDate(region, instant)
  dateCache.set(region, { minute, date })
  return date
}

/** The local dates of all regions at an instant. */
export function datesIn(instant: Date): Record<Region, CalendarDate> {
  return { AU: dateIn('AU', instant), UK: dateIn('UK', instant) }
}

const hourFormats = new Map<Region, Intl.DateTimeFormat>()

/** The full hour on the clocks of a region, from 0 to 23. */
export function hourIn(region: Region, instant: Date): number {
  let format = hourFormats.get(region)
  if (!format) {
    const { timeZone } = regionFacts[region]
    format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', hourCycle: 'h23' })
    hourFormats.set(region, format)
  }
  return Number(format.format(instant))
}

/** The first moment of a day in a region. */
export function startOfDay(date: CalendarDate, region: Region): Date {
  // The earliest that a day can begin anywhere; summer time begins and ends on full hours.
  let start = Date.parse(`${date}T00:00:00Z`) - 14 * 60 * msPerMinute
  while (dateIn(region, new Date(start)) < date) start += 60 * msPerMinute
  return new Date(start)
}

function readWallDate(region: Region, instant: Date): CalendarDate {
  const parts = dateFormat('en-GB', regionFacts[region].timeZone, '2-digit').formatToParts(instant)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return calendarDate(`${part('year').padStart(4, '0')}-${part('month')}-${part('day').padStart(2, '0')}`)
}

/** Age in whole years. Someone born on 29 February has their birthday on 1 March in common years. */
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

// Australian formats read the same in the United Kingdom.
function formatAs(month: 'long' | 'short', date: string): string {
  return isCalendarDate(date) ? dateFormat('en-AU', 'UTC', month).format(new Date(date)) : invalidDate
}

const invalidDate = 'Invalid date'

/** "5 March 2025" */
export function formatDate(date: string): string {
  return formatAs('long', date)
}

/** "October 2026" of any day in it. */
export function monthName(date: string): string {
  return formatDate(date).replace(/^\d+ /, '')
}

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** "Wed 5 March 2025" */
export function formatDateWithDay(date: string): string {
  return isCalendarDate(date) ? `${dayNames[weekday(date) - 1]} ${formatDate(date)}` : invalidDate
}

/** "Wed 5 March", where the year is clear. */
export function formatDayOfMonth(date: string): string {
  return formatDateWithDay(date).replace(/ \d{4}$/, '')
}

const timeFormats = new Map<Region, Intl.DateTimeFormat>()

/** "Wed 5 March 2025, 4:05 pm (Sydney time)": a moment that people wait for, on the clock of their region. */
export function formatMoment(instant: Date, region: Region): string {
  const { timeZone } = regionFacts[region]
  let format = timeFormats.get(region)
  if (!format) {
    format = new Intl.DateTimeFormat('en-AU', { timeZone, hour: 'numeric', minute: '2-digit', hour12: true })
    timeFormats.set(region, format)
  }
  // Newer browsers put a narrow space before "pm", which text messages lack.
  const time = format.format(instant).replace(/\s/g, ' ').toLowerCase()
  return `${formatDateWithDay(dateIn(region, instant))}, ${time} (${timeZone.split('/')[1]} time)`
}

/** "5 Mar 2025" */
export function formatDateCompact(date: string): string {
  return formatAs('short', date)
}

/** "05/03/2025" */
export function formatDateNumeric(date: string): string {
  return isCalendarDate(date) ? date.split('-').reverse().join('/') : invalidDate
}
