import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'

const key = (id: string) => ({ id, key: randomBytes(32) })
const [oldKey, newKey] = [key('2025'), key('2026')]
const place = 'account:source'
const numbers = '{"bsb":"062-000","accountNumber":"000123456"}'

describe('What is encrypted', () => {
  it('is read again and does not show', () => {
    const hidden = encrypt([oldKey], numbers, place)
    expect(hidden.bytes.includes('000123456')).toBe(false)
    expect(decrypt([oldKey], hidden, place)).toBe(numbers)
  })

  it('looks different each time', () => {
    const [one, two] = [encrypt([oldKey], numbers, place), encrypt([oldKey], numbers, place)]
    expect(one.bytes.equals(two.bytes)).toBe(false)
  })

  it('survives a rotation: the new key encrypts, the old one still decrypts', () => {
    const before = encrypt([oldKey], numbers, place)
    const rotated = [newKey, oldKey]
    expect(decrypt(rotated, before, place)).toBe(numbers)
    const after = encrypt(rotated, numbers, place)
    expect(after.keyId).toBe('2026')
    expect(decrypt([newKey], after, place)).toBe(numbers)
  })

  it('is lost when its key is taken away', () => {
    expect(() => decrypt([newKey], encrypt([oldKey], numbers, place), place)).toThrow(/2025/)
  })

  it('cannot be read in another row', () => {
    expect(() => decrypt([oldKey], encrypt([oldKey], numbers, place), 'account:other')).toThrow()
  })

  it.each([0, 12, 28, 40])('cannot be changed: byte %d', (at) => {
    const hidden = encrypt([oldKey], numbers, place)
    hidden.bytes[at]! ^= 1
    expect(() => decrypt([oldKey], hidden, place)).toThrow()
  })
})
