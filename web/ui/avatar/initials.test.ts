import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

it.each([
  ['Amelia Hart', 'AH'],
  ['amelia rose hart', 'AH'],
  ['Prince', 'P'],
  ['  Zoë   Ångström ', 'ZÅ'],
  ['', ''],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
