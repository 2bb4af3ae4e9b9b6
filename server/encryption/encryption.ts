import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

export type EncryptionKey = { id: string; key: Buffer }
export type Encrypted = { keyId: string; bytes: Buffer }

const algorithm = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

/**
 * Encrypts with the first key. `place` names the row it is for: moved to another row, it cannot be read there.
 * The bytes are the nonce, the tag, and what was encrypted.
 */
export function encryptBytes(keys: readonly EncryptionKey[], clear: Uint8Array, place: string): Encrypted {
  const [first] = keys
  if (!first) throw new Error('There is no key to encrypt with')
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv(algorithm, first.key, iv, { authTagLength: tagLength })
  cipher.setAAD(Buffer.from(place))
  const hidden = Buffer.concat([cipher.update(clear), cipher.final()])
  return { keyId: first.id, bytes: Buffer.concat([iv, cipher.getAuthTag(), hidden]) }
}

/** Any key that is still configured decrypts, so that keys can be rotated while old rows are read. */
export function decryptBytes(
  keys: readonly EncryptionKey[],
  { keyId, bytes }: Encrypted,
  place: string,
): Buffer {
  const known = keys.find(({ id }) => id === keyId)
  if (!known) throw new Error(`The encryption key "${keyId}" is not configured any more`)
  const decipher = createDecipheriv(algorithm, known.key, bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  })
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
  return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()])
}

export function encrypt(keys: readonly EncryptionKey[], text: string, place: string): Encrypted {
  return encryptBytes(keys, Buffer.from(text), place)
}

export function decrypt(keys: readonly EncryptionKey[], hidden: Encrypted, place: string): string {
  return decryptBytes(keys, hidden, place).toString('utf8')
}
