import { compareDates, type CalendarDate } from '../../calendar/calendar.ts'
import type { Cents } from '../../money.ts'
import type { ComingPayment } from './coming.ts'

export type CollectedPayment = { on: CalendarDate; amount: Cents }

/** One payment as it is now and as it would be; null where it is new, or left out. */
export type BeforeAfter = {
  dueOn: CalendarDate
  before: CollectedPayment | null
  after: CollectedPayment | null
}

/** Every payment to come, before and after a change, with the days on which money is collected. */
export function beforeAndAfter(
  coming: readonly (ComingPayment & { on: CalendarDate })[],
  rest: readonly ComingPayment[],
): BeforeAfter[] {
  const days = [...new Set([...coming, ...rest].map(({ dueOn }) => dueOn))].toSorted(compareDates)
  return days.map((dueOn) => {
    const was = coming.find((payment) => payment.dueOn === dueOn)
    const is = rest.find((payment) => payment.dueOn === dueOn)
    const dayOf = (payment: ComingPayment) =>
      // Where its planned day stays, so does the day on which it is collected.
      was && was.collectOn === payment.collectOn ? was.on : payment.collectOn
    return {
      dueOn,
      before: was ? { on: was.on, amount: was.amount } : null,
      after: is ? { on: dayOf(is), amount: is.amount } : null,
    }
  })
}
