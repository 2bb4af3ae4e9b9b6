import { describe, expect, it } from 'vitest'
import { findRoute } from './find-route.ts'

const places = [
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
    expect(findRoute(places, pathname)?.path).toBe(path)
  })
})
