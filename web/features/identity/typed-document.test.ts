import { expect, it } from 'vitest'
import { emptyDocument, identificationOf, type TypedDocument } from './typed-document.ts'

const licence: TypedDocument = {
  ...emptyDocument('AU'),
  state: 'VIC',
  licenceNumber: ' 012345678 ',
  cardNumber: 'P1234567',
}
const passport: TypedDocument = { ...emptyDocument('UK'), passportNumber: '123456789' }

it.each([
  ['AU', 'DriversLicense', 'AU'],
  ['UK', 'Passport', 'GB'],
] as const)('a form in %s starts with %s', (region, kind, country) => {
  expect(emptyDocument(region)).toMatchObject({ kind, country, state: null })
})

it('a licence is sent without the spaces around its numbers', () => {
  expect(identificationOf(licence)).toEqual({
    type: 'DriversLicense',
    driversLicenseState: 'VIC',
    driversLicenseNo: '012345678',
    driversLicenseCardNo: 'P1234567',
  })
})

it('only the chosen one of two documents is sent', () => {
  expect(identificationOf({ ...licence, ...passport })).toEqual({
    type: 'Passport',
    passportCountry: 'GB',
    passportNo: '123456789',
  })
})

it.each<[string, TypedDocument]>([
  ['a licence without a state', { ...licence, state: null }],
  ['a licence without its number', { ...licence, licenceNumber: ' ' }],
  ['a licence without its card number', { ...licence, cardNumber: '' }],
  ['a passport without its number', { ...passport, passportNumber: ' - ' }],
  ['a licence beside a passport that is filled in', { ...passport, kind: 'DriversLicense' }],
])('%s is not complete', (_, typed) => {
  expect(identificationOf(typed)).toBeNull()
})
