import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

type ClientErrorRow = {
  id: string
  at: Date
  customerId: string | null
  environment: string
  path: string
  message: string
  stack: string | null
  requestId: string | null
  fingerprint: string
}

/** Inserts an error. The same one within the same minute is only counted. */
export async function insertClientError(db: Db, error: ClientErrorRow): Promise<void> {
  await db.run(sql`
    insert into client_error as known
      (id, at, customer_id, environment, path, message, stack, request_id, fingerprint)
    values (${error.id}, ${error.at}, ${error.customerId}, ${error.environment}, ${error.path}, ${error.message},
      ${error.stack}, ${error.requestId}, ${error.fingerprint})
    on conflict (fingerprint, date_trunc('minute', at at time zone 'UTC')) do update set times = known.times + 1`)
}
