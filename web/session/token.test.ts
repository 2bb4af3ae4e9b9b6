import { describe, expect, it } from 'vitest'
import { emailOfLink, readToken } from './token.ts'

function tokenOf(payload: unknown): string {
  return `head.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.signature`
}

describe('a session token', () => {
  it('holds the name and accounts of its bearer, in any alphabet', () => {
    const payload = { sub: '7', email: 'a@b.c', name: 'Zoë Nguyễn', accounts: [{ accountId: 'x' }] }
    expect(readToken(tokenOf(payload))).toEqual(payload)
  })

  it.each([
    ['nothing', null],
    ['an empty text', ''],
    ['garbage', 'garbage'],
    ['garbage with dots', 'a.b.c'],
    ['a token that is not an object', tokenOf('text')],
    ['a token of null', tokenOf(null)],
    ['a token without accounts', tokenOf({ sub: '7', email: 'a@b.c' })],
    ['a token without a bearer', tokenOf({ accounts: [] })],
  ])('is not %s', (_, token) => {
    expect(readToken(token)).toBeNull()
  })
})

describe('the token of a mailed link', () => {
  it.each([
    ['names its recipient', tokenOf({ email: 'a@b.c' }), 'a@b.c'],
    ['may have no address', tokenOf({ sub: '7' }), null],
    ['may have an empty one', tokenOf({ email: '' }), null],
    ['may be garbage', 'garbage', null],
  ])('%s', (_, token, email) => {
    expect(emailOfLink(token)).toBe(email)
  })
})
