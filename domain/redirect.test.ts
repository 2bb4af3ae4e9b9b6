import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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

  it.each([
    null,
    undefined,
    '',
    ' ',
    'transactions',
    './transactions',
    '?request=1',
    '#top',
    'https://evil.example',
    'HTTPS://evil.example/',
    'http:evil.example',
    'https:/evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'mailto:a@evil.example',
    'blob:https://evil.example/1',
    '//evil.example',
    '///evil.example',
    '////evil.example/x',
    '/\\evil.example',
    '\\/evil.example',
    '\\\\evil.example',
    '/\\/evil.example',
    '//\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r/evil.example',
    '\t//evil.example',
    ' //evil.example',
    ' /transactions',
    '/transactions ',
    '/\u0000/evil.example',
    '/\u00a0/evil.example',
    '/\u2028/evil.example',
    '/%09/evil.example',
    '/%0a/evil.example',
    '/%0D%0ALocation:%20https://evil.example',
    '/%00/evil.example',
    '/%2f/evil.example',
    '/%2Fevil.example',
    '/%5Cevil.example',
    '/%5cevil.example',
    '/%255Cevil.example',
    '/%252f%252fevil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/../evil',
    '/./evil',
    '/%2e%2e//evil.example',
    '/transactions//evil.example',
    '/transactions/..//evil.example',
    '/@evil.example',
    '/user@evil.example',
    '@evil.example',
    'user:secret@evil.example',
    '/https://evil.example',
    '/javascript:alert(1)',
    '/;//evil.example',
    '/／evil.example',
    '/。evil.example',
    '/\u202Eelpmaxe.live',
    '/<script>alert(1)</script>',
    '/transactions?x=\\evil',
    '/transactions?x=%0d%0aSet-Cookie:a=b',
    '/transactions?x=%7F',
    '/transactions?x=\n1',
    '/transactions?x=%zz',
    '/transactions?x=%',
    '/transactions?x="><script>',
    '/transactions?x=a b',
    `/${'a'.repeat(redirectMaxLength)}`,
  ])('%j leads home instead', (target) => {
    expect(safeRedirect(target)).toBe('/')
  })

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
    ['/Transactions', '/'],
  ])('with a list of routes, %s leads to %s', (target, destination) => {
    expect(safeRedirect(target, routes)).toBe(destination)
  })

  it('no text whatever leads to another origin', () => {
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
        // A router that reads the path and resolves it once more must still stay here.
        expect(new URL(url.pathname, origin).origin).toBe(origin)
      }),
      { numRuns: 2_000 },
    )
  })
})
