import { describe, expect, it } from 'vitest'
import {
  bankAccountSent,
  bankProblems,
  caretIn,
  emptyBankAccount,
  formatAccountNumber,
  formatBsb,
} from './bank-numbers.ts'

const good = { holder: 'Amelia Hart', bsb: '062-000', accountNumber: '12346789' }

describe('A BSB that is being typed', () => {
  it.each([
    ['', ''],
    ['0', '0'],
    ['062', '062'],
    ['062-', '062'],
    ['0620', '062-0'],
    ['062000', '062-000'],
    ['BSB 062 000', '062-000'],
    ['062-0001', '062-0001'],
  ])('%j shows as %j', (typed, shown) => {
    expect(formatBsb(typed)).toBe(shown)
  })

  it.each([
    ['behind the digit just typed', '062-0', '0620', 5],
    ['before the dash that was to be deleted', '062-000', '062', 3],
    ['at the start', '062-000', '', 0],
    ['behind the third digit of four', '162-0', '162', 3],
    ['at the end, whatever else was typed', '062-000', 'BSB 062000', 7],
  ])('keeps the cursor %s', (_, formatted, before, place) => {
    expect(caretIn(formatted, before)).toBe(place)
  })
})

describe('An account number that is being typed', () => {
  it.each([
    ['1234 6789', '1234 6789'],
    ['12-34x', '1234'],
    ['001234', '001234'],
  ])('%j shows as %j', (typed, shown) => {
    expect(formatAccountNumber(typed)).toBe(shown)
  })

  it('is sent without its spaces and with its zeros', () => {
    expect(bankAccountSent({ ...good, accountNumber: ' 0012 345 ', holder: ' Amelia Hart ' })).toEqual({
      ...good,
      accountNumber: '0012345',
    })
  })
})

describe('What is wrong with a bank account', () => {
  const bsb = 'A BSB has 6 digits, like 062-000'
  const accountNumber = 'An account number has 5 to 9 digits'
  const required = 'Field is required'
  it.each([
    ['nothing', good, {}],
    ['nothing, spaces and all', { ...good, accountNumber: '1234 6789' }, {}],
    [
      'everything, when it is empty',
      emptyBankAccount,
      { holder: required, bsb: required, accountNumber: required },
    ],
    ['a name of spaces', { ...good, holder: '  ' }, { holder: required }],
    ['a BSB of five digits', { ...good, bsb: '062-00' }, { bsb }],
    ['a BSB of seven', { ...good, bsb: '062-0000' }, { bsb }],
    ['a number of four digits', { ...good, accountNumber: '12 34' }, { accountNumber }],
    ['a number of ten', { ...good, accountNumber: '1234567890' }, { accountNumber }],
  ])('is %s', (_, typed, troubles) => {
    expect(bankProblems(typed)).toEqual(troubles)
  })
})
