import { describe, expect, it } from 'vitest'
import { findRoute } from './find-route.ts'
import { ownPaths } from '../features/accounts/own-paths.ts'
import { requestIn, routes } from './routes.tsx'

const patterns = [
  { path: '/login/sent' },
  { path: '/login', matchesBelow: true },
  { path: '/profile' },
  { path: '/' },
] as const

describe('the address', () => {
  it.each([
    ['/', '/'],
    ['/login', '/login'],
    ['/login/', '/login'],
    ['/login/sent', '/login/sent'],
    ['/login/sent/', '/login/sent'],
    ['/login/sent/x', '/login'],
    ['/login/anything', '/login'],
    ['/loginx', undefined],
    ['/profile', '/profile'],
    ['/profile/x', undefined],
    ['/nope', undefined],
  ])('%s belongs to %s', (pathname, path) => {
    expect(findRoute(patterns, pathname)?.path).toBe(path)
  })
})

describe('the pages of the portal', () => {
  it.each(ownPaths)('have one at %s', (path) => {
    expect(findRoute(routes, path)).toMatchObject({ path })
  })

  it.each(['/login', '/pay-now', '/test-errors', '/manage-payments', '/switch-account', '/verify-identity'])(
    'include every path below %s',
    (path) => {
      expect(findRoute(routes, `${path}/x`)).toMatchObject({ path })
    },
  )

  it.each([
    '/transactions',
    '/statements',
    '/payment-schedule',
    '/profile',
    '/payments/complete',
    '/payments',
    '/404',
    '/nope',
  ])('have nothing below %s', (path) => {
    expect(findRoute(routes, `${path}/x`)).toBeUndefined()
  })

  it('show a guest page only where the address names a payment request', () => {
    expect(['?request=pr_1', '?request=', '?other=1', ''].map(requestIn)).toEqual(['pr_1', null, null, null])
  })
})
