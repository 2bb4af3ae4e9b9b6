import { describe, expect, it } from 'vitest'
import { schedules } from './jobs.ts'
import { intervalOf, isOverdue } from './overdue.ts'

const minute = 60_000
const hour = 60 * minute

describe('A job', () => {
  it.each([
    ['* * * * *', 11 * minute],
    ['*/10 * * * *', 20 * minute],
    ['17 * * * *', 90 * minute],
    ['43 14 * * *', 36 * hour],
  ])('at %s is overdue only after some patience', (schedule, longestMs) => {
    expect(isOverdue(schedule, longestMs)).toBe(false)
    expect(isOverdue(schedule, longestMs + 1)).toBe(true)
  })

  it.each(Object.entries(schedules))('%s has a schedule whose interval is known: %s', (_, schedule) => {
    expect(intervalOf(schedule)).toBeGreaterThan(0)
  })

  it('with an unsupported schedule throws an error', () => {
    for (const schedule of ['0 9 * * 1', '0 */2 * * *', '* * *', ''])
      expect(() => intervalOf(schedule), schedule).toThrow()
  })
})
