import type { Region } from '#domain/region.ts'
import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'

export type LoginCustomer = {
  customerId: string
  email: string
  name: string
  firstName: string
  mobile: string | null
  region: Region
  accountIds: string[]
}

export async function findCustomerByEmail(db: Db, email: string): Promise<LoginCustomer | undefined> {
  return db.first<LoginCustomer>(sql`
    select id as "customerId", email, first_name || ' ' || last_name as name, first_name as "firstName",
      mobile_e164 as mobile, region,
      array(select account_id::text from account_member where customer_id = customer.id order by account_id)
        as "accountIds"
    from customer where email = ${email} and status = 'Active'`)
}

/** A newer code closes the older one: only the last message a person received works. */
export async function replaceCode(
  db: Db,
  code: { customerId: string; id: string; hash: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db.run(sql`
    update login_code set closed_at = ${code.createdAt}
    where customer_id = ${code.customerId} and closed_at is null`)
  await db.run(sql`
    insert into login_code (customer_id, id, code_hash, created_at, expires_at)
    values (${code.customerId}, ${code.id}, ${code.hash}, ${code.createdAt}, ${code.expiresAt})`)
}

export type OpenCode = { id: string; hash: string; wrongTries: number }

export async function findOpenCode(db: Db, customerId: string, at: Date): Promise<OpenCode | undefined> {
  return db.first<OpenCode>(sql`
    select id, code_hash as hash, wrong_tries as "wrongTries" from login_code
    where customer_id = ${customerId} and closed_at is null and expires_at > ${at}`)
}

export async function countWrongTry(
  db: Db,
  { customerId, id, closesAt }: { customerId: string; id: string; closesAt: Date | null },
): Promise<void> {
  await db.run(sql`
    update login_code set wrong_tries = wrong_tries + 1, closed_at = ${closesAt}
    where customer_id = ${customerId} and id = ${id}`)
}

export async function replaceLink(
  db: Db,
  link: { customerId: string; id: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db.run(sql`
    update login_link set closed_at = ${link.createdAt}
    where customer_id = ${link.customerId} and closed_at is null`)
  await db.run(sql`
    insert into login_link (customer_id, id, created_at, expires_at)
    values (${link.customerId}, ${link.id}, ${link.createdAt}, ${link.expiresAt})`)
}

export async function hasLinkSince(db: Db, customerId: string, time: Date): Promise<boolean> {
  const newer = await db.first(sql`
    select 1 from login_link where customer_id = ${customerId} and created_at > ${time} limit 1`)
  return newer !== undefined
}

/** True for exactly one caller: a link works once. */
export async function useLink(db: Db, customerId: string, id: string, at: Date): Promise<boolean> {
  const used = await db.run(sql`
    update login_link set closed_at = ${at}
    where customer_id = ${customerId} and id = ${id} and closed_at is null and expires_at > ${at}`)
  return used === 1
}

/** After a log-in, codes and links that were sent before stop working: nobody needs them any more. */
export async function closeCodesAndLinks(db: Db, customerId: string, at: Date): Promise<void> {
  await db.run(sql`
    update login_code set closed_at = ${at} where customer_id = ${customerId} and closed_at is null`)
  await db.run(sql`
    update login_link set closed_at = ${at} where customer_id = ${customerId} and closed_at is null`)
}

/** Serializes requests for codes and links, and tries of them, per customer. */
export async function lockCustomer(db: Db, customerId: string): Promise<void> {
  await db.run(sql`select 1 from customer where id = ${customerId} for no key update`)
}

export async function deleteCodesAndLinksBefore(db: Db, time: Date): Promise<number> {
  const codes = await db.run(sql`delete from login_code where expires_at < ${time}`)
  const links = await db.run(sql`delete from login_link where expires_at < ${time}`)
  return codes + links
}
