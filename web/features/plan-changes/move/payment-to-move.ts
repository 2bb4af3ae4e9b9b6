import type { Account } from '#contract/accounts.ts'
import { calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, parseAmount, type Cents } from '#domain/money.ts'
import { comingOf } from '../plan-facts.ts'
import type { RunningPlan } from '../use-flexible.ts'

/** What the address asks for. */
export type Asked = { due: string | undefined; year: number | undefined }

export type MoveProps = { account: Account; plan: RunningPlan; asked: Asked }

export type PaymentToMove = {
  dueOn: CalendarDate
  /** The day on which it is collected as things stand. */
  on: CalendarDate
  movedFrom: CalendarDate | null
  amount: Cents
}

/**
 * The payment that the page is about. Without one in the address it is the only one, or the next where none can be moved
 * anyway; undefined where the family has to choose.
 */
export function paymentToMove(plan: RunningPlan, { due }: Asked): PaymentToMove | undefined {
  const coming = comingOf(plan)
  if (due !== undefined) return coming.find(({ dueOn }) => dueOn === due) ?? onItsWay(plan, due)
  return coming.length === 1 || plan.flexible.movesLeft === 0 ? coming[0] : undefined
}

/** One that is being collected can no longer be moved, but the family reads why. */
function onItsWay({ schedule }: RunningPlan, due: string): PaymentToMove | undefined {
  if (schedule.planStatus === 'None') return undefined
  const payment = schedule.payments.find(({ dueDate, status }) => dueDate === due && status !== 'Paid')
  if (!payment) return undefined
  const amount = parseAmount(payment.amount) ?? cents(0)
  return { dueOn: calendarDate(payment.dueDate), on: calendarDate(payment.date), movedFrom: null, amount }
}
