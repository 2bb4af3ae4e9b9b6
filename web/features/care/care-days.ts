import { formatDate } from '#domain/calendar/calendar.ts'

const weekdays = new Intl.DateTimeFormat('en-AU', { weekday: 'long', timeZone: 'UTC' })
const months = new Intl.DateTimeFormat('en-AU', { month: 'long', timeZone: 'UTC' })

/** "Friday 27 November" */
export function dayInFull(date: string): string {
  return `${weekdays.format(new Date(date))} ${formatDate(date).replace(/ \d{4}$/, '')}`
}

/** "27 November" */
export const dayAndMonth = (date: string) => formatDate(date).replace(/ \d{4}$/, '')

/** "December to March 2027"; the year of the end where it is not that of the beginning, or is wanted. */
export function monthsBetween(from: string, to: string, today: string): string {
  const [first, last] = [months.format(new Date(from)), months.format(new Date(to))]
  const year = to.slice(0, 4) === today.slice(0, 4) ? '' : ` ${to.slice(0, 4)}`
  return first === last && from.slice(0, 4) === to.slice(0, 4)
    ? `${first}${year}`
    : `${first} to ${last}${year}`
}
