import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/** A link as it is stored: encrypted, with its bytes in base64. */
export type StoredLink = { accountId: string; id: string; keyId: string; sealed: string }

export async function findLink(db: Db, requestId: string) {
  return db.first<StoredLink>(sql`
    select account_id as "accountId", id, link_key_id as "keyId",
      encode(link_sealed, 'base64') as sealed
    from payment_request where id = ${requestId}`)
}
