import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import { sql, type Statement } from './sql.ts'

/** For use where `account` is a row of that table: the date of its region. */
export function dateOfAccount({ AU, UK }: Record<Region, CalendarDate>): Statement {
  return sql`case account.region when 'AU' then ${AU}::date else ${UK}::date end`
}

/** For use where `account` is a row of that table: an instant on the clock of its region. */
export function inZoneOf(instant: Statement): Statement {
  return sql`(${instant} at time zone case account.region when 'AU' then ${regionFacts.AU.timeZone}
    else ${regionFacts.UK.timeZone} end)`
}
