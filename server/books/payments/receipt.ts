import { randomUUID } from 'node:crypto'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { DeclineReason } from '#domain/payments.ts'
import { collectedParts, type NextPayment } from '#domain/plan/next-payment.ts'
import type { CollectedPlan } from '../../people/accounts/plans.reads.ts'
import type { MessageFacts, MessageKind } from '../../letters/messages/message.ts'
import type { MessageRow } from './payments.store.ts'
import type { TakenBack } from '../charges/charges.ts'
import type { PaymentRow } from './payments.reads.ts'

/** The receipt for a payment with all its parts. Goes to the account's member, also when a guest paid. */
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

/**
 * The notice of a debit that is under way. The payer sees it on the page too, and can look it up here while the money
 * is in transit.
 */
export function debitNotice(payment: PaymentRow, submittedOn: CalendarDate): MessageRow | null {
  return letter(payment, 'DebitSubmitted', {
    ...aboutPayment(payment, cents(payment.amount + payment.surcharge)),
    submittedOn,
    methodName: payment.methodName,
    reference: referenceOf(payment),
  })
}

/** The notice of a payment that failed after the payer left; `retryOn` is the day of the next try. */
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
    includedSurcharge: payment.surcharge,
    ...(onThatDay === 'Held' && { isHeld: true }),
    ...(onThatDay &&
      onThatDay !== 'Held' &&
      (onThatDay.parts.length > 1 || onThatDay.total !== payment.amount + payment.surcharge) && {
        onThatDay: { total: onThatDay.total, parts: collectedParts(onThatDay) },
      }),
  })
}

/** The amount that a family owes again, and since when; absent if it was paid another way. */
type Owed = { owing: Cents; dueOn: CalendarDate | null }

/** The notice of a debit that a bank has taken back for good. */
export function returnNotice(payment: PaymentRow, amount: Cents, owed: Owed): MessageRow | null {
  return letter(payment, 'PaymentReturned', { ...aboutDispute(payment, amount), ...owed })
}

/** The notice of an inquiry by a bank about a payment, or of money that it has taken back until it decides. */
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

/**
 * The notice of a refund with its parts. `left` is the amount that the payment's request asks for again; null if it
 * asks for nothing.
 */
export function refundNotice(
  payment: PaymentRow,
  amount: Cents,
  { surcharge, left, taken }: { surcharge: Cents; left: Cents | null; taken: TakenBack },
): MessageRow | null {
  return letter(payment, 'RefundSent', {
    ...aboutPayment(payment, amount),
    reference: referenceOf(payment),
    surcharge,
    ...(left !== null && payment.requestId !== null
      ? { left, requestId: payment.requestId }
      : { askedAgain: taken.askedAgain, waived: taken.waived }),
  })
}

/** A reference short enough to be read out on the phone. */
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
