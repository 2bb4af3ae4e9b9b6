/** Decisions of staff about one family: the facts to compare, the decisions, and how they are undone. */
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

/** The facts that a copy of a document is compared with. */
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

/** The facts of the document that staff may correct if the family mistyped them. */
export const correctableFacts = ['Country', 'State', 'Number', 'CardNumber'] as const satisfies ComparedFact[]
export type CorrectableFact = (typeof correctableFacts)[number]

export type Comparison = readonly { fact: ComparedFact; isSame: boolean }[]

/** The known facts of the person, and the document details that they typed. */
export type KnownIdentity = {
  birthDate: string | null
  document: { type: 'Passport' | 'DriversLicense' } | null
}

/**
 * The facts that must match before a copy is approved. An address may have changed since a licence was issued, and is
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

/** The reason why a copy cannot be approved: a fact was not compared, or differs. */
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
 * The text to a family about a mistyped number. It shows only the last characters, because a letter must not contain the full number of a
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
