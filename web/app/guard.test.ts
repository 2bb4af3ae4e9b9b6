import { describe, expect, it } from 'vitest'
import { accountSelectionFor, judge, loginFor } from './guard.ts'

const payload = Buffer.from(JSON.stringify({ sub: '7', accounts: [{ accountId: 'a1' }] })).toString(
  'base64url',
)
const token = `head.${payload}.signature`

describe('a page behind the log-in', () => {
  it.each([
    ['is shown to a customer with one of their accounts', { token, accountId: 'a1', isLost: false }, 'pass'],
    ['sends a visitor to the log-in', { token: null, accountId: null, isLost: false }, 'log-in'],
    [
      'sends a visitor with an old account id to the log-in',
      { token: null, accountId: 'a1', isLost: false },
      'log-in',
    ],
    ['ends a session whose token is gone', { token: null, accountId: 'a1', isLost: true }, 'security-logout'],
    [
      'ends a session with a garbled token',
      { token: 'garbage', accountId: 'a1', isLost: false },
      'security-logout',
    ],
    ['is not found without an account', { token, accountId: null, isLost: false }, 'no-account'],
    [
      "ends a session with somebody else's account",
      { token, accountId: 'b2', isLost: false },
      'security-logout',
    ],
  ] as const)('%s', (_, session, verdict) => {
    expect(judge(session)).toBe(verdict)
  })

  it.each([
    ['/', '/login'],
    ['/transactions', '/login?redirect=%2Ftransactions'],
    ['/pay-now?amount=5', '/login?redirect=%2Fpay-now%3Famount%3D5'],
  ])('%s goes to %s and back', (returnTo, login) => {
    expect(loginFor(returnTo)).toBe(login)
  })

  it('returns to the page that needed an account', () => {
    expect(['/', '/profile?a=b'].map(accountSelectionFor)).toEqual([
      '/login/account-selection',
      '/login/account-selection?redirect=%2Fprofile%3Fa%3Db',
    ])
  })
})
