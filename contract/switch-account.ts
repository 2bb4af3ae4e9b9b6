import * as z from 'zod/mini'
import { productTypes } from '#domain/accounts.ts'
import {
  addressStatuses,
  agreementTextMinLength,
  badAgreementText,
  badBirthDate,
  missingAddressFields,
  noBirthDate,
  productChangeStatuses,
  type AddressStatus,
} from '#domain/switch-account.ts'
import { endpoints } from './endpoint.ts'
import { accountParams, calendarDate } from './wire.ts'

const optionalPart = z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(100))))

/** Refused in the words that the screen has for it. */
function neededPart(status: AddressStatus, maxLength: number) {
  const missing = missingAddressFields(status)
  return z.string(missing).check(z.trim(), z.minLength(1, missing), z.maxLength(maxLength))
}

function addressSent<Status extends AddressStatus>(status: Status) {
  return z.strictObject({
    unitNo: optionalPart,
    streetNo: optionalPart,
    street: optionalPart,
    suburb: optionalPart,
    state: neededPart(status, 50),
    postcode: neededPart(status, 10),
    fullAddress: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(300)))),
    status: z.literal(status),
  })
}

const address = z.object({
  unitNo: z.nullable(z.string()),
  streetNo: z.nullable(z.string()),
  street: z.nullable(z.string()),
  suburb: z.nullable(z.string()),
  state: z.string(),
  postcode: z.string(),
  fullAddress: z.nullable(z.string()),
  status: z.enum(addressStatuses),
})
export type Address = z.infer<typeof address>

const consentType = z.literal('CreditIdCheckConsent')

const detailsSent = z
  .strictObject({
    birthDate: z.iso.date({
      error: ({ input }) => (typeof input === 'string' && input !== '' ? badBirthDate(input) : noBirthDate),
    }),
    currentAddress: addressSent('Current'),
    previousAddress: z.nullable(addressSent('Previous')),
    addressLessThanThreeYears: z.boolean(),
    creditIdCheck: z.strictObject({
      /** May be declined: a licence or passport is then asked for. */
      agreement: z.boolean(),
      /** The words that were shown, kept with the answer. */
      agreementText: z
        .string()
        .check(z.trim(), z.minLength(agreementTextMinLength, badAgreementText), z.maxLength(10_000)),
      type: consentType,
    }),
  })
  .check(
    z.refine((details) => details.addressLessThanThreeYears === (details.previousAddress !== null), {
      path: ['previousAddress'],
      message: 'A previous address belongs to a short stay at the current one, and only to that',
    }),
  )
export type CustomerDetailsSent = z.input<typeof detailsSent>

const customerDetails = z.object({
  birthDate: z.nullable(calendarDate),
  currentAddress: z.nullable(address),
  previousAddress: z.nullable(address),
  addressLessThanThreeYears: z.boolean(),
  creditIdCheck: z.nullable(
    z.object({ agreement: z.boolean(), agreementText: z.string(), type: consentType }),
  ),
  productChangeStatus: z.nullable(z.enum(productChangeStatuses)),
  /** The day in the account's zone, by which an age is told. */
  today: calendarDate,
})
export type CustomerDetails = z.infer<typeof customerDetails>

export const switchAccount = endpoints({
  'GET /api/portal/customer/account/:accountId/customer-details': {
    summary: 'What is already known for a switch to instalments, to fill in the form',
    access: 'account',
    params: accountParams,
    reply: customerDetails,
  },
  'POST /api/portal/customer/account/:accountId/customer-details': {
    summary: 'Confirms the switch to instalments and says what comes next',
    access: 'account',
    params: accountParams,
    body: detailsSent,
    reply: z.object({ productChangeStatus: z.enum(productChangeStatuses) }),
    refusals: ['not_possible', 'not_by_staff'],
  },
  'GET /api/portal/customer/product-switch/agreement': {
    summary: 'The words a customer agrees to when switching to a product',
    access: 'customer',
    query: z.object({ productType: z.enum(productTypes) }),
    reply: z.object({
      /** What is ticked: that a credit reporting body may be asked who somebody is. */
      agreementText: z.string().check(z.minLength(agreementTextMinLength)),
      /** What is agreed to by switching at all. */
      confirmText: z.string(),
    }),
    refusals: ['not_found'],
  },
})
