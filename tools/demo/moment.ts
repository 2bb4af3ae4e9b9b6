import { addDays, dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { tuitionYearOf } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'

/** Today in one region. Every date of a demo family is relative to it. */
export type Moment = {
  now: Date
  region: Region
  today: CalendarDate
  tuitionYear: number
}

export function momentIn(region: Region, now: Date): Moment {
  const today = dateIn(region, now)
  return { now, region, today, tuitionYear: tuitionYearOf(today, region) }
}

export function daysAgo(moment: Moment, days: number): CalendarDate {
  return addDays(moment.today, -days)
}

export function noonOf(date: CalendarDate, region: Region): string {
  return new Date(`${date}T${region === 'AU' ? '02' : '12'}:00:00Z`).toISOString()
}

/** Noon of that day, or now if that is earlier: nothing may have happened in the future. */
export function happenedOn(date: CalendarDate, { region, now }: Moment): string {
  const noon = noonOf(date, region)
  return noon < now.toISOString() ? noon : now.toISOString()
}
