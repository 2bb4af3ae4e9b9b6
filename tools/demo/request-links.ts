import { sealLink } from '#server/books/payment-requests/request-links.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/database/open.ts'
import { sql } from '#server/platform/database/sql.ts'

/** Stands in place of a key until `encryptLinks` has encrypted the link: the demo's rows are made without keys. */
export const clearKeyId = 'clear'

type ClearLink = { accountId: string; id: string; link: string }

/** Encrypts the links of demo families with the keys of this installation. */
export async function encryptLinks({ db, config }: { db: Db; config: Config }): Promise<void> {
  const clear = await db.many<ClearLink>(sql`
    select account_id as "accountId", id, convert_from(link_sealed, 'utf8') as link
    from payment_request where link_key_id = ${clearKeyId}`)
  for (const request of clear) {
    const sealed = sealLink(config, request, request.link)
    await db.run(sql`
      update payment_request set link_sealed = ${sealed.bytes}, link_key_id = ${sealed.keyId}
      where account_id = ${request.accountId} and id = ${request.id}`)
  }
}
