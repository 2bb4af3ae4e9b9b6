import {
  addDays,
  addMonthsClamped,
  calendarDate,
  weekday,
  type CalendarDate,
} from '#domain/calendar/calendar.ts'

export type Month = {
  first: CalendarDate
  /** Empty cells before the first day: weeks begin on Monday. */
  blanks: number
  days: CalendarDate[]
}

/** The whole months from that of one day to that of another. */
export function monthsBetween(from: CalendarDate, to: CalendarDate): Month[] {
  const months: Month[] = []
  for (let first = firstOf(from); first <= to; first = addMonthsClamped(first, 1)) {
    const days: CalendarDate[] = []
    for (let day = first; day.slice(0, 7) === first.slice(0, 7); day = addDays(day, 1)) days.push(day)
    months.push({ first, blanks: weekday(first) - 1, days })
  }
  return months
}

function firstOf(day: CalendarDate): CalendarDate {
  return calendarDate(`${day.slice(0, 7)}-01`)
}
