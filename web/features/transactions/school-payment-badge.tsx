import type { Transaction } from '#contract/transactions.ts'
import { calendarDate, formatDateNumeric } from '#domain/calendar/calendar.ts'
import { schoolPaymentWords, type SchoolPaymentStatus } from '#domain/remittances.ts'
import { Badge, type BadgeTone } from '../../ui/badge/badge.tsx'

const tones: Record<SchoolPaymentStatus, BadgeTone> = { Due: 'neutral', OnItsWay: 'info', Paid: 'success' }

/** How far the money of a payment to a school has come. */
export function SchoolPaymentBadge({
  schoolPayment: { status, paidOn },
}: {
  schoolPayment: NonNullable<Transaction['schoolPayment']>
}) {
  return (
    <Badge tone={tones[status]}>
      {paidOn === null
        ? schoolPaymentWords[status]
        : `${schoolPaymentWords[status]} on ${formatDateNumeric(calendarDate(paidOn))}`}
    </Badge>
  )
}
