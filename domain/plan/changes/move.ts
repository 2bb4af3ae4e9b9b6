import { addDays, type CalendarDate } from '../../calendar/calendar.ts'
import { isBusinessDay, type BankCalendar } from '../../calendar/holidays.ts'
import { changeableUntil, type ComingPayment } from './coming.ts'

/** One payment that is to be collected on a later day. */
export type MoveQuestion = {
  today: CalendarDate
  calendar: BankCalendar
  /** Its current collection day. */
  on: CalendarDate
  /** Its collection day before it was moved; null if it was not moved. */
  movedFrom: CalendarDate | null
  /** The day on which the next payment of the plan is collected: payments stay in their order. */
  next: CalendarDate | undefined
  /** The last day on which any payment of the plan may be collected. */
  lastDay: CalendarDate
  mostDaysLater: number
  movesLeft: number
}

export type MoveAnswer =
  | { days: readonly [CalendarDate, ...CalendarDate[]] }
  /** Its debit is being prepared; all moves are used; or no day is left before the next payment or the end of the plan. */
  | { whyNot: 'TooLate' | 'NoMovesLeft' | 'NoDay' }

/** The days to which a payment may be moved, counted from the originally planned day, however often it moves. */
export function daysToMoveTo(question: MoveQuestion): MoveAnswer {
  const { today, calendar, on, movedFrom, next, lastDay, mostDaysLater, movesLeft } = question
  if (today > changeableUntil(on, calendar)) return { whyNot: 'TooLate' }
  if (movesLeft <= 0) return { whyNot: 'NoMovesLeft' }
  const last = earliest(addDays(movedFrom ?? on, mostDaysLater), next ?? lastDay, lastDay)
  const [first, ...others] = businessDays(addDays(on, 1), last, calendar)
  return first === undefined ? { whyNot: 'NoDay' } : { days: [first, ...others] }
}

export function businessDays(
  first: CalendarDate,
  last: CalendarDate,
  calendar: BankCalendar,
): CalendarDate[] {
  const days: CalendarDate[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) {
    if (isBusinessDay(day, calendar)) days.push(day)
  }
  return days
}

/** The facts that decide about moves of a plan's payments. */
export type MoveFacts = {
  today: CalendarDate
  calendar: BankCalendar
  lastDay: CalendarDate
  movesLeft: number
  rules: { mostDaysLater: number }
  /** The coming payments, each with its current collection day. */
  coming: readonly { dueOn: CalendarDate; on: CalendarDate; movedFrom: CalendarDate | null }[]
}

/** The days to which a coming payment may be moved. A payment that is not among them is already being collected. */
export function daysOfPayment(facts: MoveFacts, dueOn: CalendarDate): MoveAnswer {
  const { today, calendar, lastDay, movesLeft, rules, coming } = facts
  const place = coming.findIndex((each) => each.dueOn === dueOn)
  const payment = coming[place]
  if (!payment) return { whyNot: 'TooLate' }
  const { on, movedFrom } = payment
  const next = coming[place + 1]?.on
  const { mostDaysLater } = rules
  return daysToMoveTo({ today, calendar, on, movedFrom, next, lastDay, mostDaysLater, movesLeft })
}

function earliest(first: CalendarDate, ...others: CalendarDate[]): CalendarDate {
  return others.reduce((soonest, day) => (day < soonest ? day : soonest), first)
}

/** The payments of a plan with one on its new day. Its due date stays, so moving it does not make it late. */
export function withMoved<Each extends ComingPayment>(
  coming: readonly Each[],
  dueOn: CalendarDate,
  { from, to }: { from: CalendarDate; to: CalendarDate },
): Each[] {
  return coming.map((payment) =>
    payment.dueOn === dueOn ? { ...payment, collectOn: to, movedFrom: payment.movedFrom ?? from } : payment,
  )
}
