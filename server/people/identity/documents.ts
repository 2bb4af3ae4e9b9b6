import type { Identification } from '#contract/identity.ts'
import { decrypt, encrypt, type Encrypted, type EncryptionKey } from '../../platform/encryption/encryption.ts'

type CheckKey = { accountId: string; id: string }

/** The AAD binds the ciphertext to its check. */
export const aadOfDocument = ({ accountId, id }: CheckKey) => `identity_check ${accountId} ${id}`

export function encryptDocument(
  keys: readonly EncryptionKey[],
  document: Identification,
  key: CheckKey,
): Encrypted {
  return encrypt(keys, JSON.stringify(document), aadOfDocument(key))
}

export function decryptDocument(
  keys: readonly EncryptionKey[],
  encrypted: Encrypted,
  key: CheckKey,
): Identification {
  return JSON.parse(decrypt(keys, encrypted, aadOfDocument(key))) as Identification
}
