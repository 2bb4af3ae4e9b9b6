import type { CSSProperties } from 'react'
import { inMonths, type Dot } from './months.ts'
import { sentenceOf, statusesIn, wordOf } from './words.ts'
import './payment-dots.css'

/** The payments of a plan: one column per month, the first payment lowest. */
export function PaymentDots({ dots }: { dots: readonly Dot[] }) {
  const months = inMonths(dots)
  return (
    <div className="dots-figure">
      <div
        className="dots"
        role="img"
        aria-label={sentenceOf(dots)}
        style={{ '--months': months.length } as CSSProperties}
      >
        {months.map(({ month, label, dots }) => (
          <div className="dots__m" key={month}>
            <span>{label}</span>
            {dots.map(({ index, status }) => (
              <i className={markOf(status)} key={index} />
            ))}
          </div>
        ))}
      </div>
      {/* Hidden from screen readers, because the sentence says the same. */}
      <ul className="dots__legend" aria-hidden="true">
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
