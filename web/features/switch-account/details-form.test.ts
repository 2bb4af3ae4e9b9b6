import { describe, expect, it } from 'vitest'
import type { CustomerDetails } from '#contract/switch-account.ts'
import type { EnteredAddress } from '#domain/address-entry.ts'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { detailsSent, refusedFields, startingForm, fieldErrorsOf, type DetailsForm } from './details-form.ts'

const today = '2026-11-16'

const address: EnteredAddress = {
  unitNo: '',
  streetNo: '18',
  street: 'Banksia Street',
  suburb: 'Wattle Ridge',
  state: 'VIC',
  postcode: '3999',
  fullAddress: '18 Banksia Street, Wattle Ridge VIC 3999',
}

const filled: DetailsForm = {
  birthDate: calendarDate('1984-06-14'),
  birthText: '14/6/1984',
  currentAddress: address,
  isShortStay: false,
  previousAddress: null,
  isAgreed: true,
}

const known: CustomerDetails = {
  birthDate: '1984-06-14',
  currentAddress: { ...address, unitNo: null, status: 'Current' },
  previousAddress: null,
  addressLessThanThreeYears: false,
  creditIdCheck: { agreement: true, agreementText: 'I agree to it.', type: 'CreditIdCheckConsent' },
  productChangeStatus: 'VerifyYourDetails',
  today,
}

describe('The details of a switch', () => {
  it('start with what is known, but never with a consent', () => {
    expect(startingForm(known)).toEqual({ ...filled, birthText: '1984-06-14', isAgreed: false })
  })

  it('start empty where nothing is known', () => {
    expect(startingForm({ ...known, birthDate: null, currentAddress: null })).toEqual({
      ...filled,
      birthDate: null,
      birthText: '',
      currentAddress: null,
      isAgreed: false,
    })
  })

  it('are valid when they are complete', () => {
    expect(fieldErrorsOf(filled, today)).toEqual({})
  })

  it.each([
    ['nothing typed', '', 'Please input a date of birth'],
    ['only spaces', '  ', 'Please input a date of birth'],
    ['30 February', '30/02/1984', 'Date is invalid: 30/02/1984'],
    ['30 February as computers write it', '1984-02-30', 'Date is invalid: 1984-02-30'],
    ['a year of two digits', '14/6/84', 'Date is invalid: 14/6/84'],
    ['not a date', 'in June', 'Date is invalid: in June'],
    ['a future date', '1/1/2030', 'Sorry, you have to be at least 21 to apply'],
  ])('say what is wrong with the date of birth: %s', (_, birthText, birthDate) => {
    expect(fieldErrorsOf({ ...filled, birthDate: null, birthText }, today)).toEqual({ birthDate })
  })

  it.each([
    ['2005-11-16', undefined],
    ['2005-11-17', 'Sorry, you have to be at least 21 to apply'],
  ])("require an age of 21 on the account's current day: born on %s", (born, birthDate) => {
    expect(fieldErrorsOf({ ...filled, birthDate: calendarDate(born) }, today).birthDate).toBe(birthDate)
  })

  it.each([
    ['none', null],
    ['no postcode', { ...address, postcode: ' ' }],
    ['no state', { ...address, state: '' }],
  ])('need a whole address, and a previous one only after a short stay: %s', (_, lacking) => {
    expect(fieldErrorsOf({ ...filled, currentAddress: lacking }, today)).toEqual({
      currentAddress: 'Current address has missing fields',
    })
    expect(fieldErrorsOf({ ...filled, isShortStay: true, previousAddress: lacking }, today)).toEqual({
      previousAddress: 'Previous address has missing fields',
    })
    expect(fieldErrorsOf({ ...filled, isShortStay: false, previousAddress: lacking }, today)).toEqual({})
  })

  it('are sent without a previous address unless it is required', () => {
    const current = { ...address, unitNo: null, status: 'Current' }
    const sent = {
      birthDate: '1984-06-14',
      currentAddress: current,
      previousAddress: null,
      addressLessThanThreeYears: false,
      creditIdCheck: { agreement: true, agreementText: 'I agree.', type: 'CreditIdCheckConsent' },
    }
    expect(detailsSent({ ...filled, previousAddress: address }, 'I agree.')).toEqual(sent)
    expect(
      detailsSent({ ...filled, isShortStay: true, previousAddress: address, isAgreed: false }, 'I agree.'),
    ).toEqual({
      ...sent,
      previousAddress: { ...current, status: 'Previous' },
      addressLessThanThreeYears: true,
      creditIdCheck: { ...sent.creditIdCheck, agreement: false },
    })
  })

  it.each([
    [{ birthDate: 'Too young' }, { birthDate: 'Too young' }],
    [
      { 'currentAddress.state': 'Missing', 'currentAddress.postcode': 'Missing too' },
      { currentAddress: 'Missing' },
    ],
    [{ previousAddress: 'Not asked for' }, { previousAddress: 'Not asked for' }],
    [{ birthDate: 'Too young', 'creditIdCheck.agreementText': 'Invalid agreement text' }, undefined],
    [{}, undefined],
  ])("show the server's errors for %j at their field, if there is one", (fields, shown) => {
    expect(refusedFields(fields as Record<string, string>)).toEqual(shown)
  })
})
