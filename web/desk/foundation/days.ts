import { dateIn, daysBetween, calendarDate } from '#domain/calendar/calendar.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import { day } from './format.ts'

/** 30 Oct, where the year is clear. */
export const shortDay = (date: string) => day(date).replace(/ \d{4}$/, '')

/** "today", "yesterday", "2 Sep", "2 Sep 2025" */
export function since(instant: string, region: Region, today: string): string {
  const on = dateIn(region, new Date(instant))
  const days = daysBetween(on, calendarDate(today))
  if (days === 0) return 'today'
  if (days === 1) return 'yesterday'
  return on.slice(0, 4) === today.slice(0, 4) ? shortDay(on) : day(on)
}

/** 9:05 am */
export const timeOf = (instant: string | number | Date, region: Region = 'AU') =>
  new Date(instant).toLocaleTimeString('en-AU', {
    timeZone: regionFacts[region].timeZone,
    hour: 'numeric',
    minute: '2-digit',
  })

/** "Today 9:05 am", "11 Nov 8:00 am", "11 Nov 2025 8:00 am" */
export function dayAndTime(instant: string, region: Region, today: string): string {
  const words = since(instant, region, today)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${timeOf(instant, region)}`
}
