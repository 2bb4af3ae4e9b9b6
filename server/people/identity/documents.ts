import type { Identification } from '#contract/identity.ts'
import { decrypt, encrypt, type Encrypted, type EncryptionKey } from '../../platform/encryption/encryption.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

/** The AAD binds the ciphertext to its check. */
export const aadOfDocument = ({ accountId, id }: RowKey) => `identity_check ${accountId} ${id}`

export function encryptDocument(
  keys: readonly EncryptionKey[],
  document: Identification,
  key: RowKey,
): Encrypted {
  return encrypt(keys, JSON.stringify(document), aadOfDocument(key))
}

export function decryptDocument(
  keys: readonly EncryptionKey[],
  encrypted: Encrypted,
  key: RowKey,
): Identification {
  return JSON.parse(decrypt(keys, encrypted, aadOfDocument(key))) as Identification
}
