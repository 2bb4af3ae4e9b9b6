import type { IdentityReview } from '#contract/staff-reviews.ts'
import { formatDateCompact, formatDate } from '#domain/calendar/calendar.ts'
import { correctableFacts, type ComparedFact, type CorrectableFact } from '#domain/reviews.ts'

export type TypedFact = {
  fact: ComparedFact
  label: string
  value: string
  hint?: string
  /** What the two answers are called; null where there is nothing to compare. */
  answers: readonly [same: string, differs: string] | null
}

const same = ['Same', 'Differs'] as const
const countryNames = new Intl.DisplayNames('en', { type: 'region' })
const countryName = (code: string) => countryNames.of(code) ?? code

/** What is known of the person and what was typed of the document, in the order of a document. */
export function typedFacts(identity: IdentityReview, today: string): TypedFact[] {
  const { document, birthDate, currentAddress } = identity
  const isLicence = document?.type === 'DriversLicense'
  return [
    {
      fact: 'Name',
      label: 'Name',
      value: identity.customerName,
      hint: 'An extra middle name on the copy is fine',
      answers: same,
    },
    {
      fact: 'BirthDate',
      label: 'Date of birth',
      value: birthDate === null ? 'Unknown' : formatDate(birthDate),
      answers: birthDate === null ? null : same,
    },
    ...documentFacts(document),
    {
      fact: 'Expiry',
      label: 'Date of expiry',
      value: `After today, ${formatDateCompact(today)}`,
      hint: 'Not requested',
      answers: ['Valid', 'Expired'],
    },
    {
      fact: 'Address',
      label: 'Address',
      value: currentAddress ?? 'Unknown',
      hint: isLicence ? 'A licence may still have an older one' : 'Not on a passport',
      answers: null,
    },
  ]
}

function documentFacts(document: IdentityReview['document']): TypedFact[] {
  if (document === null) return []
  if (document.type === 'Passport')
    return [
      { fact: 'Country', label: 'Passport of', value: countryName(document.passportCountry), answers: same },
      { fact: 'Number', label: 'Passport number', value: document.passportNo, answers: same },
    ]
  return [
    { fact: 'State', label: 'Licence of', value: document.driversLicenseState, answers: same },
    { fact: 'Number', label: 'Licence number', value: document.driversLicenseNo, answers: same },
    { fact: 'CardNumber', label: 'Card number', value: document.driversLicenseCardNo, answers: same },
  ]
}

export const isCorrectable = (fact: ComparedFact): fact is CorrectableFact =>
  correctableFacts.some((each) => each === fact)

const reasons: Partial<Record<ComparedFact, string>> = {
  Expiry: 'The document has expired',
  Name: 'The name or birth date differs',
  BirthDate: 'The name or birth date differs',
  Country: 'The number differs from the copy',
  State: 'The number differs from the copy',
  Number: 'The number differs from the copy',
  CardNumber: 'The number differs from the copy',
}

/** Why a copy is declined of which this differs. */
export const whyOf = (fact: ComparedFact | undefined) => (fact === undefined ? undefined : reasons[fact])
