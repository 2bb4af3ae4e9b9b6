import { calendarDate, formatDate, weekday } from '#domain/calendar/calendar.ts'

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** "22 January", where the year is not in question. */
export function dayAndMonth(date: string): string {
  return formatDate(date).replace(/ \d{4}$/, '')
}

/** "Friday 22 January" */
export function weekdayAndDay(date: string): string {
  return `${weekdays[weekday(calendarDate(date)) - 1]} ${dayAndMonth(date)}`
}
