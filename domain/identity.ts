import type { Transitions } from './transitions.ts'

/** Identity documents, and the possible results of a check. */
export const identityDocumentTypes = ['DriversLicense', 'Passport'] as const
export type IdentityDocumentType = (typeof identityDocumentTypes)[number]

export const licenceStates = ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'] as const
export type LicenceState = (typeof licenceStates)[number]

/** The party that performed the check: the issuer of a document, staff, or a credit reporting body. */
export const identityManners = ['Automatic', 'Manual', 'CreditBody'] as const
export type IdentityManner = (typeof identityManners)[number]

export const identityOutcomes = ['Pass', 'Fail'] as const
export type IdentityOutcome = (typeof identityOutcomes)[number]

/** The status of a check: decided at once by the issuer, or later by staff. */
export const identityCheckStatuses = ['Waiting', ...identityOutcomes] as const
export type IdentityCheckStatus = (typeof identityCheckStatuses)[number]

export const identityCheckTransitions: Transitions<IdentityCheckStatus> = {
  Waiting: ['Pass', 'Fail'],
  Pass: [],
  // Staff may take back that they found a copy wanting.
  Fail: ['Waiting'],
}

/** The number of automatic attempts after which the customer uploads a copy of the document. */
export const automaticChecksPerDay = 3

/** The next step of a customer whose identity is checked. */
export const identitySteps = ['Check', 'Upload', 'InReview', 'NotNeeded'] as const
export type IdentityStep = (typeof identitySteps)[number]

/** The form in which issuers compare them: no spaces or dashes, in capitals. */
export function plainDocumentNumber(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase()
}

/** The usual format of a number, for a hint. Issuers change it, so it never causes a refusal. */
export type NumberShape = { pattern: RegExp; words: string }

export const licenceShapes: Record<LicenceState, { licence: NumberShape; card: NumberShape }> = {
  ACT: { licence: digits(1, 10), card: lettersAndDigits(10, 10) },
  NSW: { licence: lettersAndDigits(6, 8), card: digits(10, 10) },
  NT: { licence: digits(1, 10), card: digits(6, 8) },
  QLD: { licence: digits(8, 9), card: lettersAndDigits(10, 10) },
  SA: { licence: lettersAndDigits(6, 6), card: lettersAndDigits(9, 9) },
  TAS: { licence: lettersAndDigits(6, 8), card: lettersAndDigits(9, 9) },
  VIC: { licence: digits(1, 10), card: lettersAndDigits(8, 8) },
  WA: { licence: digits(7, 7), card: lettersAndDigits(8, 10) },
}

const passportShapes: Record<string, NumberShape> = {
  AU: {
    pattern: /^([NEDFACUX]|P[A-FUWXZ])\d{7}$/,
    words: 'One or two letters and 7 digits',
  },
  GB: digits(9, 9),
}
const otherPassport: NumberShape = lettersAndDigits(6, 9)

export function passportShape(country: string): NumberShape {
  return passportShapes[country] ?? otherPassport
}

/** Also true for an empty number. */
export function looksRight(number: string, { pattern }: NumberShape): boolean {
  const plain = plainDocumentNumber(number)
  return plain === '' || pattern.test(plain)
}

function digits(least: number, most: number): NumberShape {
  return { pattern: new RegExp(`^\\d{${least},${most}}$`), words: `${span(least, most)} digits` }
}

function lettersAndDigits(least: number, most: number): NumberShape {
  return {
    pattern: new RegExp(`^[A-Z\\d]{${least},${most}}$`),
    words: `${span(least, most)} letters and digits`,
  }
}

function span(least: number, most: number): string {
  if (least === most) return String(most)
  return least === 1 ? `Up to ${most}` : `${least} to ${most}`
}
