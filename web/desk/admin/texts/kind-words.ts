import { regionFacts } from '#domain/region.ts'

/** "DirectDebitAuthorisation" as "Direct debit authorisation", "MoveTextAU" as "Move text, Australia". */
export function kindWords(kind: string): string {
  const words = kind.split(/(?<=[a-z0-9])(?=[A-Z])/)
  return words
    .map((word, index) => (index === 0 || /^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ')
    .replace(/ AU$/, `, ${regionFacts.AU.name}`)
    .replace(/ UK$/, `, ${regionFacts.UK.name}`)
}
