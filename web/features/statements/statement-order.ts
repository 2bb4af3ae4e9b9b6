import type { Statement } from '#contract/statements.ts'

/** Their names begin with the year and the month, so descending names are the newest first. */
export function inOrder(statements: readonly Statement[]): Statement[] {
  return statements.toSorted((a, b) => b.name.localeCompare(a.name, 'en-AU'))
}
