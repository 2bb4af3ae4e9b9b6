import { describe, expect, it } from 'vitest'
import { factsToCompare, mistypedNumber, whyNotApproveCopy, type ComparedFact } from './reviews.ts'

const passport = { birthDate: '1986-03-14', document: { type: 'Passport' as const } }

describe('A copy of a document', () => {
  it.each([
    ['a passport', passport, ['Name', 'BirthDate', 'Country', 'Number', 'Expiry']],
    [
      'a licence',
      { ...passport, document: { type: 'DriversLicense' as const } },
      ['Name', 'BirthDate', 'State', 'Number', 'CardNumber', 'Expiry'],
    ],
    ['one whose numbers were deleted', { ...passport, document: null }, ['Name', 'BirthDate', 'Expiry']],
    [
      'one of a person whose birthday we do not know',
      { birthDate: null, document: null },
      ['Name', 'Expiry'],
    ],
  ])('is compared in what is known of %s', (_, identity, facts) => {
    expect(factsToCompare(identity)).toEqual(facts)
  })

  it('is approved once everything was compared and nothing differs', () => {
    const all = (differing: ComparedFact[] = []) =>
      factsToCompare(passport).map((fact) => ({ fact, isSame: !differing.includes(fact) }))
    expect(whyNotApproveCopy(passport, all())).toEqual({ missing: [], differing: [] })
    expect(whyNotApproveCopy(passport, all(['Number']))).toEqual({ missing: [], differing: ['Number'] })
    expect(whyNotApproveCopy(passport, all().slice(0, 4))).toEqual({ missing: ['Expiry'], differing: [] })
    const moved = [...all(), { fact: 'Address' as const, isSame: false }]
    expect(whyNotApproveCopy(passport, moved).differing).toEqual(['Address'])
  })
})

it.each([
  ['LM471920', 'LM471902', 'The passport number you typed ends in 20. On the copy it ends in 02.'],
  ['LM 4719-20', 'lm471902', 'The passport number you typed ends in 20. On the copy it ends in 02.'],
  ['LM471902', 'LM417902', 'The passport number you typed is not the one on the copy.'],
  ['LM471902', '', 'The passport number you typed is not the one on the copy.'],
])('A mistyped %s, on the copy "%s", is never written in full', (typed, copy, words) => {
  expect(mistypedNumber('passport number', typed, copy)).toBe(words)
})
