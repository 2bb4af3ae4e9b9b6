import type { CSSProperties } from 'react'
import { formatDateCompact, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { PlanPaymentStatus } from '#domain/plan/payment-schedule.ts'
import type { RunningPlan } from '../use-flexible.ts'
import { otherPayments, type OtherPayment } from './other-payments.ts'
import type { PaymentToMove } from './move-view.ts'

type Stop = { on: CalendarDate; word: string; look?: 'is-paid' | 'is-gone' | 'is-new' }

type TrackProps = { plan: RunningPlan; payment: PaymentToMove; chosen: CalendarDate | undefined }

/** The payments around the one that moves. */
export function Track({ plan, payment, chosen }: TrackProps) {
  const stops = stopsAround(otherPayments(plan, payment), payment, chosen)
  return (
    <ul className="track" style={{ '--n': stops.length } as CSSProperties}>
      {stops.map(({ on, word, look }) => (
        <li className={look} key={`${on} ${word}`}>
          <span>
            <b>{formatDateCompact(on).replace(/ \d{4}$/, '')}</b>
            {word}
          </span>
        </li>
      ))}
    </ul>
  )
}

const words: Record<PlanPaymentStatus, string> = {
  Paid: 'Paid',
  Pending: 'In progress',
  Failed: 'Failed',
  Held: 'On hold',
  Next: 'Before',
  ToCome: 'Before',
}

export function stopsAround(
  others: readonly OtherPayment[],
  { on, movedFrom }: Pick<PaymentToMove, 'on' | 'movedFrom'>,
  chosen: CalendarDate | undefined,
): Stop[] {
  const before = others.findLast((other) => other.on <= on)
  const after = others.find((other) => other.on > on)
  const now = movedFrom === null ? 'Planned' : 'Until now'
  return [
    ...(before
      ? [
          {
            on: before.on,
            word: words[before.status],
            ...(before.status === 'Paid' && { look: 'is-paid' as const }),
          },
        ]
      : []),
    chosen === undefined ? { on, word: now } : { on, word: now, look: 'is-gone' as const },
    ...(chosen === undefined ? [] : [{ on: chosen, word: 'New day', look: 'is-new' as const }]),
    ...(after ? [{ on: after.on, word: after.isLast ? 'Last' : 'Next' }] : []),
  ]
}
