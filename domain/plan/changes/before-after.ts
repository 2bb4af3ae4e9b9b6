import { compareDates, type CalendarDate } from '../../calendar/calendar.ts'
import type { Cents } from '../../money.ts'
import type { ComingPayment } from './coming.ts'

export type PaymentOnDay = { on: CalendarDate; amount: Cents }

/** A payment before and after a change; null where it is added or removed. */
export type BeforeAfter = {
  dueOn: CalendarDate
  before: PaymentOnDay | null
  after: PaymentOnDay | null
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
      // If its planned day is unchanged, so is its collection day.
      was && was.collectOn === payment.collectOn ? was.on : payment.collectOn
    return {
      dueOn,
      before: was ? { on: was.on, amount: was.amount } : null,
      after: is ? { on: dayOf(is), amount: is.amount } : null,
    }
  })
}
