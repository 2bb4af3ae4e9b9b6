import { addDays } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import type { Entry } from '../demo/entries.ts'
import type { Moment } from '../demo/moment.ts'

/** Credit that is the family's own: no payment brought it, so none of it is meant for the school. */
export function creditFromSchool({ today }: Pick<Moment, 'today'>, amount: number): Entry {
  return {
    kind: 'Adjustment',
    description: 'Credit from your school',
    on: addDays(today, -40),
    from: 'School',
    to: 'Family',
    amount: cents(amount),
  }
}
