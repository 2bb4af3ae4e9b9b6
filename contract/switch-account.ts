import * as z from 'zod/mini'
import { productTypes } from '#domain/accounts.ts'
import {
  addressStatuses,
  agreementTextMinLength,
  badAgreementText,
  badBirthDate,
  badPostcode,
  hasPostcode,
  missingAddressFields,
  noBirthDate,
  productChangeStatuses,
  type AddressStatus,
} from '#domain/switch-account.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { accountParams, calendarDate } from './wire.ts'

const optionalPart = z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(100))))

/** Refused with the same message that the screen uses. */
function neededPart(status: AddressStatus, maxLength: number) {
  const missing = missingAddressFields(status)
  return z.string(missing).check(z.trim(), z.minLength(1, missing), z.maxLength(maxLength))
}

function addressSent<Status extends AddressStatus>(status: Status) {
  const parts = z.strictObject({
    unitNo: optionalPart,
    streetNo: optionalPart,
    street: optionalPart,
    suburb: optionalPart,
    state: neededPart(status, 50),
    postcode: neededPart(status, 10),
    fullAddress: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(300)))),
    status: z.literal(status),
  })
  return parts.check(z.refine(hasPostcode, { path: ['postcode'], error: badPostcode(status) }))
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
      agreement: described(
        'Whether the customer consents; if not, a licence or passport is required later.',
        z.boolean(),
      ),
      agreementText: described(
        'The text that was shown, stored with the answer.',
        z
          .string()
          .check(z.trim(), z.minLength(agreementTextMinLength, badAgreementText), z.maxLength(10_000)),
      ),
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
  today: described("The date in the account's time zone, used to calculate an age.", calendarDate),
})
export type CustomerDetails = z.infer<typeof customerDetails>

named({
  Address: [address, 'An address as the customer entered it.'],
  CustomerDetailsSent: [detailsSent, 'The details that a switch to instalments needs.'],
  CustomerDetails: [customerDetails, 'The known details for a switch to instalments.'],
})

export const switchAccount = endpoints({
  'GET /api/portal/customer/account/:accountId/customer-details': {
    summary: 'The known details for a switch to instalments, to prefill the form',
    access: 'account',
    params: accountParams,
    reply: customerDetails,
  },
  'POST /api/portal/customer/account/:accountId/customer-details': {
    summary: 'Confirms the switch to instalments and returns the next step',
    access: 'account',
    params: accountParams,
    body: detailsSent,
    reply: z.object({ productChangeStatus: z.enum(productChangeStatuses) }),
    refusals: ['not_possible', 'not_by_staff'],
  },
  'GET /api/portal/customer/product-switch/agreement': {
    summary: 'The terms a customer agrees to when switching to a product',
    access: 'customer',
    query: z.object({ productType: described('The product to switch to.', z.enum(productTypes)) }),
    reply: z.object({
      agreementText: described(
        'The consent to an identity check by a credit reporting body.',
        z.string().check(z.minLength(agreementTextMinLength)),
      ),
      confirmText: described('The terms agreed to by switching.', z.string()),
    }),
    refusals: ['not_found'],
  },
})
