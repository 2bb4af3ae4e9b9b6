import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'

const key = (id: string) => ({ id, key: randomBytes(32) })
const [oldKey, newKey] = [key('2025'), key('2026')]
const aad = 'account:source'
const numbers = '{"bsb":"062-000","accountNumber":"000123456"}'

describe('Encrypted data', () => {
  it('can be decrypted, and is not readable before', () => {
    const encrypted = encrypt([oldKey], numbers, aad)
    expect(encrypted.bytes.includes('000123456')).toBe(false)
    expect(decrypt([oldKey], encrypted, aad)).toBe(numbers)
  })

  it('differs each time', () => {
    const [one, two] = [encrypt([oldKey], numbers, aad), encrypt([oldKey], numbers, aad)]
    expect(one.bytes.equals(two.bytes)).toBe(false)
  })

  it('survives a rotation: the new key encrypts, the old one still decrypts', () => {
    const before = encrypt([oldKey], numbers, aad)
    const rotated = [newKey, oldKey]
    expect(decrypt(rotated, before, aad)).toBe(numbers)
    const after = encrypt(rotated, numbers, aad)
    expect(after.keyId).toBe('2026')
    expect(decrypt([newKey], after, aad)).toBe(numbers)
  })

  it('is lost when its key is removed', () => {
    expect(() => decrypt([newKey], encrypt([oldKey], numbers, aad), aad)).toThrow(/2025/)
  })

  it('cannot be read in another row', () => {
    expect(() => decrypt([oldKey], encrypt([oldKey], numbers, aad), 'account:other')).toThrow()
  })

  it.each([0, 12, 28, 40])('cannot be changed: byte %d', (at) => {
    const encrypted = encrypt([oldKey], numbers, aad)
    encrypted.bytes[at]! ^= 1
    expect(() => decrypt([oldKey], encrypted, aad)).toThrow()
  })
})
