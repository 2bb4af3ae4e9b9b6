import { describe, expect, it } from 'vitest'
import { codeAt, enrolmentUrl, matchingStep, newSecret, toBase32 } from './totp.ts'

/** The secret of RFC 6238's test vectors. */
const secret = Buffer.from('12345678901234567890')
const at = (seconds: number) => new Date(seconds * 1000)

describe('A time-based one-time password', () => {
  // From RFC 6238, appendix B: the last six of its eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i s is %s, as in the standard', (seconds, code) => {
    const step = Math.floor(seconds / 30)
    expect(codeAt(secret, step)).toBe(code)
    expect(matchingStep(secret, code, at(seconds))).toBe(step)
  })

  it.each([
    ['of this step', 0, true],
    ['of the step before', -1, true],
    ['of the step after', 1, true],
    ['two steps old', -2, false],
    ['two steps early', 2, false],
  ])('%s: accepted %s', (_, shift, isAccepted) => {
    const step = 41_152_263
    const match = matchingStep(secret, codeAt(secret, step + shift), at(step * 30 + 15))
    expect(match).toBe(isAccepted ? step + shift : undefined)
  })

  it('has a secret of 160 bits that is new each time, and a URL that apps understand', () => {
    expect([newSecret().length, newSecret().equals(newSecret())]).toEqual([20, false])
    expect(toBase32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    expect(enrolmentUrl(secret, { issuer: 'Larkwell & Co', account: 'sam@larkwell.example' })).toBe(
      'otpauth://totp/Larkwell%20%26%20Co:sam%40larkwell.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Larkwell%20%26%20Co',
    )
  })
})
