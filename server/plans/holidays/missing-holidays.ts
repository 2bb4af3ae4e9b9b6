import { dateIn } from '#domain/calendar/calendar.ts'
import { missingHolidayYears } from '#domain/calendar/holidays.ts'
import { regions, type Region } from '#domain/region.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/open.ts'
import type { Log } from '../../platform/log.ts'
import { refreshHolidays } from './known-holidays.ts'

/** The years that staff have to enter, two years before a plan needs the first of them. */
export function missingHolidays(clock: Clock): { region: Region; year: number }[] {
  return regions.flatMap((region) =>
    missingHolidayYears(bankCalendarOf(region), dateIn(region, clock())).map((year) => ({ region, year })),
  )
}

/**
 * Reports missing years at the start of a process and every day: a year without holidays would leave families without a
 * plan.
 */
export async function warnOfMissingHolidays({
  db,
  clock,
  log,
}: {
  db: Db
  clock: Clock
  log: Pick<Log, 'error'>
}): Promise<void> {
  await refreshHolidays(db)
  for (const { region, year } of missingHolidays(clock)) {
    log.error(
      { region, year },
      `The holidays of ${year} in ${region} are missing. Enter each with \`ops holidays add\` before families plan that far.`,
    )
  }
}
