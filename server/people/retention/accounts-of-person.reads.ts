import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type AccountOfPerson = {
  id: string
  shortId: string
  region: Region
  isOpen: boolean
  isShared: boolean
}

/** An account is shared while somebody else can still log in to it. */
export async function listAccountsOf(db: Db, customerId: string) {
  return db.many<AccountOfPerson>(sql`
    select account.id, short_id as "shortId", account.region, account.status = 'Active' as "isOpen",
      exists (select from account_member other join customer on customer.id = other.customer_id
        where other.account_id = account.id and customer.id <> ${customerId}
          and customer.email not like '%@erased.invalid') as "isShared"
    from account_member mine join account on account.id = mine.account_id
    where mine.customer_id = ${customerId} order by short_id`)
}
