import {
  addDays,
  addMonthsClamped,
  calendarDate,
  daysBetween,
  yearOf,
  type CalendarDate,
} from '../calendar/calendar.ts'
import type { BankCalendar } from '../calendar/holidays.ts'
import {
  collectionDate,
  dueDate,
  durationsOffered,
  type OfferedFrequency,
  type PlanYearOption,
} from './payment-schedule.ts'
import type { Region } from '../region.ts'

/** A person's paydays: a frequency, counted from one payday. */
export type Paydays = { rhythm: OfferedFrequency; next: CalendarDate }

/** The choices of a plan that depend on paydays. */
export type Timing = { frequency: OfferedFrequency; startDate: CalendarDate; count: number }

export type PaydayProposal = Timing & {
  /** The payday before the first payment. */
  payday: CalendarDate
}

export type PaydayQuestion = {
  paydays: Paydays
  region: Region
  option: Pick<PlanYearOption, 'tuitionYear' | 'minStartDate' | 'maxStartDate'>
  onlyLongestPlans: boolean
  /** The current form, so that the proposal changes as little as possible. */
  present: { frequency: OfferedFrequency; startDate: CalendarDate | null; count: number }
}

/**
 * The first plan of the year whose payments follow the paydays: in their rhythm, the first on the day after one.
 * Undefined where the year has no room for it.
 */
export function fitToPaydays(question: PaydayQuestion): PaydayProposal | undefined {
  const { paydays, option } = question
  // Paydays before the named one are not considered.
  const from = Math.max(0, lastPaydayUpTo(option.minStartDate, paydays))
  for (let index = from; ; index += 1) {
    const payday = dueDate(paydays.next, index, paydays.rhythm)
    if (payday >= option.maxStartDate) return undefined
    const startDate = dayAfter(payday, paydays)
    if (startDate < option.minStartDate || startDate > option.maxStartDate) continue
    const count = countOf(startDate, question)
    return count === undefined ? undefined : { frequency: paydays.rhythm, startDate, count, payday }
  }
}

/**
 * A payday on the 30th is the 28th in February, and so would be a payment on the 31st: those that would fall on a
 * payday wait for the first of the month.
 */
function dayAfter(payday: CalendarDate, { rhythm }: Paydays): CalendarDate {
  const next = addDays(payday, 1)
  if (rhythm !== 'Month' || next.slice(8) <= '28') return next
  return calendarDate(`${addMonthsClamped(next, 1).slice(0, 7)}-01`)
}

/** The available length nearest to the current one; the longest if none is chosen. */
function countOf(
  startDate: CalendarDate,
  { paydays, region, option, onlyLongestPlans, present }: PaydayQuestion,
): number | undefined {
  const lengths = durationsOffered(startDate, option.tuitionYear, { region, onlyLongestPlans }).find(
    ({ period }) => period === paydays.rhythm,
  )
  if (!lengths || lengths.allowedDurations.length === 0) return undefined
  if (present.startDate === null || present.count === 0) return lengths.defaultDuration
  const { startDate: start, count, frequency } = present
  const presentEnd = dueDate(start, count - 1, frequency)
  const distance = (length: number) =>
    frequency === paydays.rhythm
      ? Math.abs(length - count)
      : Math.abs(daysBetween(presentEnd, dueDate(startDate, length - 1, paydays.rhythm)))
  // Of two that are as near the longer one, whose payments are smaller.
  return lengths.allowedDurations.reduce((best, length) =>
    distance(length) <= distance(best) ? length : best,
  )
}

/** The number of days between a payday and the payment of a plan. */
export type Wait = {
  least: number
  most: number
  /** The usual number of days; null if there is none. */
  usual: number | null
}

/** The share of payments that must have the usual delay; the others are moved by holidays. */
const ruleShare = 3 / 4

export function daysAfterPay(
  paydays: Paydays,
  { frequency, startDate, count }: Timing,
  calendar: BankCalendar,
): Wait {
  const waits = Array.from({ length: count }, (_, index) => {
    const due = dueDate(startDate, index, frequency)
    const payday = dueDate(paydays.next, lastPaydayUpTo(due, paydays), paydays.rhythm)
    return daysBetween(payday, collectionDate(due, calendar))
  })
  const alike = [...Map.groupBy(waits, (wait) => wait)]
  const rule = alike.find(([, times]) => times.length >= count * ruleShare)
  return { least: Math.min(...waits), most: Math.max(...waits), usual: rule?.[0] ?? null }
}

/** The index of the last payday up to a day, counted from the named one; negative before it. */
function lastPaydayUpTo(day: CalendarDate, { next, rhythm }: Paydays): number {
  if (rhythm !== 'Month') return Math.floor(daysBetween(next, day) / (rhythm === 'Week' ? 7 : 14))
  const months = monthNumber(day) - monthNumber(next)
  return addMonthsClamped(next, months) > day ? months - 1 : months
}

function monthNumber(date: CalendarDate): number {
  return yearOf(date) * 12 + Number(date.slice(5, 7))
}
