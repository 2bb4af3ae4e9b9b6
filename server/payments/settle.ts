import { randomUUID } from 'node:crypto'
import type { Payment } from '#contract/pay-now.ts'
import { dateIn } from '#domain/calendar.ts'
import { paymentEntries, type Entry } from '#domain/ledger.ts'
import { toDecimal } from '#domain/money.ts'
import {
  hasArrived,
  nextLook,
  paymentTransitions,
  processingLookMs,
  type DeclineReason,
  type PaymentStatus,
} from '#domain/payments.ts'
import { surchargePercentage } from '#domain/surcharges.ts'
import { mayFollow } from '#domain/transitions.ts'
import type { Deps } from '../deps.ts'
import { entryColumns } from '../ledger/ledger.store.ts'
import type { ChargeOutcome } from '../providers/stripe/charges.ts'
import { refusals } from '../refusals.ts'
import { findPayment, settlePayment, type PaymentRow, type Settlement } from './payments.store.ts'
import { failureNotice, receipt } from './receipt.ts'

export type PaymentDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'jobs' | 'log' | 'providers'>

const statusOf = {
  Succeeded: 'Succeeded',
  Processing: 'Processing',
  Declined: 'Failed',
  Unknown: 'Unknown',
} as const satisfies Record<ChargeOutcome['kind'], PaymentStatus>

/**
 * The one place where a payment learns what became of it: whoever asked the provider, the payer's own call, a webhook
 * or the janitor, ends here. An outcome that is known already changes nothing.
 */
export async function settle(
  deps: PaymentDeps,
  payment: PaymentRow,
  outcome: ChargeOutcome,
): Promise<PaymentRow> {
  const to = statusOf[outcome.kind]
  if (hasArrived(payment.status) || !mayFollow(paymentTransitions, payment.status, to)) return payment
  const move = settlementOf(payment, to, outcome, deps.clock())
  const isMoved = await settlePayment(deps.db, payment, move)
  if (isMoved) {
    if (move.message) deps.jobs.start('deliver-message', { messageId: move.message.id })
    const { providerPaymentId, failureCode, nextLookAt, paidOn } = move
    return {
      ...payment,
      status: to,
      providerPaymentId: providerPaymentId ?? payment.providerPaymentId,
      failureCode,
      nextLookAt,
      paidOn: paidOn ?? payment.paidOn,
    }
  }
  const now = await findPayment(deps.db, payment)
  if (!now) throw new Error('A payment has vanished')
  // Somebody else moved it meanwhile: what we were told may still be news, and if not it is a no-op.
  return now.status === payment.status ? now : settle(deps, now, outcome)
}

function settlementOf(payment: PaymentRow, to: PaymentStatus, outcome: ChargeOutcome, now: Date): Settlement {
  const today = dateIn(payment.region, now)
  const reason = outcome.kind === 'Declined' ? outcome.reason : null
  const wasPending = payment.status === 'Processing' ? payment.amount : 0
  const settled: PaymentRow = { ...payment, status: to, paidOn: today }
  return {
    from: payment.status,
    to,
    providerPaymentId: outcome.kind === 'Unknown' ? null : outcome.providerPaymentId,
    failureCode: reason,
    nextLookAt: lookAfter(payment, to, now),
    paidOn: to === 'Succeeded' ? today : null,
    paidOfRequest: to === 'Succeeded' ? payment.amount : 0,
    pendingOfRequest: (to === 'Processing' ? payment.amount : 0) - wasPending,
    entries: entryColumns(to === 'Succeeded' ? entriesOf(payment) : []),
    postedOn: today,
    answer: to === 'Unknown' ? null : answerOf(settled, reason),
    message: messageOf(payment, to, today, reason),
    audit: {
      id: randomUUID(),
      action: `Payment${to}`,
      details: { paymentId: payment.id, ...(reason && { reason }) },
    },
    now,
  }
}

function lookAfter(payment: PaymentRow, to: PaymentStatus, now: Date): Date | null {
  if (to === 'Unknown') return nextLook(payment.sentAt ?? payment.createdAt, payment.looks)
  return to === 'Processing' ? new Date(now.getTime() + processingLookMs) : null
}

function messageOf(payment: PaymentRow, to: PaymentStatus, today: string, reason: DeclineReason | null) {
  if (to === 'Succeeded') return receipt(payment, today)
  // Whoever was told of a refusal on the page needs no letter about it.
  return to === 'Failed' && payment.status !== 'Sent' && reason ? failureNotice(payment, reason) : null
}

const descriptions = {
  Instalment: 'Repayment',
  Early: 'Additional payment',
  Guest: 'Payment by link',
  Deposit: 'BPAY repayment',
  Offline: 'Repayment',
} as const

export function entriesOf(payment: PaymentRow): Entry[] {
  const isByProvider = payment.kind !== 'Deposit' && payment.kind !== 'Offline'
  return paymentEntries(payment, isByProvider ? 'ProviderClearing' : 'Bank', descriptions[payment.kind])
}

/** What is kept of the answer to the payer's call, to give it again: the payment, or why it was declined. */
export function answerOf(
  payment: PaymentRow,
  reason: DeclineReason | null,
): { status: number; body: unknown } {
  if (payment.status === 'Failed') {
    return { status: refusals.payment_declined.status, body: { reason: reason ?? 'not_accepted' } }
  }
  return { status: payment.status === 'Unknown' ? 202 : 200, body: paymentReply(payment) }
}

export function paymentReply(payment: PaymentRow): Payment {
  const status =
    payment.status === 'Succeeded' || payment.status === 'Processing' ? payment.status : 'Unknown'
  return {
    paymentId: payment.id,
    status,
    amount: toDecimal(payment.amount),
    surchargePercentage: surchargePercentage(payment.basisPoints),
    surchargeAmount: toDecimal(payment.surcharge),
    date: payment.paidOn ?? dateIn(payment.region, payment.createdAt),
    accountShortId: payment.shortId,
    schoolName: payment.schoolName,
  }
}
