import { useMemo, type CSSProperties } from 'react'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, toDecimal, type Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import { formatMoney } from '../money/money.tsx'
import { curveOf, plot, type CurvePayment } from './curve.ts'
import './balance-curve.css'

type BalanceCurveProps = {
  was: readonly CurvePayment[]
  is: readonly CurvePayment[]
  /** The days on which payments are left out. */
  skipped?: readonly CalendarDate[]
  region: Region
  /** The drawing in a sentence, for screen readers. */
  sentence: string
}

const none: readonly CalendarDate[] = []

/** What is left to pay, step by step, as it is now (dashed) and as it would be. */
export function BalanceCurve({ was, is, skipped = none, region, sentence }: BalanceCurveProps) {
  const curve = useMemo(() => curveOf({ was, is, skipped }), [was, is, skipped])
  if (!curve) return null
  const levels = [curve.total, cents(Math.round(curve.total / 2))]
  const yOf = (level: Cents) => plot.bottom - (plot.bottom - plot.top) * (level / (curve.total || 1))
  return (
    <figure className="stack stack--6 curve">
      <div className="curve__plot" role="img" aria-label={sentence}>
        <svg viewBox={`0 0 ${plot.width} ${plot.height}`} preserveAspectRatio="none" aria-hidden="true">
          {curve.bands.map(({ left, width }) => (
            <rect
              key={left}
              className="curve__band"
              x={left * plot.width}
              width={width * plot.width}
              y={0}
              height={plot.height}
            />
          ))}
          {levels.map((level) => (
            <line
              key={level}
              className="curve__grid"
              x1={0}
              x2={plot.width}
              y1={yOf(level)}
              y2={yOf(level)}
            />
          ))}
          <line className="curve__axis" x1={0} x2={plot.width} y1={plot.bottom} y2={plot.bottom} />
          <path className="curve__line curve__line--was" d={curve.was} />
          <path className="curve__area" d={curve.area} />
          <path className="curve__line curve__line--new" d={curve.is} />
        </svg>
        {curve.bands.slice(0, 1).map(({ left }) => (
          <span key={left} className="curve__note" style={{ left: percent(left) }}>
            Skipped
          </span>
        ))}
        {levels.map((level) => (
          <span key={level} className="curve__y" style={{ top: percent(yOf(level) / plot.height) }}>
            {formatMoney(Math.round(toDecimal(level)), region).replace(/\.\d\d$/, '')}
          </span>
        ))}
      </div>
      <div className="curve__x" style={{ '--n': curve.months.length } as CSSProperties} aria-hidden="true">
        {curve.months.map(({ month, label }) => (
          <span key={month}>{label}</span>
        ))}
      </div>
    </figure>
  )
}

/** What each line of the drawing is. */
export function CurveKeys({ is, was }: { is: string; was: string }) {
  return (
    <span className="curve__legend">
      <span className="line-key sm muted">{is}</span>
      <span className="line-key sm muted line-key--was">{was}</span>
    </span>
  )
}

function percent(part: number): string {
  return `${Math.round(part * 10_000) / 100}%`
}
