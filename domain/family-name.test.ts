import { expect, it } from 'vitest'
import { familyName } from './family-name.ts'

it.each([
  ['the students', ['Cole', 'Cole'], ['Sharma', 'Cole'], 'Cole family'],
  ['students of two names', ['Cole', 'Sharma'], ['Sharma'], 'Cole and Sharma family'],
  ['students of many names', ['Cole', 'Sharma', 'Ng'], [], 'Cole, Sharma and others'],
  ['its members before there is a student', [], ['Sharma', 'Sharma'], 'Sharma family'],
  ['nobody, where nobody is left', [], [], 'Family without a name'],
])('A family is named after %s', (_, students, members, expected) => {
  expect(familyName({ students, members })).toBe(expected)
})
