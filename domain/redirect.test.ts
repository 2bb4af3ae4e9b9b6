import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostileRedirects } from './hostile-redirects.ts'
import { redirectMaxLength, safeRedirect } from './redirect.ts'

describe('After log-in', () => {
  it.each([
    '/',
    '/transactions',
    '/transactions/',
    '/payment-schedule',
    '/manage-payments/cards',
    '/pay-now?request=4f1c2a90-1f7e-4a55-8f0e-0d6a0c1f9a11',
    '/pay-now?success=true&checkout-session-id=cs_test_a1',
    '/login/account-selection?redirect=%2Ftransactions',
    '/login?email=parent@example.com',
    '/profile#address',
    '/statements?name=Term%201',
    '/?signup',
  ])('%s is followed', (target) => {
    expect(safeRedirect(target)).toBe(target)
  })

  it.each([null, undefined, ...hostileRedirects, `/${'a'.repeat(redirectMaxLength)}`])(
    '%j goes to the home page instead',
    (target) => {
      expect(safeRedirect(target)).toBe('/')
    },
  )

  it('the longest allowed target is followed', () => {
    const target = `/${'a'.repeat(redirectMaxLength - 1)}`
    expect(safeRedirect(target)).toBe(target)
  })

  const routes = ['/', '/transactions', '/manage-payments']

  it.each([
    ['/', '/'],
    ['/?signup', '/?signup'],
    ['/transactions', '/transactions'],
    ['/transactions?page=2', '/transactions?page=2'],
    ['/transactions/', '/transactions/'],
    ['/manage-payments/cards', '/manage-payments/cards'],
    ['/transactionsx', '/'],
    ['/nowhere', '/'],
    ['/404', '/'],
    ['/login?logoutReason=security', '/'],
    ['/login/account-selection?redirect=/transactions', '/'],
    ['/Transactions', '/'],
  ])('with a list of routes, %s goes to %s', (target, destination) => {
    expect(safeRedirect(target, routes)).toBe(destination)
  })

  it('no text redirects to another origin', () => {
    const nasty = fc.constantFrom(
      '/',
      '\\',
      '.',
      '@',
      ':',
      '?',
      '#',
      '%',
      '2f',
      '5c',
      '09',
      '\t',
      '\n',
      ' ',
      'a',
      'evil.example',
    )
    const target = fc.array(nasty, { maxLength: 12 }).map((parts) => `/${parts.join('')}`)
    const origin = 'https://portal.larkwell.example'
    fc.assert(
      fc.property(target, (text) => {
        const url = new URL(safeRedirect(text), origin)
        expect(url.origin).toBe(origin)
        // A router that parses the path again must still stay on this origin.
        expect(new URL(url.pathname, origin).origin).toBe(origin)
      }),
      { numRuns: 2_000 },
    )
  })
})
