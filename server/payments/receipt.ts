import { randomUUID } from 'node:crypto'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { DeclineReason } from '#domain/payments.ts'
import { collectedParts, type NextPayment } from '#domain/plan/next-payment.ts'
import type { MessageFacts, MessageKind } from '../messages/message.ts'
import type { MessageRow, PaymentRow } from './payments.store.ts'

/** What was paid, with every part. Goes to the account's member, also when a guest paid. */
export function receipt(payment: PaymentRow, paidOn: CalendarDate): MessageRow | null {
  return letter(payment, 'Receipt', {
    ...aboutPayment(payment, payment.amount),
    paidOn,
    surcharge: payment.surcharge,
    basisPoints: payment.basisPoints,
    methodName: payment.methodName,
    reference: referenceOf(payment),
  })
}

/** A payment that failed after the payer left; `retryOn` is when it is tried again. */
export function failureNotice(
  payment: PaymentRow,
  reason: DeclineReason,
  retryOn: CalendarDate | null,
  onThatDay?: NextPayment,
): MessageRow | null {
  return letter(payment, 'PaymentFailed', {
    ...aboutPayment(payment, cents(payment.amount + payment.surcharge)),
    ...byLink(payment),
    reason,
    reference: referenceOf(payment),
    retryOn,
    ...(onThatDay &&
      onThatDay.parts.length > 1 && {
        onThatDay: { total: onThatDay.total, parts: collectedParts(onThatDay) },
      }),
  })
}

export function returnNotice(payment: PaymentRow, amount: Cents): MessageRow | null {
  return letter(payment, 'PaymentReturned', {
    ...aboutPayment(payment, amount),
    reference: referenceOf(payment),
    ...byLink(payment),
  })
}

/** What went back, with its parts; `left` is what its request asks for again, and null where it asks for nothing. */
export function refundNotice(
  payment: PaymentRow,
  amount: Cents,
  { surcharge, left }: { surcharge: Cents; left: Cents | null },
): MessageRow | null {
  return letter(payment, 'RefundSent', {
    ...aboutPayment(payment, amount),
    reference: referenceOf(payment),
    surcharge,
    ...(left !== null && payment.requestId !== null && { left, requestId: payment.requestId }),
  })
}

/** Short enough to read out on the phone. */
export function referenceOf({ id }: Pick<PaymentRow, 'id'>): string {
  return id.slice(0, 8).toUpperCase()
}

function aboutPayment({ payer, region, shortId, schoolName }: PaymentRow, amount: PaymentRow['amount']) {
  return { firstName: payer?.firstName ?? '', region, shortId, schoolName, amount }
}

function byLink({ requestId }: PaymentRow): { requestId?: string } {
  return requestId === null ? {} : { requestId }
}

function letter<Kind extends MessageKind>(
  { payer }: PaymentRow,
  kind: Kind,
  facts: MessageFacts[Kind],
): MessageRow | null {
  if (!payer) return null
  return { id: randomUUID(), kind, facts, recipient: payer.email, customerId: payer.id }
}
