import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type ProfileRow = {
  firstName: string
  lastName: string
  email: string
  mobile: string | null
  region: Region
  address: string | null
}

export async function findProfile(db: Db, customerId: string) {
  return db.first<ProfileRow>(sql`
    select first_name as "firstName", last_name as "lastName", email, mobile_e164 as mobile, region,
      nullif(trim(full_address), '') as address
    from customer left join customer_address
      on customer_address.customer_id = customer.id and customer_address.status = 'Current'
    where customer.id = ${customerId}`)
}
