import type { EnteredAddress } from '#domain/address-entry.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import type { AddressStatus, ProductChangeStatus } from '#domain/switch-account.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type StoredAddress = EnteredAddress & { status: AddressStatus }

export type StoredDetails = {
  region: Region
  birthDate: CalendarDate | null
  addresses: StoredAddress[]
  productChangeStatus: ProductChangeStatus | null
}

export async function findDetails(
  db: Db,
  { accountId, customerId }: { accountId: string; customerId: string },
) {
  return db.first<StoredDetails>(sql`
    select account.region, customer.birth_date as "birthDate",
      (select status from product_change where product_change.account_id = account.id) as "productChangeStatus",
      (select coalesce(json_agg(json_build_object('status', status, 'unitNo', unit_no, 'streetNo', street_no,
          'street', street, 'suburb', suburb, 'state', state, 'postcode', postcode, 'fullAddress', full_address)
          order by id), '[]')
        from customer_address where customer_address.customer_id = customer.id) as addresses
    from account, customer where account.id = ${accountId} and customer.id = ${customerId}`)
}

/** Returns the customer's name, for the credit check. */
export async function storeBirthDate(db: Db, customerId: string, birthDate: CalendarDate) {
  return db.first<{ firstName: string; lastName: string }>(sql`
    update customer set birth_date = ${birthDate} where id = ${customerId}
    returning first_name as "firstName", last_name as "lastName"`)
}

/** Replaces the customer's addresses; earlier ones are not kept. */
export async function replaceAddresses(
  db: Db,
  customerId: string,
  addresses: readonly (StoredAddress & { id: string })[],
): Promise<void> {
  await db.run(sql`delete from customer_address where customer_id = ${customerId}`)
  for (const address of addresses) {
    await db.run(sql`
      insert into customer_address (customer_id, id, status, unit_no, street_no, street, suburb, state, postcode,
        full_address)
      values (${customerId}, ${address.id}, ${address.status}, ${address.unitNo}, ${address.streetNo},
        ${address.street}, ${address.suburb}, ${address.state}, ${address.postcode}, ${address.fullAddress})`)
  }
}
