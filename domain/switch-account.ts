import { australianStates, stateOfPostcode } from './address-entry.ts'
import { age, formatDate, isCalendarDate, yearOf, type CalendarDate } from './calendar/calendar.ts'
import type { Transitions } from './transitions.ts'

/** The steps of a switch to instalments, and the details it needs. */
export const productChangeStatuses = [
  'VerifyYourDetails',
  'Processing',
  'VerifyYourIdentity',
  'Completed',
] as const
export type ProductChangeStatus = (typeof productChangeStatuses)[number]

export const addressStatuses = ['Current', 'Previous'] as const
export type AddressStatus = (typeof addressStatuses)[number]

export const minimumAgeYears = 21
/** Nobody alive was born before it, so an earlier date is a typing error. */
const earliestBirthYear = 1900
export const agreementTextMinLength = 5
/** Customers who moved in more recently must give their previous address. */
export const addressHistoryYears = 3

export const productChangeTransitions: Transitions<ProductChangeStatus> = {
  VerifyYourDetails: ['Processing', 'VerifyYourIdentity'],
  VerifyYourIdentity: ['Processing'],
  // Staff may reject the proof of identity.
  Processing: ['VerifyYourIdentity', 'Completed'],
  Completed: [],
}

export const noBirthDate = 'Please input a date of birth'
/** For an existing day on which nobody alive was born, the year is the likely error. */
export const badBirthDate = (text: string) =>
  isCalendarDate(text) && yearOf(text) >= 1000
    ? `Date is invalid: ${formatDate(text)}. Please check the year.`
    : `Date is invalid: ${text}`
export const tooYoung = `Sorry, you have to be at least ${minimumAgeYears} to apply`
export const missingAddressFields = (status: AddressStatus) => `${status} address has missing fields`
export const badPostcode = (status: AddressStatus) =>
  `${status} address needs an Australian postcode of 4 digits`
export const badAgreementText = 'Invalid agreement text'

/** The error of a date of birth, on a day in the account's time zone. */
export function birthDateProblem(text: string | null, today: CalendarDate): string | undefined {
  if (text === null || text.trim() === '') return noBirthDate
  if (!isCalendarDate(text) || yearOf(text) < earliestBirthYear) return badBirthDate(text)
  return age(text, today) < minimumAgeYears ? tooYoung : undefined
}

export function addressProblem(
  status: AddressStatus,
  address: { state?: string | null; postcode?: string | null } | null,
): string | undefined {
  const isWhole = [address?.state, address?.postcode].every((part) => part?.trim())
  if (!isWhole) return missingAddressFields(status)
  return hasPostcode(address) ? undefined : badPostcode(status)
}

/** Every Australian state has postcodes of four digits. Which belongs to which state is not checked: some cross borders. */
export function hasPostcode(address: { state?: string | null; postcode?: string | null } | null): boolean {
  const isAustralian = australianStates.some((state) => state === address?.state?.trim())
  const postcode = address?.postcode?.trim() ?? ''
  // A missing one has its own message.
  return !isAustralian || postcode === '' || stateOfPostcode(postcode) !== undefined
}

/** Text this short cannot be the one that was shown, so our own code is broken. */
export function checkedAgreementText(text: string): string {
  if (text.trim().length < agreementTextMinLength) throw new Error(badAgreementText)
  return text
}
