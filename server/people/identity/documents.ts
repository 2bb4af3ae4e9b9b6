import type { Identification } from '#contract/identity.ts'
import { decrypt, encrypt, type Encrypted, type EncryptionKey } from '../../platform/encryption/encryption.ts'

type CheckKey = { accountId: string; id: string }

/** The AAD binds the ciphertext to its check. */
export const aadOfDocument = ({ accountId, id }: CheckKey) => `identity_check ${accountId} ${id}`

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
