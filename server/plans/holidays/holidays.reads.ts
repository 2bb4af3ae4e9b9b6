import type { Holiday } from '#domain/calendar/holidays.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export async function findVersion(db: Db) {
  return db.value<number>(sql`
    select coalesce(max(version), 0) as version from holiday`)
}

export type StoredHolidays = { version: number; holidays: (Holiday & { region: Region })[] }

/** All observed holidays, with their version. */
export async function listHolidays(db: Db): Promise<StoredHolidays> {
  const rows = await db.many<Holiday & { region: Region; isObserved: boolean; version: number }>(sql`
    select region, day as date, name, is_observed as "isObserved", version from holiday order by day`)
  return {
    version: Math.max(0, ...rows.map(({ version }) => version)),
    holidays: rows.flatMap(({ region, date, name, isObserved }) =>
      isObserved ? [{ region, date, name }] : [],
    ),
  }
}
