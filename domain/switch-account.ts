import { age, isCalendarDate, yearOf, type CalendarDate } from './calendar/calendar.ts'
import type { Transitions } from './transitions.ts'

/** The steps of a change to instalments, and the details it asks for. */
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
/** Nobody alive was born before it: whoever says so has mistyped. */
const earliestBirthYear = 1900
export const agreementTextMinLength = 5
/** Someone who moved in more recently than this is asked for the address before. */
export const addressHistoryYears = 3

export const productChangeTransitions: Transitions<ProductChangeStatus> = {
  VerifyYourDetails: ['Processing', 'VerifyYourIdentity'],
  VerifyYourIdentity: ['Processing'],
  // Staff may find the proof of identity wanting.
  Processing: ['VerifyYourIdentity', 'Completed'],
  Completed: [],
}

export const noBirthDate = 'Please input a date of birth'
export const badBirthDate = (text: string) => `Date is invalid: ${text}`
export const tooYoung = `Sorry, you have to be at least ${minimumAgeYears} to apply`
export const missingAddressFields = (status: AddressStatus) => `${status} address has missing fields`
export const badAgreementText = 'Invalid agreement text'

/** What is wrong with a date of birth, on a day in the zone of the account. */
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
  return isWhole ? undefined : missingAddressFields(status)
}

/** A text that is hardly one cannot have been read and agreed to: something of ours is broken. */
export function checkedAgreementText(text: string): string {
  if (text.trim().length < agreementTextMinLength) throw new Error(badAgreementText)
  return text
}
