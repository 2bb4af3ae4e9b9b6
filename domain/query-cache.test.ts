import { describe, expect, it } from 'vitest'
import { queryRetries, queryStaleMs, retryDelayMs, shouldRetry } from './query-cache.ts'

describe('The query cache', () => {
  it('a reply stays fresh for five minutes and a failure is retried three times', () => {
    expect([queryStaleMs, queryRetries]).toEqual([300_000, 3])
  })

  it.each([
    [0, 1_000],
    [1, 2_000],
    [2, 4_000],
    [3, 8_000],
    [4, 16_000],
    [5, 30_000],
    [6, 30_000],
    [5_000, 30_000],
  ])('retry %d waits %d ms', (n, ms) => {
    expect(retryDelayMs(n)).toBe(ms)
  })

  it.each([
    ['a server error', 500, [true, true, true, false]],
    ['an unavailable server', 503, [true, true, true, false]],
    ['no reply', undefined, [true, true, true, false]],
    ['a bad request', 400, [false, false, false, false]],
    ['an ended session', 401, [false, false, false, false]],
    ['a missing resource', 404, [false, false, false, false]],
    ['too many requests', 429, [false, false, false, false]],
  ])('%s', (_, status, retried) => {
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, status))).toEqual(retried)
  })
})
