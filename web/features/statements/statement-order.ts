import type { Statement } from '#contract/statements.ts'

/** Names start with the year and month, so descending order is newest first. */
export function inOrder(statements: readonly Statement[]): Statement[] {
  return statements.toSorted((a, b) => b.name.localeCompare(a.name, 'en-AU'))
}
