import type { Identification } from '#contract/identity.ts'
import { decrypt, encrypt, type Encrypted, type EncryptionKey } from '../encryption/encryption.ts'

type Place = { accountId: string; id: string }

/** Binds what is encrypted to the check it belongs to. */
export const placeOfDocument = ({ accountId, id }: Place) => `identity_check ${accountId} ${id}`

/** The numbers of a document, as they lie in the database. */
export function sealDocument(
  keys: readonly EncryptionKey[],
  document: Identification,
  place: Place,
): Encrypted {
  return encrypt(keys, JSON.stringify(document), placeOfDocument(place))
}

export function openDocument(
  keys: readonly EncryptionKey[],
  sealed: Encrypted,
  place: Place,
): Identification {
  return JSON.parse(decrypt(keys, sealed, placeOfDocument(place))) as Identification
}
