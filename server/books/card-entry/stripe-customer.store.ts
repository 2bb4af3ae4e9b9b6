import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/** The first to be stored stays; the answer is the one that counts. */
export async function keepProviderCustomer(db: Db, accountId: string, customerId: string): Promise<string> {
  const row = await db.first<{ customerId: string }>(sql`
    update account set stripe_customer_id = coalesce(stripe_customer_id, ${customerId})
    where id = ${accountId} returning stripe_customer_id as "customerId"`)
  return row?.customerId ?? customerId
}
