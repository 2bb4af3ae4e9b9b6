import type { FoundCustomer, StaffAddress, StaffCustomer } from '#contract/staff-customers.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/** Sorts after every text with the same beginning, in plain character order. */
const end = '\u{10FFFF}'

/**
 * Finds customers by the beginning of a field, with one index look-up for each field: a customer is on the phone, and
 * there may be a million of them.
 */
export async function findCustomers(
  db: Db,
  query: { text: string; mobile: string | null; limit: number },
): Promise<FoundCustomer[]> {
  const text = query.text.toLowerCase()
  const last = text + end
  const rows = await db.many<{ customer: FoundCustomer }>(sql`
    with hit as (
      (select id from customer where email collate "C" >= ${text} and email collate "C" < ${last} limit ${query.limit})
      union
      (select id from customer where lower(last_name) collate "C" >= ${text}
        and lower(last_name) collate "C" < ${last} limit ${query.limit})
      union
      (select id from customer where lower(first_name || ' ' || last_name) collate "C" >= ${text}
        and lower(first_name || ' ' || last_name) collate "C" < ${last} limit ${query.limit})
      union
      (select id from customer where mobile_e164 = ${query.mobile} limit ${query.limit})
      union
      (select customer_id from account_member join account on account.id = account_member.account_id
        where account.short_id = upper(${query.text}))
    )
    select json_build_object('id', customer.id, 'firstName', first_name, 'lastName', last_name, 'email', email,
      'mobile', mobile_e164, 'region', customer.region, 'status', customer.status, 'accounts', accounts) as customer
    from customer join hit using (id), lateral (
      select coalesce(json_agg(json_build_object('id', account.id, 'shortId', account.short_id, 'status',
        account.status, 'productType', account.product_type, 'institutionName', institution.name)
        order by account.short_id), '[]') as accounts
      from account_member join account on account.id = account_member.account_id
        join institution on institution.id = account.institution_id
      where account_member.customer_id = customer.id) as owned
    order by lower(last_name), lower(first_name), email limit ${query.limit}`)
  return rows.map(({ customer }) => customer)
}

type CustomerRow = Omit<StaffCustomer, 'createdAt'> & { createdAt: Date }

export async function findCustomer(db: Db, id: string, now: Date): Promise<CustomerRow | undefined> {
  return db.first<CustomerRow>(sql`
    select customer.id, first_name as "firstName", last_name as "lastName", email, mobile_e164 as mobile,
      customer.region, customer.status, birth_date as "birthDate", created_at as "createdAt",
      (select json_build_object('unitNo', unit_no, 'streetNo', street_no, 'street', street, 'suburb', suburb,
          'state', state, 'postcode', postcode, 'fullAddress', full_address)
        from customer_address where customer_id = customer.id and customer_address.status = 'Current') as address,
      (select count(*) from session
        where customer_id = customer.id and ended_at is null and expires_at > ${now}) as "openSessions",
      (select json_build_object('status', voluntary_contribution.status, 'inviteUrl', invite_url)
        from voluntary_contribution where customer_id = customer.id) as contribution,
      (select coalesce(json_agg(json_build_object('id', account.id, 'shortId', account.short_id, 'status',
          account.status, 'productType', account.product_type, 'institutionName', institution.name)
          order by account.short_id), '[]')
        from account_member join account on account.id = account_member.account_id
          join institution on institution.id = account.institution_id
        where account_member.customer_id = customer.id) as accounts
    from customer where id = ${id}`)
}

export type PersonRow = {
  firstName: string
  lastName: string
  email: string
  mobile: string | null
  birthDate: string | null
  status: 'Active' | 'Disabled'
}

/** Locks the row until the transaction ends, so that concurrent edits run one after the other. */
export async function lockPerson(db: Db, id: string) {
  return db.first<PersonRow>(sql`
    select first_name as "firstName", last_name as "lastName", email, mobile_e164 as mobile,
      birth_date as "birthDate", status
    from customer where id = ${id} for no key update`)
}

export async function insertPerson(
  db: Db,
  person: PersonRow & { id: string; region: Region; createdAt: Date },
): Promise<void> {
  await db.run(sql`
    insert into customer (id, email, first_name, last_name, mobile_e164, region, status, birth_date, created_at)
    values (${person.id}, ${person.email}, ${person.firstName}, ${person.lastName}, ${person.mobile},
      ${person.region}, ${person.status}, ${person.birthDate}, ${person.createdAt})`)
}

export async function updatePerson(
  db: Db,
  id: string,
  person: Omit<PersonRow, 'email' | 'mobile'>,
): Promise<void> {
  await db.run(sql`
    update customer set first_name = ${person.firstName}, last_name = ${person.lastName},
      birth_date = ${person.birthDate}, status = ${person.status}
    where id = ${id}`)
}

/** Corrects the customer's address in place. */
export async function saveAddress(
  db: Db,
  customerId: string,
  address: StaffAddress & { id: string; fullAddress: string },
): Promise<void> {
  await db.run(sql`
    insert into customer_address
      (customer_id, id, status, unit_no, street_no, street, suburb, state, postcode, full_address)
    values (${customerId}, ${address.id}, 'Current', ${address.unitNo}, ${address.streetNo}, ${address.street},
      ${address.suburb}, ${address.state}, ${address.postcode}, ${address.fullAddress})
    on conflict (customer_id) where status = 'Current' do update set unit_no = excluded.unit_no,
      street_no = excluded.street_no, street = excluded.street, suburb = excluded.suburb, state = excluded.state,
      postcode = excluded.postcode, full_address = excluded.full_address`)
}
