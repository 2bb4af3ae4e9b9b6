import type { CSSProperties } from 'react'
import type { PlanAtAGlance } from '#contract/staff-family.ts'
import type { PlanPaymentStatus } from '#domain/plan/payment-schedule.ts'
import { inMonths } from '../../ui/payment-dots/months.ts'
import '../../ui/payment-dots/payment-dots.css'

const marks: Record<PlanPaymentStatus, string> = {
  Paid: 'paid',
  Failed: 'late',
  Pending: 'way',
  Held: 'held',
  Next: 'next',
  ToCome: '',
}

const words: Record<PlanPaymentStatus, string> = {
  Paid: 'paid',
  Failed: 'overdue',
  Pending: 'on its way',
  Held: 'on hold',
  Next: 'next',
  ToCome: 'to come',
}

const inOrder: readonly PlanPaymentStatus[] = ['Paid', 'Failed', 'Pending', 'Held', 'Next', 'ToCome']

/** The payments of a plan, a column for each month. */
export function PlanDots({ payments }: { payments: PlanAtAGlance['payments'] }) {
  const dots = payments.filter(({ number }) => number !== null)
  const months = inMonths(dots)
  const counts = inOrder
    .map((status) => ({ status, count: dots.filter((dot) => dot.status === status).length }))
    .filter(({ count }) => count > 0)
  if (dots.length === 0) return <span className="xs muted">Payments not set yet</span>
  const sentence = `${dots.length} payments: ${counts.map(({ status, count }) => `${count} ${words[status]}`).join(', ')}`
  return (
    <>
      <div
        className="dots"
        role="img"
        aria-label={sentence}
        style={{ '--months': months.length } as CSSProperties}
      >
        {months.map(({ month, label, dots: own }) => (
          <div className="dots__m" key={month}>
            <span>{label}</span>
            {own.map(({ index, status }) => (
              <i key={index} className={marks[status]} />
            ))}
          </div>
        ))}
      </div>
      <div className="dotkey" aria-hidden="true">
        {counts.map(({ status }) => (
          <span key={status}>
            <i className={marks[status]} />
            {words[status].charAt(0).toUpperCase() + words[status].slice(1)}
          </span>
        ))}
      </div>
    </>
  )
}
