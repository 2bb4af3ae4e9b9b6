import type { Deps } from '#server/platform/deps.ts'
import { sql } from '#server/platform/database/sql.ts'
import { openLink, type StoredLink } from '#server/books/payment-requests/request-links.ts'

/** The secret of a payment request's link, as the letter that asks for it has it. */
export async function linkOf(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  requestId: string,
): Promise<string> {
  const kept = await db.first<StoredLink>(sql`
    select account_id as "accountId", id, link_clear as clear, link_key_id as "keyId",
      encode(link_sealed, 'base64') as sealed
    from payment_request where id = ${requestId}`)
  if (!kept) throw new Error('There is no such payment request')
  return openLink(config, kept)
}
