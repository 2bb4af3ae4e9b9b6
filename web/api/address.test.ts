import { describe, expect, it } from 'vitest'
import { addressOf } from './address.ts'

describe('the URL of a call', () => {
  it.each([
    ['is the path of its key', 'GET /api/settings', {}, '/api/settings'],
    [
      'carries parameters',
      'GET /api/account/:accountId/overview',
      { params: { accountId: 'a1' } },
      '/api/account/a1/overview',
    ],
    [
      'cannot be changed by a parameter',
      'GET /api/account/:accountId/x',
      { params: { accountId: '../b?c' } },
      '/api/account/..%2Fb%3Fc/x',
    ],
    [
      'takes numbers',
      'GET /api/year/:year/date/:date',
      { params: { year: 2026, date: '2026-01-02' } },
      '/api/year/2026/date/2026-01-02',
    ],
    [
      'has a query without undefined values',
      'GET /api/list',
      { query: { from: 'a b', to: undefined, all: true } },
      '/api/list?from=a+b&all=true',
    ],
  ])('%s', (_, key, request, path) => {
    expect(addressOf(key, request)).toEqual({ method: 'GET', path })
  })

  it('is refused while a parameter is missing', () => {
    expect(() => addressOf('POST /api/account/:accountId/x', { params: { accountId: '' } })).toThrow(
      'accountId',
    )
  })
})
