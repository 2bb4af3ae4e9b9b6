import { describe, expect, it } from 'vitest'
import { cookieHeader, readCookie } from './cookies.ts'

describe('A cookie', () => {
  it.each([
    ['a=1', '1'],
    ['b=2; a=1', '1'],
    ['b=a; aa=3;a=1', '1'],
    ['a=', undefined],
    ['a', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('in the header %j is read as %s', (header, value) => {
    expect(readCookie(header, 'a')).toBe(value)
  })

  it('is kept from scripts and other sites, and sent over HTTPS only where the portal has it', () => {
    const cookie = { name: 'a', value: '1', path: '/api', maxAgeMs: 60_500 }
    expect(cookieHeader(cookie, false)).toBe('a=1; Path=/api; Max-Age=60; HttpOnly; SameSite=Strict')
    expect(cookieHeader(cookie, true)).toMatch(/; Secure$/)
  })
})
