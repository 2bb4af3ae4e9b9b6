import type { CalendarDate } from './calendar/calendar.ts'
import type { BankCalendar } from './calendar/holidays.ts'
import { cents, sumOf, type Cents } from './money.ts'
import { arrivedForGoodBy } from './remittances.ts'

/** A payment of which something is still in the family's balance. */
export type OpenPayment = {
  date: CalendarDate
  /** What of it will be passed on, and what repays fees that Larkwell has paid ahead. */
  toSchool: Cents
  toLarkwell: Cents
  /** The rest of it: credit, and what settles an earlier debt or a fee. */
  toFamily: Cents
  /** What staff have started to refund of it. */
  goingBack: Cents
}

export type HeldPayment<Payment extends OpenPayment> = Payment & { amount: Cents }

/** A plan whose payments are lower because credit was counted into it. */
export type PlanWithCredit = {
  tuitionYear: number
  /** The credit that was counted in and is not yet passed on. */
  amount: Cents
}

export type FreeCredit<Payment extends OpenPayment> = {
  balance: Cents
  /** Payments that a bank may still reverse, or that are about to be refunded. */
  unsettled: HeldPayment<Payment>[]
  /** Payments that will be passed on, each with only that part of its amount. */
  spokenFor: HeldPayment<Payment>[]
  plans: PlanWithCredit[]
  free: Cents
}

/**
 * The part of a family's balance that is theirs to take out or to use: without payments that are not settled, without
 * what belongs to the school or repays what Larkwell paid ahead, and without credit that already lowers a plan.
 * Withdrawals, refunds, new plans and the closure of an account all ask for this one figure. Passing a payment on
 * reduces the balance and what is spoken for equally, so it never changes the figure.
 */
export function freeCredit<Payment extends OpenPayment>(facts: {
  balance: Cents
  payments: readonly Payment[]
  plans: readonly PlanWithCredit[]
  calendar: BankCalendar
  today: CalendarDate
}): FreeCredit<Payment> {
  const { balance } = facts
  const arrivedBy = arrivedForGoodBy(facts.today, facts.calendar)
  const held = facts.payments
    .map((payment) => {
      const { date, toSchool, toLarkwell, toFamily, goingBack } = payment
      const ofFamily = date > arrivedBy ? toFamily : Math.min(toFamily, goingBack)
      return { ...payment, amount: cents(toSchool + toLarkwell + ofFamily) }
    })
    .filter(({ amount }) => amount > 0)
  const isUnsettled = ({ date, goingBack }: OpenPayment) => goingBack > 0 || date > arrivedBy
  const plans = facts.plans.filter(({ amount }) => amount > 0)
  const free = balance - sumOf(held) - sumOf(plans)
  return {
    balance,
    unsettled: held.filter(isUnsettled),
    spokenFor: held.filter((payment) => !isUnsettled(payment)),
    plans,
    free: cents(Math.max(0, free)),
  }
}

/** How much of the balance may go back to the payer of one payment: what is left of it, and any free credit. */
export function refundableCredit<Payment extends OpenPayment & { paymentId: string }>(
  { free, unsettled, spokenFor }: FreeCredit<Payment>,
  paymentId: string,
): Cents {
  const own = [...unsettled, ...spokenFor].filter((payment) => payment.paymentId === paymentId)
  return cents(free + sumOf(own))
}

/** How much of a family's credit a plan uses: never more than its fees. */
export function creditUsedBy({ balanceAtStart, total }: { balanceAtStart: Cents; total: Cents }): Cents {
  const fees = total - balanceAtStart
  return cents(Math.max(0, Math.min(0 - balanceAtStart, fees)))
}
