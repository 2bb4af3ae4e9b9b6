/** The parts of the evidence that staff can send to a bank about a disputed payment, as far as available. */
export const evidenceParts = [
  'Agreement',
  'Mandate',
  'Plan',
  'Notice',
  'Receipt',
  'EarlierPayments',
  'LogIns',
  'Messages',
] as const
export type EvidencePart = (typeof evidenceParts)[number]

/** The provider's limits: the letters of one field, and the bytes of all files. */
export const evidenceLimits = { letters: 20_000, bytes: 4_500_000 } as const

export type ChildName = { firstName: string; lastName: string }

/** Names that are also months: on their own they do not identify a child. */
const months = ['April', 'May', 'June', 'August']

/**
 * The names by which a text tells of a child: its whole name, and its first name where that is neither a month nor the name
 * of somebody who pays.
 */
export function tellingNames(children: readonly ChildName[], payers: readonly string[]): string[] {
  const firstNames = new Set([...months, ...payers].map((name) => name.toLowerCase()))
  const names = children.flatMap(({ firstName, lastName }) => [
    `${firstName} ${lastName}`.trim(),
    ...(firstNames.has(firstName.toLowerCase()) ? [] : [firstName]),
  ])
  // The longer ones first, so that no surname stays behind.
  return [...new Set(names)].filter((name) => name.length > 1).toSorted((a, b) => b.length - a.length)
}

const special = /[.*+?^${}()|[\]\\]/g
const patternOf = (name: string) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])${name.replace(special, String.raw`\$&`)}(?![\p{L}\p{N}])`, 'gu')

/** The first name of a child in a text, if there is one. */
export function namedChild(text: string, names: readonly string[]): string | undefined {
  return names.find((name) => patternOf(name).test(text))
}

/** A bank need not know who the child is. */
export function withoutChildren(text: string, names: readonly string[]): string {
  return names.reduce((rest, name) => rest.replace(patternOf(name), 'the student'), text)
}
