import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/database/open.ts'
import { sql } from '#server/platform/database/sql.ts'
import { encryptBytes } from '#server/platform/encryption/encryption.ts'
import { aadOfFile, sha256Of } from '#server/platform/files/stored-files.ts'
import { bytes } from './rows.ts'

/** A file whose row is known before its content is made. */
export type FileToDraw = {
  accountId: string
  id: string
  name: string
  createdAt: string
  draw: () => Promise<Uint8Array>
}

/** Makes a file's content. Tests that never open it take something smaller: a real page takes longer than all rows. */
export type DrawFile = (file: FileToDraw) => Promise<Uint8Array>

export const drawReally: DrawFile = ({ draw }) => draw()

export async function drawnFiles(files: readonly FileToDraw[], draw: DrawFile) {
  const drawn: Record<string, unknown>[] = []
  for (const file of files) {
    const { accountId, id, name, createdAt } = file
    const content = await draw(file)
    drawn.push({
      account_id: accountId,
      id,
      name: `${name}.pdf`,
      content_type: 'application/pdf',
      size_bytes: content.length,
      sha256: sha256Of(content),
      content: bytes(content),
      created_at: createdAt,
    })
  }
  return drawn
}

type Clear = { accountId: string; id: string; content: Buffer }

/** Encrypts the files of demo families with the keys of this installation. */
export async function encryptFiles({ db, config }: { db: Db; config: Config }): Promise<void> {
  const clear = await db.many<Clear>(sql`
    select account_id as "accountId", id, content from stored_file where encryption_key_id is null`)
  for (const file of clear) {
    const hidden = encryptBytes(config.encryptionKeys, file.content, aadOfFile(file))
    await db.run(sql`
      update stored_file set content = ${hidden.bytes}, encryption_key_id = ${hidden.keyId}
      where account_id = ${file.accountId} and id = ${file.id}`)
  }
}
