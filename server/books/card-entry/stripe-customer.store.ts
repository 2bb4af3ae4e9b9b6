import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type ProviderCustomer = { region: Region; shortId: string; customerId: string | null }

export async function findProviderCustomer(db: Db, accountId: string): Promise<ProviderCustomer | undefined> {
  return db.first<ProviderCustomer>(sql`
    select region, short_id as "shortId", stripe_customer_id as "customerId"
    from account where id = ${accountId}`)
}

/** The first to be stored stays; the answer is the one that counts. */
export async function keepProviderCustomer(db: Db, accountId: string, customerId: string): Promise<string> {
  const row = await db.first<{ customerId: string }>(sql`
    update account set stripe_customer_id = coalesce(stripe_customer_id, ${customerId})
    where id = ${accountId} returning stripe_customer_id as "customerId"`)
  return row?.customerId ?? customerId
}
