import { describe, expect, it } from 'vitest'
import { hasEnoughLinks } from './login.ts'

const minutes = (...ages: number[]) => ages.map((age) => age * 60_000)

describe('A mailbox has enough links', () => {
  it.each([
    ['none', minutes(), false],
    ['one', minutes(1), false],
    ['two', minutes(1, 2), false],
    ['three, one of them fresh', minutes(1, 12, 14), true],
    ['many of this minute', minutes(0, 0, 0, 0), true],
    ['three, the newest ten minutes old', minutes(10, 11, 12), false],
    ['three, one of them expired', minutes(1, 2, 15), false],
  ])('%s', (_, ages, isEnough) => {
    expect(hasEnoughLinks(ages)).toBe(isEnough)
  })
})
