import { describe, expect, it } from 'vitest'
import { timeLeft } from './time-left.ts'

describe('the time left in a staff session', () => {
  it.each([
    [30 * 60_000, '30 min left.'],
    [29 * 60_000 + 1, '30 min left.'],
    [60_000, '1 min left.'],
    [1, '1 min left.'],
    [-5_000, '1 min left.'],
  ])('of %i ms reads %s', (ms, text) => {
    expect(timeLeft(ms)).toBe(text)
  })
})
