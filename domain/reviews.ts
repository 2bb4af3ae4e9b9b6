/** Questions that people decide about one family: what may be compared, decided, and taken back. */
export const reviewKinds = [
  'Plan',
  'Discount',
  'FeeChange',
  'Identity',
  'Invoice',
  'Withdrawal',
  'Skip',
] as const
export type ReviewKind = (typeof reviewKinds)[number]

export const reviewStatuses = ['Open', 'Approved', 'Declined'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

/** What a copy of a document is compared with. */
export const comparedFacts = [
  'Name',
  'BirthDate',
  'Country',
  'State',
  'Number',
  'CardNumber',
  'Expiry',
  'Address',
] as const
export type ComparedFact = (typeof comparedFacts)[number]

/** Those that staff may correct where the family has mistyped them: what it typed of the document itself. */
export const correctableFacts = ['Country', 'State', 'Number', 'CardNumber'] as const satisfies ComparedFact[]
export type CorrectableFact = (typeof correctableFacts)[number]

export type Comparison = readonly { fact: ComparedFact; isSame: boolean }[]

/** What is known of the person, and what they typed of the document. */
export type KnownIdentity = {
  birthDate: string | null
  document: { type: 'Passport' | 'DriversLicense' } | null
}

/**
 * What has to be found the same before a copy is approved. An address may have changed since a licence was issued, and is
 * on no passport.
 */
export function factsToCompare({ birthDate, document }: KnownIdentity): ComparedFact[] {
  return [
    'Name',
    ...(birthDate === null ? [] : (['BirthDate'] as const)),
    ...(document === null ? [] : factsOfDocument[document.type]),
    'Expiry',
  ]
}

const factsOfDocument = {
  Passport: ['Country', 'Number'],
  DriversLicense: ['State', 'Number', 'CardNumber'],
} as const satisfies Record<string, ComparedFact[]>

/** What keeps a copy from being approved: what was not compared, and what differs. */
export function whyNotApproveCopy(
  identity: KnownIdentity,
  comparison: Comparison,
): { missing: ComparedFact[]; differing: ComparedFact[] } {
  const isSaid = (fact: ComparedFact) => comparison.some((each) => each.fact === fact)
  return {
    missing: factsToCompare(identity).filter((fact) => !isSaid(fact)),
    differing: comparison.filter(({ isSame }) => !isSame).map(({ fact }) => fact),
  }
}

/**
 * What a family reads about a number that it mistyped: the end alone, because a letter is no place for the number of a
 * document.
 */
export function mistypedNumber(name: string, typed: string, onCopy: string): string {
  const [typedEnd, copyEnd] = [endOf(typed), endOf(onCopy)]
  const isClear = copyEnd !== '' && typedEnd !== copyEnd
  return isClear
    ? `The ${name} you typed ends in ${typedEnd}. On the copy it ends in ${copyEnd}.`
    : `The ${name} you typed is not the one on the copy.`
}

const endOf = (number: string) => number.replace(/[\s-]/g, '').toUpperCase().slice(-2)
