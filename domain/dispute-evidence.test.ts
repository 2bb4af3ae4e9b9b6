import { describe, expect, it } from 'vitest'
import { namedChild, tellingNames, withoutChildren } from './dispute-evidence.ts'

const isla = { firstName: 'Isla', lastName: 'Hart' }

describe('What a bank reads', () => {
  it.each([
    ['the whole name', 'Fees of Isla Hart, 2026', 'Fees of the student, 2026'],
    ['the first name', "Isla's fees, for Isla.", "the student's fees, for the student."],
    ['no other word', 'Islands and Hart Street', 'Islands and Hart Street'],
    ['the payer', 'Josephine Hart paid', 'Josephine Hart paid'],
  ])('says nothing of a child: %s', (_, text, told) => {
    const names = tellingNames([isla], ['Josephine'])
    expect(withoutChildren(text, names)).toBe(told)
    expect(namedChild(text, names) === undefined).toBe(text === told)
  })

  it.each([
    ['a month', { firstName: 'May', lastName: 'Hart' }, 'Paid in May 2026', undefined],
    ['a month, by the whole name', { firstName: 'May', lastName: 'Hart' }, 'Paid for May Hart', 'May Hart'],
    ['the name of who pays', { firstName: 'Josephine', lastName: 'Hart' }, 'Josephine paid', undefined],
    [
      'a name with signs',
      { firstName: 'D’Arcy (Jr.)', lastName: 'Hart' },
      'For D’Arcy (Jr.)!',
      'D’Arcy (Jr.)',
    ],
    ['a name in other letters', { firstName: 'Zoë', lastName: 'Ångström' }, 'Zoë’s year', 'Zoë'],
  ])('is checked where a child has %s', (_, child, text, found) => {
    expect(namedChild(text, tellingNames([child], ['Josephine']))).toBe(found)
  })
})
