import { createHash, randomUUID } from 'node:crypto'
import { Refusal } from '#domain/refusal.ts'
import type { Db } from '../database/open.ts'
import type { Deps } from '../deps.ts'
import { decryptBytes, encryptBytes } from '../encryption/encryption.ts'
import type { AdmittedFile } from './admit-file.ts'
import { findStoredFile, insertStoredFile } from './stored-files.store.ts'
import type { RowKey } from '../database/row-key.ts'

type FileDeps = Pick<Deps, 'config'>
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * Stores a file, encrypted, in the transaction of the row it belongs to, so that neither exists without the other.
 * Hash and size are those of the plaintext.
 */
export async function storeFile(
  tx: Db,
  { config }: FileDeps,
  file: AdmittedFile & { accountId: string; at: Date },
): Promise<string> {
  const key = { accountId: file.accountId, id: randomUUID() }
  const { keyId, bytes } = encryptBytes(config.encryptionKeys, file.bytes, aadOfFile(key))
  await insertStoredFile(tx, {
    ...key,
    name: file.name,
    contentType: file.contentType,
    sizeBytes: file.bytes.length,
    sha256: sha256Of(file.bytes),
    content: bytes,
    keyId,
    createdAt: file.at,
  })
  return key.id
}

/** Returns the decrypted file. Refuses if it is missing. */
export async function openFile(
  db: Db,
  { config }: FileDeps,
  key: { accountId: string; id: string | null },
): Promise<AdmittedFile> {
  const { accountId, id } = key
  const row = id === null ? undefined : await findStoredFile(db, { accountId, id })
  if (!row) throw new Refusal('file_missing')
  const { name, contentType, content, keyId } = row
  if (keyId === null) return { name, contentType, bytes: content }
  return {
    name,
    contentType,
    bytes: decryptBytes(config.encryptionKeys, { keyId, bytes: content }, aadOfFile(row)),
  }
}

/** The AAD binds the ciphertext to its row. */
export const aadOfFile = ({ accountId, id }: RowKey) => `stored_file ${accountId} ${id}`
