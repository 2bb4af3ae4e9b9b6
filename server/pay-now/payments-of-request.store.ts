import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'

/** Compared as text, since the id that was sent may not be a UUID. */
export async function isPaymentOfRequest(
  db: Db,
  { accountId, requestId, id }: { accountId: string; requestId: string; id: string },
): Promise<boolean> {
  const row = await db.first(sql`
    select 1 from payment
    where account_id = ${accountId} and payment_request_id = ${requestId} and id::text = ${id}`)
  return row !== undefined
}
