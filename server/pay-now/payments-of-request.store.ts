import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'

/** Whatever text somebody sends as an id is compared as text, so that it need not be one. */
export async function isPaymentOfRequest(
  db: Db,
  { accountId, requestId, id }: { accountId: string; requestId: string; id: string },
): Promise<boolean> {
  const row = await db.first(sql`
    select 1 from payment
    where account_id = ${accountId} and payment_request_id = ${requestId} and id::text = ${id}`)
  return row !== undefined
}
