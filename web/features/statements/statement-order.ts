import type { Statement } from '#contract/statements.ts'
import { isCalendarDate, monthName } from '#domain/calendar/calendar.ts'

/** Names start with the year and month, so descending order is newest first. */
export function inOrder(statements: readonly Statement[]): Statement[] {
  return statements.toSorted((a, b) => b.name.localeCompare(a.name, 'en-AU'))
}

/** "Statement for October 2026" of "Statement 2026-10", which is made for sorting. */
export function titleOf({ name }: Pick<Statement, 'name'>): string {
  const month = /^Statement (\d{4}-\d{2})$/.exec(name)?.[1]
  return isCalendarDate(`${month}-01`) ? `Statement for ${monthName(`${month}-01`)}` : name
}
