import { expect, it } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { queryClient } from './read.ts'

const { staleTime, refetchOnWindowFocus, networkMode, retry } = queryClient.getDefaultOptions().queries!
const errorOf = (status: number) => new ApiError(status, { code: 'server_error', msg: '' }, null)

it('reads again what comes into view after five seconds', () => {
  expect([staleTime, refetchOnWindowFocus, networkMode]).toEqual([5_000, true, 'always'])
})

it.each([
  ['a server error', errorOf(500), [true, true, false]],
  ['no answer', errorOf(0), [true, true, false]],
  ['a refusal', errorOf(404), [false, false, false]],
])('retries after %s', (_, error, expected) => {
  const again = retry as (failures: number, error: unknown) => boolean
  expect([0, 1, 2].map((failures) => again(failures, error))).toEqual(expected)
})
