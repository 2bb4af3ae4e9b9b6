/** "DirectDebitAuthorisation" as "Direct debit authorisation", "MoveTextAU" as "Move text AU". */
export function kindWords(kind: string): string {
  const words = kind.split(/(?<=[a-z0-9])(?=[A-Z])/)
  return words
    .map((word, index) => (index === 0 || /^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ')
}
