import { useMemo, useRef, useState, type CSSProperties } from 'react'
import type { Region } from '#domain/region.ts'
import { DotPicker } from './dot-picker.tsx'
import { inMonths, type Dot } from './months.ts'
import { sentenceOf, statusesIn, wordOf, type DotWithAmount } from './words.ts'
import './payment-dots.css'

type PlanDot = DotWithAmount & {
  /** Paid besides the payments of the plan, and so none of them. */
  isExtra?: true | undefined
}

/** The payments of a plan: one column per month, the first payment lowest. */
export function PaymentDots({ dots: all, region }: { dots: readonly PlanDot[]; region: Region }) {
  const picture = useRef<HTMLDivElement>(null)
  const [picked, setPicked] = useState<number | null>(null)
  const dots = useMemo(() => all.filter(({ isExtra }) => !isExtra), [all])
  const months = inMonths(dots)
  return (
    <div className="dots-figure stack stack--14">
      <div className="dots__area">
        <div
          className="dots"
          role="img"
          aria-label={sentenceOf(dots)}
          style={{ '--months': months.length } as CSSProperties}
          ref={picture}
        >
          {months.map(({ month, label, dots }) => (
            <div className="dots__m" key={month}>
              <span>{label}</span>
              {dots.map(({ index, status }) => (
                <i
                  className={markOf(status)}
                  key={index}
                  data-dot={index}
                  data-picked={index === picked || undefined}
                />
              ))}
            </div>
          ))}
        </div>
        <DotPicker dots={dots} region={region} picture={picture} picked={picked} onPick={setPicked} />
      </div>
      {/* Hidden from screen readers, because the sentence says the same. */}
      <ul className="dots__legend xs muted" aria-hidden="true">
        {statusesIn(dots).map(({ status, count }) => (
          <li key={status}>
            <i className={markOf(status)} />
            {count} {wordOf[status]}
          </li>
        ))}
      </ul>
    </div>
  )
}

function markOf(status: Dot['status']): string {
  return `dot dot--${status.toLowerCase()}`
}
