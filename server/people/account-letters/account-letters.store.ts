import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/** A member who is notified about an account. */
export type LetterRecipient = {
  customerId: string
  email: string
  firstName: string
  shortId: string
  region: Region
  schoolName: string
}

export async function listRecipients(db: Db, accountId: string) {
  return db.many<LetterRecipient>(sql`
    select customer.id as "customerId", customer.email, customer.first_name as "firstName",
      account.short_id as "shortId", account.region, institution.name as "schoolName"
    from account_member
      join customer on customer.id = account_member.customer_id
      join account on account.id = account_member.account_id
      join institution on institution.id = account.institution_id
    where account_member.account_id = ${accountId} and customer.status = 'Active' order by customer.id`)
}
