import { describe, expect, it } from 'vitest'
import { defaultReminderDays, parseReminderDays, staffTaskAfterDays } from './arrears.ts'

describe('The days on which a family is reminded', () => {
  it.each([
    ['0,7,14,21', [0, 7, 14, 21]],
    ['3', [3]],
    [' 0, 10 ,30', [0, 10, 30]],
  ])('are read: %s', (text, days) => {
    expect(parseReminderDays(text)).toEqual(days)
  })

  it.each([
    ['nothing', ''],
    ['words', 'weekly'],
    ['a day in between', '0,7,,14'],
    ['two within a week', '0,6'],
    ['backwards', '14,7'],
    ['the same day twice', '7,7'],
    ['below zero', '-1,7'],
    ['fractions', '0.5,8'],
    ['more than a year', '0,366'],
    ['too many', Array.from({ length: 13 }, (_, week) => week * 7).join()],
  ])('are refused: %s', (_, text) => {
    expect(parseReminderDays(text)).toBeUndefined()
  })

  it('end with a task for staff, a week after the last', () => {
    expect(staffTaskAfterDays(defaultReminderDays)).toBe(28)
    expect(staffTaskAfterDays([3])).toBe(10)
  })
})
