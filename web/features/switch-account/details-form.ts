import type { Address, CustomerDetails, CustomerDetailsSent } from '#contract/switch-account.ts'
import type { EnteredAddress } from '#domain/address-entry.ts'
import { calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { addressProblem, birthDateProblem, type AddressStatus } from '#domain/switch-account.ts'
import { readDate } from '../../ui/date-input/date-text.ts'

export type DetailsForm = {
  /** Null unless it is a valid date up to today. */
  birthDate: CalendarDate | null
  /** The typed text, which may not be a date. */
  birthText: string
  currentAddress: EnteredAddress | null
  isShortStay: boolean
  /** Kept even while it is not required. */
  previousAddress: EnteredAddress | null
  isAgreed: boolean
}

const fieldNames = ['birthDate', 'currentAddress', 'previousAddress'] as const
export type FieldName = (typeof fieldNames)[number]
export type FieldErrors = Partial<Record<FieldName, string>>

/** Prefilled with known values. Consent must be given again each time. */
export function startingForm(details: CustomerDetails): DetailsForm {
  const { birthDate, currentAddress, previousAddress, addressLessThanThreeYears } = details
  return {
    birthDate: birthDate === null ? null : calendarDate(birthDate),
    birthText: birthDate ?? '',
    currentAddress: currentAddress && enteredOf(currentAddress),
    isShortStay: addressLessThanThreeYears,
    previousAddress: previousAddress && enteredOf(previousAddress),
    isAgreed: false,
  }
}

/** `today` is the date in the account's time zone. */
export function fieldErrorsOf(form: DetailsForm, today: string): FieldErrors {
  const birthDate = form.birthDate ?? readDate(form.birthText) ?? form.birthText.trim()
  return present({
    birthDate: birthDateProblem(birthDate, calendarDate(today)),
    currentAddress: addressProblem('Current', form.currentAddress),
    previousAddress: form.isShortStay ? addressProblem('Previous', form.previousAddress) : undefined,
  })
}

function present(troubles: Record<FieldName, string | undefined>): FieldErrors {
  return Object.fromEntries(Object.entries(troubles).filter(([, message]) => message !== undefined))
}

export function isEmpty(troubles: FieldErrors): boolean {
  return Object.keys(troubles).length === 0
}

/** The server's errors by form field; undefined if an error has no field in the form. */
export function refusedFields(fields: Record<string, string>): FieldErrors | undefined {
  const found: FieldErrors = {}
  for (const [path, message] of Object.entries(fields)) {
    const name = fieldNames.find((field) => path === field || path.startsWith(`${field}.`))
    if (!name) return undefined
    found[name] ??= message
  }
  return isEmpty(found) ? undefined : found
}

export function detailsSent(form: DetailsForm, agreementText: string): CustomerDetailsSent {
  return {
    birthDate: form.birthDate ?? form.birthText,
    currentAddress: sentAs('Current', form.currentAddress),
    previousAddress: form.isShortStay ? sentAs('Previous', form.previousAddress) : null,
    addressLessThanThreeYears: form.isShortStay,
    creditIdCheck: { agreement: form.isAgreed, agreementText, type: 'CreditIdCheckConsent' },
  }
}

function sentAs<Status extends AddressStatus>(status: Status, address: EnteredAddress | null) {
  return {
    unitNo: address?.unitNo || null,
    streetNo: address?.streetNo || null,
    street: address?.street || null,
    suburb: address?.suburb || null,
    state: address?.state ?? '',
    postcode: address?.postcode ?? '',
    fullAddress: address?.fullAddress || null,
    status,
  }
}

function enteredOf({
  unitNo,
  streetNo,
  street,
  suburb,
  state,
  postcode,
  fullAddress,
}: Address): EnteredAddress {
  return {
    unitNo: unitNo ?? '',
    streetNo: streetNo ?? '',
    street: street ?? '',
    suburb: suburb ?? '',
    state,
    postcode,
    fullAddress: fullAddress ?? '',
  }
}
