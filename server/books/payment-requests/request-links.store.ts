import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { isFree, type Turn } from '../../platform/jobs/parked-items.reads.ts'
import type { Encrypted } from '../../platform/encryption/encryption.ts'

/** A link as it is stored: encrypted, with its bytes in base64, or still in clear. */
export type StoredLink = {
  accountId: string
  id: string
  clear: string | null
  keyId: string | null
  sealed: string | null
}

export async function findLink(db: Db, requestId: string): Promise<StoredLink | undefined> {
  return db.first<StoredLink>(sql`
    select account_id as "accountId", id, link_clear as clear, link_key_id as "keyId",
      encode(link_sealed, 'base64') as sealed
    from payment_request where id = ${requestId}`)
}

/** Links that are not encrypted with this key, except rows that another process has locked. */
export async function listLinksToSeal(tx: Transaction, keyId: string, turn: Turn): Promise<StoredLink[]> {
  return tx.many<StoredLink>(sql`
    select account_id as "accountId", id, link_clear as clear, link_key_id as "keyId",
      encode(link_sealed, 'base64') as sealed
    from payment_request where (link_key_id is null or link_key_id < ${keyId} or link_key_id > ${keyId})
      and ${isFree(turn, sql`id`)}
    limit ${turn.limit} for update skip locked`)
}

export async function setSealedLink(
  tx: Transaction,
  links: readonly ({ accountId: string; id: string } & Encrypted)[],
): Promise<void> {
  await tx.run(sql`
    update payment_request request set link_clear = null, link_key_id = link.key_id, link_sealed = link.sealed
    from unnest(${links.map(({ accountId }) => accountId)}::uuid[], ${links.map(({ id }) => id)}::text[],
      ${links.map(({ keyId }) => keyId)}::text[], ${links.map(({ bytes }) => bytes)}::bytea[])
      as link (account_id, id, key_id, sealed)
    where request.account_id = link.account_id and request.id = link.id`)
}
