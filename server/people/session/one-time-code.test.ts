import { describe, expect, it } from 'vitest'
import { isLong } from '#tools/testing/long.ts'
import { isRightCode, newCode } from './one-time-code.ts'

const config = { codePepper: 'a-pepper-that-only-this-installation-has' }

describe('A one-time code', () => {
  it('is right for the message it was made for and for no other', () => {
    const [sent, other] = [newCode(config), newCode(config)]
    expect(isRightCode(config, sent, sent.code)).toBe(true)
    expect(isRightCode(config, { ...other, hash: sent.hash }, sent.code)).toBe(false)
  })

  it('cannot be found from its stored hash without the pepper', () => {
    const sent = newCode(config)
    expect(sent.hash).not.toContain(sent.code)
    expect(isRightCode({ codePepper: 'another-pepper' }, sent, sent.code)).toBe(false)
  })

  it.each(['', '0', '00000', '0000000', 'abcdef'])('is not %j', (typed) => {
    expect(isRightCode(config, newCode(config), typed)).toBe(false)
  })

  it('is as likely to be any number of six digits as any other', () => {
    const count = isLong ? 100_000 : 10_000
    const counts = Array.from({ length: 6 }, () => Array<number>(10).fill(0))
    for (let time = 0; time < count; time += 1) {
      const { code } = newCode(config)
      counts.forEach((digits, place) => (digits[Number(code[place])]! += 1))
    }
    expect(counts.map((digits) => digits.reduce((sum, count) => sum + count))).toEqual(Array(6).fill(count))
    const expected = count / 10
    for (const digits of counts) {
      const chiSquare = digits.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
      // With nine degrees of freedom, chance alone exceeds this once in a thousand million runs.
      expect(chiSquare).toBeLessThan(60)
    }
  })
})
