import { calendarDate, compareDates, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, parseAmount, type Cents } from '#domain/money.ts'
import type { PlanPaymentStatus } from '#domain/plan/payment-schedule.ts'
import type { RunningPlan } from '../use-flexible.ts'
import type { PaymentToMove } from './move-view.ts'

export type OtherPayment = {
  on: CalendarDate
  amount: Cents
  status: PlanPaymentStatus
  /** It is the last one of the same plan. */
  isLast: boolean
}

const minor = (amount: number) => parseAmount(amount) ?? cents(0)

/** The other payments of the plan, and what is collected of the family's other plans, by day. */
export function otherPayments({ schedule, facts }: RunningPlan, { dueOn }: PaymentToMove): OtherPayment[] {
  const payments = schedule.planStatus === 'None' ? [] : schedule.payments
  const last = payments.at(-1)
  const ofPlan = payments
    .filter(({ dueDate }) => dueDate !== dueOn)
    .map((payment) => ({
      on: calendarDate(payment.date),
      amount: minor(payment.amount),
      status: payment.status,
      isLast: payment === last,
    }))
  const ofOthers = facts.alsoCollected.map(({ date, amount }) => ({
    on: calendarDate(date),
    amount: minor(amount),
    status: 'ToCome' as const,
    isLast: false,
  }))
  return [...ofPlan, ...ofOthers].toSorted((one, other) => compareDates(one.on, other.on))
}
