import { calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, parseAmount, type Cents } from '#domain/money.ts'
import { daysOfPayment, type MoveAnswer } from '#domain/plan/changes/move.ts'
import { comingOf, moveFacts } from '../plan-facts.ts'
import type { RunningPlan } from '../use-flexible.ts'

/** The parameters of the page's address. */
export type MoveQuery = { due: string | undefined; year: number | undefined }

export type PaymentToMove = {
  dueOn: CalendarDate
  /** Its current collection day. */
  on: CalendarDate
  movedFrom: CalendarDate | null
  amount: Cents
  /** The name of the method that was chosen for it alone. */
  method?: string
}

type Days = Extract<MoveAnswer, { days: unknown }>['days']
/** The reason concerns this payment or the whole plan. */
export type WhyNot = Extract<MoveAnswer, { whyNot: unknown }>['whyNot'] | 'Held' | 'Blocked'

/** The content of the page. */
export type MoveView =
  | { kind: 'loading' }
  | { kind: 'none'; isRunning: boolean }
  | { kind: 'choose'; plan: RunningPlan; asked: MoveQuery }
  | { kind: 'cannot'; plan: RunningPlan; asked: MoveQuery; payment: PaymentToMove; whyNot: WhyNot }
  | { kind: 'form'; plan: RunningPlan; asked: MoveQuery; payment: PaymentToMove; days: Days }

export type ViewOf<Kind extends MoveView['kind']> = Omit<Extract<MoveView, { kind: Kind }>, 'kind'>

export function moveView(plan: RunningPlan | null | undefined, query: MoveQuery): MoveView {
  if (plan === undefined) return { kind: 'loading' }
  if (plan === null) return { kind: 'none', isRunning: false }
  const payment = paymentToMove(plan, query)
  if (payment === undefined)
    return comingOf(plan).length > 0
      ? { kind: 'choose', plan, asked: query }
      : { kind: 'none', isRunning: true }
  const { whyNot } = plan.flexible
  if (whyNot === 'Held' || whyNot === 'Blocked')
    return { kind: 'cannot', plan, asked: query, payment, whyNot }
  const answer = daysOfPayment(moveFacts(plan), payment.dueOn)
  return 'days' in answer
    ? { kind: 'form', plan, asked: query, payment, days: answer.days }
    : { kind: 'cannot', plan, asked: query, payment, whyNot: answer.whyNot }
}

/**
 * The payment that the page is about. Without one in the address it is the only one, or the next where none can be moved
 * anyway; undefined where the family has to choose.
 */
function paymentToMove(plan: RunningPlan, { due }: MoveQuery): PaymentToMove | undefined {
  const coming = comingOf(plan)
  if (due !== undefined) return coming.find(({ dueOn }) => dueOn === due) ?? onItsWay(plan, due)
  const { movesLeft, whyNot } = plan.flexible
  const isNone = movesLeft === 0 || whyNot === 'Held' || whyNot === 'Blocked'
  return coming.length === 1 || isNone ? coming[0] : undefined
}

/** One that is being collected can no longer be moved, but the family reads why. */
function onItsWay({ schedule }: RunningPlan, due: string): PaymentToMove | undefined {
  if (schedule.planStatus === 'None') return undefined
  const payment = schedule.payments.find(({ dueDate, status }) => dueDate === due && status === 'Pending')
  if (!payment) return undefined
  const amount = parseAmount(payment.amount) ?? cents(0)
  return { dueOn: calendarDate(payment.dueDate), on: calendarDate(payment.date), movedFrom: null, amount }
}
