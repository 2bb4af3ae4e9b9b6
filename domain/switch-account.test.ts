import { describe, expect, it } from 'vitest'
import { dateIn, type CalendarDate } from './calendar/calendar.ts'
import {
  addressProblem,
  birthDateProblem,
  checkedAgreementText,
  productChangeTransitions,
  type AddressStatus,
  type ProductChangeStatus,
} from './switch-account.ts'
import { mayFollow } from './transitions.ts'

const young = 'Sorry, you have to be at least 21 to apply'

describe('A date of birth', () => {
  it.each<[string | null, string | undefined]>([
    [null, 'Please input a date of birth'],
    ['', 'Please input a date of birth'],
    ['  ', 'Please input a date of birth'],
    ['17/05/1984', 'Date is invalid: 17/05/1984'],
    ['1984-5-17', 'Date is invalid: 1984-5-17'],
    ['1985-02-30', 'Date is invalid: 1985-02-30'],
    ['1985-02-29', 'Date is invalid: 1985-02-29'],
    ['0198-05-17', 'Date is invalid: 0198-05-17'],
    ['1850-01-01', 'Date is invalid: 1 January 1850. Please check the year.'],
    ['1899-12-31', 'Date is invalid: 31 December 1899. Please check the year.'],
    ['1900-01-01', undefined],
    ['2006-03-02', young],
    ['2006-03-01', undefined],
    ['2027-03-02', young],
  ])('%s, on 1 March 2027: %s', (text, problem) => {
    expect(birthDateProblem(text, '2027-03-01' as CalendarDate)).toBe(problem)
  })

  it.each([
    ['in a common year, on 1 March', '2004-02-29', '2025-02-28', '2025-03-01'],
    ['on an ordinary day', '2006-05-17', '2027-05-16', '2027-05-17'],
    ['at the turn of the year', '2006-01-01', '2026-12-31', '2027-01-01'],
  ])('makes someone 21 %s', (_, born, dayBefore, day) => {
    expect(birthDateProblem(born, dayBefore as CalendarDate)).toBe(young)
    expect(birthDateProblem(born, day as CalendarDate)).toBeUndefined()
  })

  it.each([
    ['AU', '2027-03-01T12:59:59Z', '2027-03-01T13:00:00Z'],
    ['UK', '2027-03-01T23:59:59Z', '2027-03-02T00:00:00Z'],
    ['UK', '2027-07-01T22:59:59Z', '2027-07-01T23:00:00Z'],
  ] as const)('counts from midnight in the time zone of %s: after %s', (region, before, after) => {
    const born = dateIn(region, new Date(after)).replace('2027', '2006')
    expect(birthDateProblem(born, dateIn(region, new Date(before)))).toBe(young)
    expect(birthDateProblem(born, dateIn(region, new Date(after)))).toBeUndefined()
  })
})

describe('An address', () => {
  it.each<[AddressStatus, Parameters<typeof addressProblem>[1], string | undefined]>([
    ['Current', { state: 'QLD', postcode: '4064' }, undefined],
    ['Current', { state: 'QLD', postcode: '' }, 'Current address has missing fields'],
    ['Current', { state: ' ', postcode: '4064' }, 'Current address has missing fields'],
    ['Current', { postcode: '4064' }, 'Current address has missing fields'],
    ['Current', null, 'Current address has missing fields'],
    ['Previous', { state: 'QLD', postcode: null }, 'Previous address has missing fields'],
    ['Previous', { state: null, postcode: '4064' }, 'Previous address has missing fields'],
    ['Previous', { state: 'NSW', postcode: '4064' }, undefined],
    ['Current', { state: 'ACT', postcode: '4' }, 'Current address needs an Australian postcode of 4 digits'],
    [
      'Previous',
      { state: 'VIC', postcode: '0001' },
      'Previous address needs an Australian postcode of 4 digits',
    ],
    ['Current', { state: 'NT', postcode: '0800' }, undefined],
    ['Current', { state: 'Kent', postcode: 'CT1 2EH' }, undefined],
  ])('%s of %o: %s', (status, address, problem) => {
    expect(addressProblem(status, address)).toBe(problem)
  })
})

describe('An agreement text', () => {
  it.each(['', 'Yes.', '  Yes.  '])('of fewer than five characters is not valid: "%s"', (text) => {
    expect(() => checkedAgreementText(text)).toThrow('Invalid agreement text')
  })

  it('of five characters is valid', () => {
    expect(checkedAgreementText('Yes!!')).toBe('Yes!!')
  })
})

describe('A product change', () => {
  it.each<[ProductChangeStatus, ProductChangeStatus, string]>([
    ['VerifyYourDetails', 'Completed', 'is not done before anybody knows who the family is'],
    ['VerifyYourIdentity', 'Completed', 'is not done before anybody knows who the family is'],
    ['VerifyYourIdentity', 'VerifyYourDetails', 'asks for the details once'],
    ['Completed', 'Processing', 'is done once'],
  ])('does not go from %s to %s: it %s', (from, to) => {
    expect(mayFollow(productChangeTransitions, from, to)).toBe(false)
  })
})
