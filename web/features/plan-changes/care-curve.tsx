import type { CSSProperties } from 'react'
import type { ArrangementPreview } from '#contract/care.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { formatMoney } from '../../ui/money/money.tsx'

const [width, height, top, bottom] = [600, 190, 31, 184]

type Day = { date: string; amount: number }

/** What is left to pay, month by month: as proposed, and dashed as it was planned before. */
export function CareCurve({ preview, region }: { preview: ArrangementPreview; region: Region }) {
  const { before, after, total, lower, later } = preview
  const months = monthsOf([...before, ...after])
  const was = stepsOf(before, months, total)
  const will = stepsOf(after, months, total)
  const short = (amount: number) => formatMoney(amount, region).replace(/\.\d\d$/, '')
  const sentence = `What is left falls slowly by ${formatMoney(lower.amount, region)} each time until ${formatDate(lower.until)}, then by ${formatMoney(later.amount, region)} to nothing on ${formatDate(later.lastDate)}. Without the proposal it would reach nothing on ${formatDate(before.at(-1)?.date ?? later.lastDate)}.`
  return (
    <>
      <figure className="curve">
        <div className="curve__plot" role="img" aria-label={sentence}>
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
            <line className="curve__grid" x1="0" x2={width} y1={top} y2={top} />
            <line className="curve__grid" x1="0" x2={width} y1={(top + bottom) / 2} y2={(top + bottom) / 2} />
            <line className="curve__axis" x1="0" x2={width} y1={bottom} y2={bottom} />
            <path className="curve__line curve__line--was" d={was} />
            <path className="curve__area" d={`${will}H${width}V${bottom}H0Z`} />
            <path className="curve__line curve__line--new" d={`${will}H${width}`} />
          </svg>
          <span className="curve__y" style={{ top: `${(top / height) * 100}%` }}>
            {short(total)}
          </span>
          <span className="curve__y" style={{ top: `${((top + bottom) / 2 / height) * 100}%` }}>
            {short(total / 2)}
          </span>
        </div>
        <div className="curve__x" style={{ '--n': months.length } as CSSProperties} aria-hidden="true">
          {months.map((month) => (
            <span key={month}>{shortMonths.format(new Date(`${month}-01`))}</span>
          ))}
        </div>
      </figure>
      <div className="curve__legend">
        <span className="line-key">Left to pay with the proposal</span>
        <span className="line-key line-key--was">As planned before</span>
      </div>
    </>
  )
}

const shortMonths = new Intl.DateTimeFormat('en-AU', { month: 'short', timeZone: 'UTC' })

/** Every month from the first payment to the last, as YYYY-MM. */
function monthsOf(days: readonly Day[]): string[] {
  const named = days.map(({ date }) => date.slice(0, 7)).toSorted()
  const [first = '', last = first] = [named[0], named.at(-1)]
  const months: string[] = []
  for (let at = new Date(`${first}-01T00:00:00Z`); at.toISOString().slice(0, 7) <= last;) {
    months.push(at.toISOString().slice(0, 7))
    at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
  }
  return months
}

/** A line that falls with every payment; within its month by the day. */
function stepsOf(days: readonly Day[], months: readonly string[], total: number): string {
  const ofMonth = width / months.length
  const heightOf = (left: number) => bottom - (Math.max(0, left) / total) * (bottom - top)
  let left = total
  const steps = days.map(({ date, amount }) => {
    left -= amount
    const x = (months.indexOf(date.slice(0, 7)) + Number(date.slice(8)) / 31) * ofMonth
    return `H${x.toFixed(1)}V${heightOf(left).toFixed(1)}`
  })
  return `M0 ${heightOf(total).toFixed(1)}${steps.join('')}`
}
