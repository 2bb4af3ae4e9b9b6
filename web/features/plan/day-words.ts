import { formatDate, weekday, type CalendarDate } from '#domain/calendar/calendar.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** "22 January", where the year is not in question. */
export function dayAndMonth(date: string): string {
  return formatDate(date).replace(/ \d{4}$/, '')
}

/** "Friday 22 January" */
export function weekdayAndDay(date: CalendarDate): string {
  return `${weekdays[weekday(date) - 1]} ${dayAndMonth(date)}`
}
