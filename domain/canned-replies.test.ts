import { describe, expect, it } from 'vitest'
import { fillReply, gapIn, placeholders, whyNotCannedReply } from './canned-replies.ts'

describe('A canned reply', () => {
  it.each([
    ['Hi {first name}, all is well.', undefined],
    [placeholders.map((name) => `{${name}}`).join(' '), undefined],
    ['Hi {firstname}', /Nobody can fill in \{firstname\}/],
    ['Hi {}', /Nobody can fill in \{\}/],
    ['Hi {first name', /stands alone/],
    ['Hi } there', /stands alone/],
  ])('%j is saved or not', (body, why) => {
    if (why) expect(whyNotCannedReply(body)).toMatch(why)
    else expect(whyNotCannedReply(body)).toBeUndefined()
  })

  it('is filled in with what is known, and says what is not', () => {
    const body = 'Hi {first name}, {next payment sum} on {next payment day}. {first name}!'
    expect(fillReply(body, { 'first name': 'Leena', 'next payment sum': '$628.00' })).toEqual({
      text: 'Hi Leena, $628.00 on {next payment day}. Leena!',
      missing: ['next payment day'],
    })
  })

  it.each([
    ['Hi {first name}', '{first name}'],
    ['Hi Leena, look at {this}', undefined],
  ])('is not sent with a gap: %s', (text, gap) => {
    expect(gapIn(text)).toBe(gap)
  })
})
