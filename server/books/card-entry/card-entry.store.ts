import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

export type CardEntry = {
  accountId: string
  id: string
  paymentRequestId: string | null
  customerId: string
  setupIntentId: string
  /** The address range that opened the form. */
  openedFrom: string
  createdAt: Date
  expiresAt: Date
}

export async function findCardEntry(db: Db, accountId: string, id: string) {
  return db.first<{ setupIntentId: string; expiresAt: Date; usedAt: Date | null }>(sql`
    select setup_intent_id as "setupIntentId", expires_at as "expiresAt", used_at as "usedAt"
    from card_entry where account_id = ${accountId} and id = ${id}`)
}

/** The form in which a card was entered, found by the provider's id. */
export async function findOpener(db: Db, { accountId, id }: RowKey) {
  return db.first<{ paymentRequestId: string | null; openedFrom: string }>(sql`
    select payment_request_id as "paymentRequestId", opened_from as "openedFrom"
    from card_entry where account_id = ${accountId} and id = ${id}`)
}

/**
 * Stores the entry once, even if the form sends its call twice at the same moment and whichever unique index the two
 * meet in.
 */
export async function insertCardEntry(db: Db, entry: CardEntry): Promise<void> {
  await db.run(sql`
    insert into card_entry (account_id, id, payment_request_id, provider_customer_id, setup_intent_id,
      opened_from, created_at, expires_at)
    values (${entry.accountId}, ${entry.id}, ${entry.paymentRequestId}, ${entry.customerId}, ${entry.setupIntentId},
      ${entry.openedFrom}, ${entry.createdAt}, ${entry.expiresAt})
    on conflict do nothing`)
}

export type OpenCardEntry = { id: string; region: Region; customerId: string; setupIntentId: string }

/** The forms of a family, or of one guest's request, from which a card may still be submitted. */
export async function openCardEntries(
  db: Db,
  accountId: string,
  paymentRequestId: string | null,
  now: Date,
): Promise<OpenCardEntry[]> {
  return db.many(sql`
    select entry.id, account.region, entry.provider_customer_id as "customerId",
      entry.setup_intent_id as "setupIntentId"
    from card_entry entry join account on account.id = entry.account_id
    where entry.account_id = ${accountId} and entry.payment_request_id is not distinct from ${paymentRequestId}::text
      and entry.used_at is null and entry.expires_at > ${now}`)
}

export async function claimCardEntry(db: Db, accountId: string, id: string, now: Date): Promise<boolean> {
  const used = await db.run(sql`
    update card_entry set used_at = ${now}
    where account_id = ${accountId} and id = ${id} and used_at is null and expires_at > ${now}`)
  return used === 1
}
