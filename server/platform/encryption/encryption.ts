import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

export type EncryptionKey = { id: string; key: Buffer }
export type Encrypted = { keyId: string; bytes: Buffer }

const algorithm = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

/**
 * Encrypts with the first key. `aad` (additional authenticated data) names the row: moved to another row, the bytes
 * cannot be decrypted. They are the nonce, the tag and the ciphertext.
 */
export function encryptBytes(keys: readonly EncryptionKey[], clear: Uint8Array, aad: string): Encrypted {
  const [first] = keys
  if (!first) throw new Error('There is no key to encrypt with')
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv(algorithm, first.key, iv, { authTagLength: tagLength })
  cipher.setAAD(Buffer.from(aad))
  const ciphertext = Buffer.concat([cipher.update(clear), cipher.final()])
  return { keyId: first.id, bytes: Buffer.concat([iv, cipher.getAuthTag(), ciphertext]) }
}

/** Decrypts with any key that is still configured, so that old rows stay readable while keys are rotated. */
export function decryptBytes(
  keys: readonly EncryptionKey[],
  { keyId, bytes }: Encrypted,
  aad: string,
): Buffer {
  const match = keys.find(({ id }) => id === keyId)
  if (!match) throw new Error(`The encryption key "${keyId}" is not configured any more`)
  const decipher = createDecipheriv(algorithm, match.key, bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  })
  decipher.setAAD(Buffer.from(aad))
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
  return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()])
}

export function encrypt(keys: readonly EncryptionKey[], text: string, aad: string): Encrypted {
  return encryptBytes(keys, Buffer.from(text), aad)
}

export function decrypt(keys: readonly EncryptionKey[], encrypted: Encrypted, aad: string): string {
  return decryptBytes(keys, encrypted, aad).toString('utf8')
}
