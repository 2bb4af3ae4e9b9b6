import type { Region } from '#domain/region.ts'
import { commitLazily } from '../../platform/database/lazy-commit.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type LoginCustomer = {
  customerId: string
  email: string
  name: string
  firstName: string
  mobile: string | null
  region: Region
  accountIds: string[]
}

export async function findCustomerByEmail(db: Db, email: string) {
  return db.first<LoginCustomer>(sql`
    select id as "customerId", email, first_name || ' ' || last_name as name, first_name as "firstName",
      mobile_e164 as mobile, region,
      array(select account_id::text from account_member where customer_id = customer.id order by account_id)
        as "accountIds"
    from customer where email = ${email} and status = 'Active'`)
}

/**
 * A newer code closes the older one of the same place, so that only the last requested message works there. False if
 * a newer one exists.
 */
export async function replaceCode(
  db: Db,
  code: {
    customerId: string
    askedFrom: string
    id: string
    hash: string
    createdAt: Date
    expiresAt: Date
  },
): Promise<boolean> {
  const { customerId, askedFrom, createdAt } = code
  const newer = await db.first(sql`
    select 1 from login_code
    where customer_id = ${customerId} and asked_from = ${askedFrom} and created_at > ${createdAt} limit 1`)
  if (newer) return false
  await db.run(sql`
    update login_code set closed_at = ${createdAt}
    where customer_id = ${customerId} and asked_from = ${askedFrom} and closed_at is null`)
  await db.run(sql`
    insert into login_code (customer_id, asked_from, id, code_hash, created_at, expires_at)
    values (${customerId}, ${askedFrom}, ${code.id}, ${code.hash}, ${createdAt}, ${code.expiresAt})`)
  return true
}

export type OpenCode = { id: string; hash: string; wrongTries: number; askedFrom: string }

/** The code that was requested from a place, or otherwise the newest one that was sent to the customer. */
export async function findOpenCode(
  db: Db,
  { customerId, place, now }: { customerId: string; place: string; now: Date },
): Promise<OpenCode | undefined> {
  return db.first<OpenCode>(sql`
    select id, code_hash as hash, wrong_tries as "wrongTries", asked_from as "askedFrom" from login_code
    where customer_id = ${customerId} and closed_at is null and expires_at > ${now}
    order by asked_from = ${place} desc, created_at desc limit 1`)
}

export async function countWrongTry(
  db: Db,
  { customerId, id, closesAt }: { customerId: string; id: string; closesAt: Date | null },
): Promise<void> {
  await commitLazily(db)
  await db.run(sql`
    update login_code set wrong_tries = wrong_tries + 1, closed_at = ${closesAt}
    where customer_id = ${customerId} and id = ${id}`)
}

/** A newer link closes the older one of the same place. False if a newer one exists. */
export async function replaceLink(
  db: Db,
  link: { customerId: string; askedFrom: string; id: string; createdAt: Date; expiresAt: Date },
): Promise<boolean> {
  const { customerId, askedFrom, createdAt } = link
  const newer = await db.first(sql`
    select 1 from login_link
    where customer_id = ${customerId} and asked_from = ${askedFrom} and created_at > ${createdAt} limit 1`)
  if (newer) return false
  await db.run(sql`
    update login_link set closed_at = ${createdAt}
    where customer_id = ${customerId} and asked_from = ${askedFrom} and closed_at is null`)
  await db.run(sql`
    insert into login_link (customer_id, asked_from, id, created_at, expires_at)
    values (${customerId}, ${askedFrom}, ${link.id}, ${createdAt}, ${link.expiresAt})`)
  return true
}

/** The creation times of the links that a customer can still use. */
export async function listLinkTimes(db: Db, customerId: string) {
  return db.values<Date>(sql`
    select created_at as at from login_link where customer_id = ${customerId} and closed_at is null`)
}

/** The mobile of the customer whose id follows the given one, used as a pattern for a made-up number. */
export async function findMobileAfter(db: Db, id: string): Promise<{ mobile: string | null } | undefined> {
  return db.first(sql`
    (select mobile_e164 as mobile from customer where id >= ${id} order by id limit 1)
    union all
    (select mobile_e164 from customer order by id limit 1)
    limit 1`)
}

/** True for exactly one caller: a link works once. */
export async function consumeLink(db: Db, customerId: string, id: string, at: Date): Promise<boolean> {
  const used = await db.run(sql`
    update login_link set closed_at = ${at}
    where customer_id = ${customerId} and id = ${id} and closed_at is null and expires_at > ${at}`)
  return used === 1
}

/** After a log-in, earlier codes and links stop working, because nobody needs them any more. */
export async function closeCodesAndLinks(db: Db, customerId: string, at: Date): Promise<void> {
  await db.run(sql`
    update login_code set closed_at = ${at} where customer_id = ${customerId} and closed_at is null`)
  await db.run(sql`
    update login_link set closed_at = ${at} where customer_id = ${customerId} and closed_at is null`)
}

/** Serialises requests for codes and links, and attempts to use them, per customer. */
export async function lockCustomer(db: Db, customerId: string): Promise<void> {
  await db.run(sql`select 1 from customer where id = ${customerId} for no key update`)
}
