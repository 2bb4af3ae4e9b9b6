import { bankCalendar, type BankCalendar, type Holiday } from '#domain/calendar/holidays.ts'
import { regions, type Region } from '#domain/region.ts'

/**
 * The calendars that this process calculates with: its copy of the table `holiday`, read at its start and again whenever
 * staff have changed it (`plans/holidays/known-holidays.ts`). The rules keep none; they get one with their facts.
 */
const calendars = new Map<Region, BankCalendar>()

export function bankCalendarOf(region: Region): BankCalendar {
  const calendar = calendars.get(region)
  if (!calendar) throw new Error('The holidays have to be read before anything is calculated with them')
  return calendar
}

export function keepHolidays(holidays: readonly (Holiday & { region: Region })[]): void {
  for (const region of regions)
    calendars.set(
      region,
      bankCalendar(
        region,
        holidays.filter((holiday) => holiday.region === region),
      ),
    )
}
