import type { CSSProperties } from 'react'
import { daysBetween, formatDate, monthName, type CalendarDate } from '#domain/calendar/calendar.ts'
import { sumOf, toDecimal, type Cents } from '#domain/money.ts'

import type { CollectedPayment } from '#domain/plan/changes/extra.ts'
import type { Region } from '#domain/region.ts'
import { formatMoney } from '../../../ui/money/money.tsx'
import { paymentsText } from '../words.ts'

type ExtraCurveProps = {
  before: readonly CollectedPayment[]
  after: readonly CollectedPayment[]
  countsOn: CalendarDate
  region: Region
}

const [width, height] = [600, 184]

/** What is left of the plan: now, with the extra payment, and after each payment; dashed as it is without. */
export function ExtraCurve({ before, after, countsOn, region }: ExtraCurveProps) {
  const last = before.at(-1)?.on ?? countsOn
  const total = sumOf(before)
  const left = sumOf(after)
  // The extra payment takes a little room of its own at the start.
  const x = (on: CalendarDate) => {
    const share = daysBetween(countsOn, on) / Math.max(1, daysBetween(countsOn, last))
    return Math.round((40 + Math.max(0, share) * (width - 60)) * 10) / 10
  }
  const y = (amount: number) => Math.round((height - (amount / Math.max(1, total)) * (height - 14)) * 10) / 10
  const stairs = (payments: readonly CollectedPayment[], start: number) => {
    let rest = start
    return payments
      .map(({ on, amount }) => {
        rest -= amount
        return `H${x(on)}V${y(rest)}`
      })
      .join('')
  }
  const line = `M0 ${y(total)}H20V${y(left)}${stairs(after, left)}`
  const end = after.at(-1)?.on
  return (
    <figure className="stack stack--6 curve extra-curve">
      <div className="curve__plot" role="img" aria-label={sentenceOf({ left, after, end, region })}>
        <svg viewBox={`0 0 ${width} 190`} preserveAspectRatio="none" aria-hidden="true">
          <line className="curve__axis" x1="0" x2={width} y1={height} y2={height} />
          <path
            className="curve__line curve__line--was"
            d={`M0 ${y(total)}${stairs(before, total)}H${width}`}
          />
          <path className="curve__area" d={`${line}V${height}H0Z`} />
          <path className="curve__line curve__line--new" d={line} />
        </svg>
      </div>
      <div className="extra-curve__x" aria-hidden="true">
        {labelsOf(before, countsOn).map(({ text, on }) => (
          <span
            key={text}
            style={{ '--at': `${(on === null ? 0 : x(on)) / (width / 100)}%` } as CSSProperties}
          >
            {text}
          </span>
        ))}
      </div>
    </figure>
  )
}

/** Now, and as many months of payments as have room. */
function labelsOf(payments: readonly CollectedPayment[], countsOn: CalendarDate) {
  const months = payments.filter(
    ({ on }, index) => on.slice(0, 7) !== payments[index - 1]?.on.slice(0, 7) && on > countsOn,
  )
  const step = Math.ceil(months.length / 6)
  const shown = months.filter((_, index) => (months.length - 1 - index) % step === 0)
  return [{ text: 'Now', on: null }, ...shown.map(({ on }) => ({ text: monthName(on).slice(0, 3), on }))]
}

type Told = { left: Cents; after: readonly CollectedPayment[]; end: CalendarDate | undefined; region: Region }

function sentenceOf({ left, after, end, region }: Told): string {
  if (end === undefined) return 'Nothing is left to pay.'
  const money = (amount: Cents) => formatMoney(toDecimal(amount), region)
  return `What is left drops to ${money(left)} at once, and then with ${paymentsText(after.length)} to nothing on ${formatDate(end)}.`
}
