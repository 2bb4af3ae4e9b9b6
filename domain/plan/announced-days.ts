import type { CalendarDate } from '../calendar/calendar.ts'
import type { BankCalendar } from '../calendar/holidays.ts'
import { collectionDays, type CollectionTerms } from './next-payment.ts'
import type { Instalment } from './plan-payments.ts'

export type MovedDay<Each> = { instalment: Each; from: CalendarDate; to: CalendarDate }

/**
 * What other holidays do to instalments whose day the family has been told. Such a day stays, with two exceptions: the
 * banks are closed on it now, or the notice no longer runs its full time by then. In both cases the money is taken later.
 * It is never taken earlier than the family was told: where `from` and `to` are the same, that day has to be kept.
 */
export function movedDays<Each extends Instalment>(
  announced: readonly Each[],
  terms: CollectionTerms,
  calendar: BankCalendar,
): MovedDay<Each>[] {
  const before = announced.map(collectionDays(terms))
  const after = announced.map(collectionDays({ ...terms, calendar }))
  return announced.flatMap((instalment, index) => {
    const [from, calculated] = [before[index], after[index]]
    if (from === undefined || calculated === undefined || from === calculated) return []
    return [{ instalment, from, to: calculated > from ? calculated : from }]
  })
}
