import { compareDates, type CalendarDate } from '#domain/calendar/calendar.ts'
import { sumOf, type Cents } from '#domain/money.ts'
import { inMonths } from '../payment-dots/months.ts'
import { positionOf } from './balance.ts'

export type CurvePayment = { on: CalendarDate; amount: Cents }

/** Two ways in which what is left to pay falls, on one scale. */
export type Curve = {
  total: Cents
  months: { month: string; label: string }[]
  was: string
  is: string
  /** Below the new line. */
  area: string
  /** Where payments are left out: from the day of the first to that of the next that is made. */
  bands: { left: number; width: number }[]
}

/** The size of the drawing, which scales to its container. The line leaves room for words above it. */
export const plot = { width: 600, height: 190, top: 41, bottom: 184 }

type CurveFacts = {
  was: readonly CurvePayment[]
  is: readonly CurvePayment[]
  skipped: readonly CalendarDate[]
}

/** Undefined without payments. */
export function curveOf({ was, is, skipped }: CurveFacts): Curve | undefined {
  const days = [...was, ...is].map(({ on }) => on).toSorted(compareDates)
  const [first] = days
  if (first === undefined) return undefined
  const months = inMonths(days.map((date) => ({ date, status: 'ToCome' })))
  const at = (on: CalendarDate) => positionOf(on, first, months.length)
  const total = sumOf(was)
  const y = (left: number) => round(plot.bottom - (plot.bottom - plot.top) * (left / (total || 1)))
  const stairs = (payments: readonly CurvePayment[]) => {
    let left: number = sumOf(payments)
    const steps = payments
      .toSorted((one, other) => compareDates(one.on, other.on))
      .map(({ on, amount }) => `H${round(at(on) * plot.width)}V${y((left -= amount))}`)
    return `M0 ${y(sumOf(payments))}${steps.join('')}`
  }
  const bands = skipped
    .map((on) => {
      const next = is.map((payment) => payment.on).find((day) => day > on)
      return { left: at(on), right: next === undefined ? 1 : at(next) }
    })
    .reduce<{ left: number; right: number }[]>((merged, band) => {
      const last = merged.at(-1)
      if (last && band.left <= last.right) last.right = Math.max(last.right, band.right)
      else merged.push({ ...band })
      return merged
    }, [])
  const line = stairs(is)
  return {
    total,
    months: months.map(({ month, label }) => ({ month, label })),
    was: stairs(was),
    is: line,
    area: `${line}V${plot.bottom}H0Z`,
    bands: bands.map(({ left, right }) => ({ left, width: right - left })),
  }
}

function round(position: number): number {
  return Math.round(position * 10) / 10
}
