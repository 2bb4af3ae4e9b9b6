import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'
import type { RowKey } from '../database/row-key.ts'

export type StoredFileRow = {
  accountId: string
  id: string
  name: string
  contentType: string
  sizeBytes: number
  sha256: string
  content: Buffer
  /** Null if the content is not encrypted. */
  keyId: string | null
}

export async function insertStoredFile(db: Db, file: StoredFileRow & { createdAt: Date }): Promise<void> {
  await db.run(sql`
    insert into stored_file
      (account_id, id, name, content_type, size_bytes, sha256, content, encryption_key_id, created_at)
    values (${file.accountId}, ${file.id}, ${file.name}, ${file.contentType}, ${file.sizeBytes}, ${file.sha256},
      ${file.content}, ${file.keyId}, ${file.createdAt})`)
}

export async function findStoredFile(db: Db, { accountId, id }: RowKey) {
  return db.first<StoredFileRow>(sql`
    select account_id as "accountId", id, name, content_type as "contentType", size_bytes as "sizeBytes", sha256,
      content, encryption_key_id as "keyId"
    from stored_file where account_id = ${accountId} and id = ${id}`)
}
