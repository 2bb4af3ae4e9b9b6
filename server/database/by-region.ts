import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { sql, type Statement } from './sql.ts'

/** For use where `account` is a row of that table: the date of its region. */
export function dateOfAccount({ AU, UK }: Record<Region, CalendarDate>): Statement {
  return sql`case account.region when 'AU' then ${AU}::date else ${UK}::date end`
}
