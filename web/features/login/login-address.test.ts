import { describe, expect, it } from 'vitest'
import { accountSelectionFor, readLoginAddress, sentPageFor } from './login-address.ts'

const plain = { email: '', isSignup: false, redirect: null, wasSecurityLogout: false }

describe('the address of the log-in page', () => {
  it.each([
    ['', plain],
    ['email=a%40b.c', { ...plain, email: 'a@b.c' }],
    ['email=%20A%40B.c%20', { ...plain, email: 'a@b.c' }],
    ['redirect=/transactions', { ...plain, redirect: '/transactions' }],
    ['redirect=', plain],
    ['signup', { ...plain, isSignup: true, redirect: '/payment-schedule' }],
    ['signup=true&redirect=/profile', { ...plain, isSignup: true, redirect: '/profile' }],
    ['signup=false', plain],
    ['logoutReason=security', { ...plain, wasSecurityLogout: true }],
    ['logoutReason=other', plain],
  ])('"%s" is understood', (search, expected) => {
    expect(readLoginAddress(new URLSearchParams(search))).toEqual(expected)
  })

  it('passes the redirect on to the account selection', () => {
    expect(accountSelectionFor('/a?b=c')).toBe('/login/account-selection?redirect=%2Fa%3Fb%3Dc')
    expect(accountSelectionFor(null)).toBe('/login/account-selection')
  })

  it('names the recipient of a link', () => {
    expect(sentPageFor('a+b@c.d')).toBe('/login/sent?email=a%2Bb%40c.d')
  })
})
