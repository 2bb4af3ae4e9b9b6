import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { queryClient } from './query-client.ts'

const options = queryClient.getDefaultOptions().queries!
const retry = options.retry as (failures: number, error: unknown) => boolean
const retryDelay = options.retryDelay as (attempt: number) => number

function errorOf(status: number) {
  return new ApiError(status, { code: 'server_error', msg: '' }, null)
}

describe('the query cache', () => {
  it('keeps a reply for five minutes and does not reload when the window regains focus', () => {
    expect([options.staleTime, options.refetchOnWindowFocus]).toEqual([300_000, false])
  })

  it.each([
    ['a server error', errorOf(500), [true, true, true, false]],
    ['no answer', errorOf(0), [true, true, true, false]],
    ['a refusal', errorOf(404), [false, false, false, false]],
    ['a lost session', errorOf(401), [false, false, false, false]],
  ])('retries after %s', (_, error, expected) => {
    expect([0, 1, 2, 3].map((failures) => retry(failures, error))).toEqual(expected)
  })

  it('doubles the wait each time, up to thirty seconds', () => {
    expect([0, 1, 2, 10].map((attempt) => retryDelay(attempt))).toEqual([1_000, 2_000, 4_000, 30_000])
  })
})
