import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/** A request, and the browser that holds its link. */
export type Browser = { accountId: string; requestId: string; browserHash: Buffer }

/** Inserts a code, replacing an older one of the same browser. */
export async function insertCode(
  db: Db,
  code: Browser & { id: string; customerId: string; hash: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db.run(sql`
    insert into saved_method_code (account_id, id, payment_request_id, browser_hash, customer_id, code_hash,
      created_at, expires_at)
    values (${code.accountId}, ${code.id}, ${code.requestId}, ${code.browserHash}, ${code.customerId}, ${code.hash},
      ${code.createdAt}, ${code.expiresAt})`)
}

export async function closeCode(
  db: Db,
  { accountId, requestId, browserHash }: Browser,
  now: Date,
): Promise<void> {
  await db.run(sql`
    update saved_method_code set closed_at = ${now}
    where account_id = ${accountId} and payment_request_id = ${requestId} and browser_hash = ${browserHash}
      and closed_at is null`)
}

export type StoredCode = {
  id: string
  hash: string
  customerId: string
  wrongTries: number
  expiresAt: Date
  closedAt: Date | null
  provenAt: Date | null
}

export async function findCode(db: Db, browser: Browser): Promise<StoredCode | undefined> {
  return db.first<StoredCode>(codeOf(browser))
}

/** Locks the code, so that the tries of one browser are counted one after the other. */
export async function lockCode(db: Db, browser: Browser) {
  return db.first<StoredCode>(sql`${codeOf(browser)} for update`)
}

const codeOf = ({ accountId, requestId, browserHash }: Browser) => sql`
  select id, code_hash as hash, customer_id as "customerId", wrong_tries as "wrongTries", expires_at as "expiresAt",
    closed_at as "closedAt", proven_at as "provenAt"
  from saved_method_code
  where account_id = ${accountId} and payment_request_id = ${requestId} and browser_hash = ${browserHash}`

export async function countWrongCode(
  db: Db,
  { accountId, id, closesAt }: { accountId: string; id: string; closesAt: Date | null },
): Promise<void> {
  await db.run(sql`
    update saved_method_code set wrong_tries = wrong_tries + 1, closed_at = ${closesAt}
    where account_id = ${accountId} and id = ${id}`)
}

export async function setProven(
  db: Db,
  { accountId, id, now }: { accountId: string; id: string; now: Date },
): Promise<void> {
  await db.run(sql`
    update saved_method_code set closed_at = ${now}, proven_at = ${now}
    where account_id = ${accountId} and id = ${id}`)
}

/** Whether the proof still holds: its owner must be an active member of the account. */
export async function isProvenSince(
  db: Db,
  { accountId, requestId, browserHash }: Browser,
  since: Date,
): Promise<boolean> {
  const row = await db.first(sql`
    select 1 from saved_method_code code
      join account_member member on member.account_id = code.account_id and member.customer_id = code.customer_id
      join customer on customer.id = code.customer_id and customer.status = 'Active'
    where code.account_id = ${accountId} and code.payment_request_id = ${requestId}
      and code.browser_hash = ${browserHash} and code.proven_at > ${since}`)
  return row !== undefined
}
