import { describe, expect, it } from 'vitest'
import { areReminderDays, defaultReminderDays, staffTaskAfterDays } from './arrears.ts'

describe('The days on which a family is reminded', () => {
  it.each([[[0, 7, 14, 21]], [[3]], [[0, 10, 30]]])('may be %j', (days) => {
    expect(areReminderDays(days)).toBe(true)
  })

  it.each([
    ['nothing', []],
    ['two within a week', [0, 6]],
    ['backwards', [14, 7]],
    ['the same day twice', [7, 7]],
    ['below zero', [-1, 7]],
    ['no number', [Number.NaN]],
    ['more than a year', [0, 366]],
    ['too many', Array.from({ length: 13 }, (_, week) => week * 7)],
  ])('are refused: %s', (_, days) => {
    expect(areReminderDays(days)).toBe(false)
  })

  it('end with a task for staff, a week after the last', () => {
    expect(staffTaskAfterDays(defaultReminderDays)).toBe(28)
    expect(staffTaskAfterDays([3])).toBe(10)
  })
})
