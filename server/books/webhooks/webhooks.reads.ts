import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/** All unhandled events, in the order in which they came. */
export async function listUnhandledEvents(db: Db) {
  return db.values<string>(sql`
    select id from provider_event where processed_at is null order by received_at`)
}
