import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import { sql, type Statement } from './sql.ts'

/** The date in the account's region. Requires a row of `account` in scope. */
export function dateOfAccount({ AU, UK }: Record<Region, CalendarDate>): Statement {
  return sql`case account.region when 'AU' then ${AU}::date else ${UK}::date end`
}

/** An instant on the clock of the account's region. Requires a row of `account` in scope. */
export function inZoneOf(instant: Statement): Statement {
  return sql`(${instant} at time zone case account.region when 'AU' then ${regionFacts.AU.timeZone}
    else ${regionFacts.UK.timeZone} end)`
}
