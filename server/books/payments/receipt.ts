import { randomUUID } from 'node:crypto'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { DeclineReason } from '#domain/payments.ts'
import { collectedParts, type NextPayment } from '#domain/plan/next-payment.ts'
import type { CollectedPlan } from '../../people/accounts/plans.ts'
import type { MessageFacts, MessageKind } from '../../letters/messages/message.ts'
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
    paymentId: payment.id,
  })
}

/** The payer sees it on the page too; the letter is what they can look up while the money is in transit. */
export function debitNotice(payment: PaymentRow, submittedOn: CalendarDate): MessageRow | null {
  return letter(payment, 'DebitSubmitted', {
    ...aboutPayment(payment, cents(payment.amount + payment.surcharge)),
    submittedOn,
    methodName: payment.methodName,
    reference: referenceOf(payment),
  })
}

/** A payment that failed after the payer left; `retryOn` is when it is tried again. */
export function failureNotice(
  payment: PaymentRow,
  reason: DeclineReason,
  retryOn: CalendarDate | null,
  onThatDay?: NextPayment<CollectedPlan> | 'Held',
): MessageRow | null {
  return letter(payment, 'PaymentFailed', {
    ...aboutPayment(payment, cents(payment.amount + payment.surcharge)),
    ...byLink(payment),
    reason,
    methodType: payment.methodType,
    reference: referenceOf(payment),
    retryOn,
    ...(onThatDay === 'Held' && { isHeld: true }),
    ...(onThatDay &&
      onThatDay !== 'Held' &&
      onThatDay.parts.length > 1 && {
        onThatDay: { total: onThatDay.total, parts: collectedParts(onThatDay) },
      }),
  })
}

/** What a family owes again, and since when; nothing where it was paid another way. */
type Owed = { owing: Cents; dueOn: CalendarDate | null }

/** A bank has taken a debit back for good. */
export function returnNotice(payment: PaymentRow, amount: Cents, owed: Owed): MessageRow | null {
  return letter(payment, 'PaymentReturned', { ...aboutDispute(payment, amount), ...owed })
}

/** A bank has asked about a payment, or has taken it back until it decides. */
export function disputeNotice(
  payment: PaymentRow,
  amount: Cents,
  how: { openedOn: CalendarDate; isInquiry: boolean },
): MessageRow | null {
  return letter(payment, 'DisputeOpened', { ...aboutDispute(payment, amount), ...how })
}

export function decisionNotice(
  payment: PaymentRow,
  amount: Cents,
  decision: Owed & { outcome: 'Won' | 'Lost' | 'Dropped' },
): MessageRow | null {
  return letter(payment, 'DisputeDecided', { ...aboutDispute(payment, amount), ...decision })
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

function aboutDispute(payment: PaymentRow, amount: Cents) {
  return {
    ...aboutPayment(payment, amount),
    ...byLink(payment),
    reference: referenceOf(payment),
    paidOn: payment.paidOn,
    methodName: payment.methodName,
  }
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
