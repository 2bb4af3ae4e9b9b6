import * as z from 'zod/mini'
import { isCountryCode } from '#domain/countries.ts'
import {
  identityOutcomes,
  identitySteps,
  licenceStates,
  type IdentityDocumentType,
} from '#domain/identity.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { accountParams, calendarDate, line } from './wire.ts'

const documentNumber = line(20)

export const identification = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('DriversLicense' satisfies IdentityDocumentType),
    driversLicenseState: z.enum(licenceStates),
    driversLicenseNo: documentNumber,
    driversLicenseCardNo: documentNumber,
  }),
  z.strictObject({
    type: z.literal('Passport' satisfies IdentityDocumentType),
    passportCountry: described(
      'ISO 3166-1, two letters.',
      z.string().check(z.regex(/^[A-Z]{2}$/), z.refine(isCountryCode)),
    ),
    passportNo: documentNumber,
  }),
])
export type Identification = z.input<typeof identification>

/** The parts of a multipart form are text; this one contains JSON. */
const identificationText = z.pipe(
  z.string().check(z.maxLength(1000)),
  z.pipe(
    z.transform((text: string, payload) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        payload.issues.push({ code: 'custom', message: 'Not JSON', input: text })
        return z.NEVER
      }
    }),
    identification,
  ),
)

const identityReply = z.object({
  step: z.enum(identitySteps),
  checksLeft: described('How many automatic checks are left today.', z.int()),
  consentText: described('The consent text.', z.string()),
  rejection: described(
    'The reason why staff rejected the last copy, in their words.',
    z.nullable(z.object({ reason: z.string(), on: calendarDate })),
  ),
})
export type IdentityState = z.infer<typeof identityReply>

named({
  Identification: [identification, 'A licence or a passport, as the customer enters it.'],
  IdentityState: [identityReply, 'The state of an identity check.'],
})

export const identity = endpoints({
  'GET /api/portal/customer/account/:accountId/identification-details': {
    summary: 'Whether a customer must verify their identity, and the current step',
    access: 'account',
    params: accountParams,
    reply: identityReply,
  },
  'POST /api/portal/customer/account/:accountId/identification-details': {
    summary: 'Checks a licence or passport with its issuer',
    access: 'account',
    params: accountParams,
    body: z.strictObject({ identification, idCheckConsent: z.literal(true) }),
    reply: z.object({ status: z.enum(identityOutcomes) }),
    refusals: ['rate_limited', 'unavailable', 'not_by_staff', 'not_possible'],
  },
  'POST /api/portal/customer/account/:accountId/identification-details/manual': {
    summary: 'Submits a copy of a licence or passport for staff to check, after the issuer could not',
    access: 'account',
    params: accountParams,
    upload: 'file',
    body: z.strictObject({
      identification: identificationText,
      idCheckConsent: z.pipe(
        z.literal('true'),
        z.transform(() => true as const),
      ),
    }),
    refusals: [
      'rate_limited',
      'unsupported_media_type',
      'payload_too_large',
      'unavailable',
      'not_by_staff',
      'not_possible',
    ],
  },
})
