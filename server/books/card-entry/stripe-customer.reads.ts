import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type ProviderCustomer = { region: Region; shortId: string; customerId: string | null }

export async function findProviderCustomer(db: Db, accountId: string) {
  return db.first<ProviderCustomer>(sql`
    select region, short_id as "shortId", stripe_customer_id as "customerId"
    from account where id = ${accountId}`)
}
