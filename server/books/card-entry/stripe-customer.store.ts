import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/** Stores the customer's id unless there is one already, and returns the stored id. */
export async function storeProviderCustomer(db: Db, accountId: string, customerId: string): Promise<string> {
  const row = await db.first<{ customerId: string }>(sql`
    update account set stripe_customer_id = coalesce(stripe_customer_id, ${customerId})
    where id = ${accountId} returning stripe_customer_id as "customerId"`)
  return row?.customerId ?? customerId
}
