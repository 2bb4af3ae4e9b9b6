import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/database/open.ts'
import { sql } from '#server/platform/database/sql.ts'
import { encryptDocument } from '#server/people/identity/documents.ts'
import { identificationOf } from './identity-documents.ts'

type Empty = Parameters<typeof identificationOf>[0] & { id: string }

/** Adds document numbers to the checks of demo families, encrypted with the keys of this installation. */
export async function encryptDocuments({ db, config }: { db: Db; config: Config }): Promise<number> {
  const empty = await db.many<Empty>(sql`
    select check_of.account_id as "accountId", check_of.id, document_type as document, account.region
    from identity_check check_of join account on account.id = check_of.account_id
    where document_type is not null and document is null and document_deleted_at is null`)
  for (const { id, ...described } of empty) {
    const { accountId } = described
    const sealed = encryptDocument(config.encryptionKeys, identificationOf(described), { accountId, id })
    await db.run(sql`
      update identity_check set document = ${sealed.bytes}, encryption_key_id = ${sealed.keyId}
      where account_id = ${accountId} and id = ${id}`)
  }
  return empty.length
}
