import { describe, expect, it } from 'vitest'
import { studentsIn, type Enrolment } from './students.ts'

const enrolment = (firstName: string, startYear: number, startYearLevel: string): Enrolment => ({
  firstName,
  lastName: 'Lark',
  startYear,
  startYearLevel,
  institution: 'Wattle Grove College',
})

describe('The students of an account', () => {
  it.each<[string, Enrolment[], string[]]>([
    ['are at the level they have reached', [enrolment('Ann', 2024, 'Year 9')], ['Ann Lark Year 11']],
    ['are listed before they start', [enrolment('Cleo', 2028, 'Prep')], ['Cleo Lark Prep']],
    ['are gone after their last year', [enrolment('Ben', 2025, 'Year 12')], []],
    [
      'come eldest first, then by name',
      [enrolment('Dan', 2026, 'Year 2'), enrolment('Eve', 2026, 'Year 3'), enrolment('Abe', 2026, 'Year 2')],
      ['Eve Lark Year 3', 'Abe Lark Year 2', 'Dan Lark Year 2'],
    ],
    [
      'come last at a level that only their school knows',
      [enrolment('Flo', 2020, 'Pre-Prep'), enrolment('Gus', 2026, 'Prep')],
      ['Gus Lark Prep', 'Flo Lark Pre-Prep'],
    ],
  ])('%s', (_, enrolments, expected) => {
    expect(studentsIn(enrolments, 2026, 'AU').map(({ name, yearLevel }) => `${name} ${yearLevel}`)).toEqual(
      expected,
    )
  })
})
