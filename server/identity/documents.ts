import type { Identification } from '#contract/identity.ts'
import { decrypt, encrypt, type Encrypted, type EncryptionKey } from '../encryption/encryption.ts'

type CheckKey = { accountId: string; id: string }

/** Binds what is encrypted to the check it belongs to. */
export const aadOfDocument = ({ accountId, id }: CheckKey) => `identity_check ${accountId} ${id}`

/** The numbers of a document, as they lie in the database. */
export function sealDocument(
  keys: readonly EncryptionKey[],
  document: Identification,
  key: CheckKey,
): Encrypted {
  return encrypt(keys, JSON.stringify(document), aadOfDocument(key))
}

export function openDocument(
  keys: readonly EncryptionKey[],
  sealed: Encrypted,
  key: CheckKey,
): Identification {
  return JSON.parse(decrypt(keys, sealed, aadOfDocument(key))) as Identification
}
