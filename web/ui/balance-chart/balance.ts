import {
  addMonthsClamped,
  calendarDate,
  compareDates,
  daysBetween,
  type CalendarDate,
} from '#domain/calendar/calendar.ts'
import { cents, parseAmount, type Cents } from '#domain/money.ts'
import type { PlanPaymentStatus } from '#domain/plan/payment-schedule.ts'
import { inMonths } from '../payment-dots/months.ts'

export type BalancePayment = { date: string; amount: number; status: PlanPaymentStatus }

/** The amount left after a payment, and its position between the start of the first month and the end of the last. */
type Step = { at: number; left: Cents }

export type Balance = {
  total: Cents
  paid: Cents
  /** From failed payments: still owed, but not scheduled. */
  overdue: Cents
  steps: Step[]
  /** How many of the steps are paid. */
  paidSteps: number
  first: CalendarDate
  last: CalendarDate
  /** The date by which half of the total is paid. */
  half: CalendarDate
  months: { month: string; label: string }[]
}

/** How the amount still to pay falls with every payment; undefined without payments. */
export function balanceOf(payments: readonly BalancePayment[]): Balance | undefined {
  const inOrder = payments
    .map(({ date, amount, status }) => ({
      date: calendarDate(date),
      amount: parseAmount(amount) ?? cents(0),
      status,
    }))
    .toSorted((a, b) => compareDates(a.date, b.date))
  const first = inOrder[0]?.date
  const last = inOrder.at(-1)?.date
  if (first === undefined || last === undefined) return undefined
  const sum = (counts: (status: PlanPaymentStatus) => boolean) =>
    cents(inOrder.reduce((all, { amount, status }) => all + (counts(status) ? amount : 0), 0))
  const total = sum(() => true)
  const months = inMonths(payments)
  let left: number = total
  let half = last
  const steps = inOrder.map(({ date, amount, status }) => {
    const before = left
    if (status !== 'Failed') left -= amount
    if (before * 2 > total && left * 2 <= total) half = date
    return { at: positionOf(date, first, months.length), left: cents(left) }
  })
  return {
    total,
    paid: sum((status) => status === 'Paid'),
    overdue: sum((status) => status === 'Failed'),
    steps,
    paidSteps: inOrder.findLastIndex(({ status }) => status === 'Paid') + 1,
    first,
    last,
    half,
    months: months.map(({ month, label }) => ({ month, label })),
  }
}

/** All months are equally wide, like the columns of the payment dots. */
export function positionOf(date: CalendarDate, first: CalendarDate, months: number): number {
  const start = monthStart(date)
  const monthsAfter =
    (Number(date.slice(0, 4)) - Number(first.slice(0, 4))) * 12 +
    Number(date.slice(5, 7)) -
    Number(first.slice(5, 7))
  const ofMonth = daysBetween(start, date) / daysBetween(start, addMonthsClamped(start, 1))
  return (monthsAfter + ofMonth) / months
}

function monthStart(date: CalendarDate): CalendarDate {
  return calendarDate(`${date.slice(0, 7)}-01`)
}

/** The size of the drawing, which scales to its container. */
export const drawing = { width: 1000, height: 100 }

type Outlines = { paid: string; rest: string; line: string }

/** The outlines of the paid and the open part, and the line above both. */
export function outlinesOf({ total, steps, paidSteps }: Balance): Outlines {
  const x = (at: number) => round(at * drawing.width)
  const y = (left: number) => round(drawing.height * (1 - left / total))
  const stairs = (from: number, to: number) =>
    steps
      .slice(from, to)
      .map(({ at, left }) => `H${x(at)}V${y(left)}`)
      .join('')
  const levelBefore = (index: number) => y(steps[index - 1]?.left ?? total)
  const turn = x(steps[paidSteps - 1]?.at ?? 0)
  const isOver = paidSteps === steps.length
  return {
    paid:
      paidSteps === 0
        ? ''
        : `M0 ${drawing.height}V${y(total)}${stairs(0, paidSteps - 1)}H${turn}V${drawing.height}Z`,
    rest: isOver
      ? ''
      : `M${turn} ${drawing.height}V${levelBefore(paidSteps)}${stairs(paidSteps, steps.length)}H${drawing.width}V${drawing.height}Z`,
    line: `M0 ${y(total)}${stairs(0, steps.length)}H${drawing.width}`,
  }
}

function round(position: number): number {
  return Math.round(position * 100) / 100
}
