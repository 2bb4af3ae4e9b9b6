import { randomUUID } from 'node:crypto'
import type { Payment } from '#contract/pay-now.ts'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { paymentEntries, type Entry } from '#domain/ledger.ts'
import { toDecimal } from '#domain/money.ts'
import {
  confirmationMs,
  hasArrived,
  nextLook,
  paymentTransitions,
  processingLookMs,
  type DeclineReason,
  type PaymentStatus,
} from '#domain/payments.ts'
import type { RepaymentSourceType } from '#domain/payment-methods/payment-methods.ts'
import type { Quote } from '#domain/plan/debits.ts'
import type { FirstPayment } from '#domain/refusal.ts'
import { surchargePercentage } from '#domain/payment-methods/surcharges.ts'
import { mayFollow } from '#domain/transitions.ts'
import { lockAccount } from '../../people/accounts/accounts.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { coverCharges } from '../charges/charges.ts'
import { entryRow, type EntryRow } from '../ledger/entry-row.ts'
import type { ChargeOutcome } from '../../platform/providers/stripe/charges.ts'
import { refusals } from '../../platform/http/refusals.ts'
import { settlePayments, type InstalmentMove, type MessageRow, type Settlement } from './payments.store.ts'
import { findPayment, type PaymentKey, type PaymentRow } from './payments.reads.ts'
import { debitNotice, failureNotice, receipt } from './receipt.ts'
import { lockPayment } from './returns.store.ts'
import { retriesOf, retryAfter, type Retry } from './retries.ts'

export type PaymentDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'jobs' | 'log' | 'providers'>

const statusOf = {
  Succeeded: 'Succeeded',
  Processing: 'Processing',
  Declined: 'Failed',
  NeedsPayer: 'Unknown',
  Unknown: 'Unknown',
} as const satisfies Record<ChargeOutcome['kind'], PaymentStatus>

type News = PaymentKey & Settlement & Pick<PaymentRow, 'isExtra'>

export type Settled = { payment: PaymentRow; outcome: ChargeOutcome }

/**
 * The only function that records a payment's outcome. The payer's own call, a webhook, the `look-at-payments` job and a
 * repayment run all end here. An outcome that is known already changes nothing.
 */
export async function settle(
  deps: PaymentDeps,
  payment: PaymentRow,
  outcome: ChargeOutcome,
): Promise<PaymentRow> {
  const [settled] = await settleAll(deps, [{ payment, outcome }])
  return settled ?? payment
}

/** Settles many payments in one statement, and returns them in the same order. */
export async function settleAll(deps: PaymentDeps, all: readonly Settled[]): Promise<PaymentRow[]> {
  const now = deps.clock()
  const retries = await retriesOf(deps.db, all, now)
  const moves = all.map(({ payment, outcome }) => {
    const to = statusOf[outcome.kind]
    const isNews = !hasArrived(payment.status) && mayFollow(paymentTransitions, payment.status, to)
    // The provider's first reply was lost, and its question to the payer arrives only now.
    const isQuestion = payment.status === 'Unknown' && outcome.kind === 'NeedsPayer' && !payment.confirmBy
    return isNews || isQuestion ? settlementOf(payment, to, outcome, now, retries.get(payment.id)) : undefined
  })
  const news = all.flatMap(({ payment }, index) => {
    const move = moves[index]
    const { accountId, id, isExtra } = payment
    return move ? [{ ...move, accountId, id, isExtra }] : []
  })
  const moved = news.length > 0 ? await settleNews(deps, news) : new Set<string>()
  startFollowUps(
    deps,
    news.filter(({ id }) => moved.has(id)),
  )
  const settled: PaymentRow[] = []
  for (const [index, { payment, outcome }] of all.entries()) {
    const move = moves[index]
    if (!move) settled.push(payment)
    else if (moved.has(payment.id)) settled.push(afterMove(payment, move))
    else settled.push(await settleAgain(deps, payment, outcome))
  }
  return settled
}

/**
 * Money that comes after it was given up pays what is still owing. The rest of it is the family's credit. What an extra
 * payment is reserved for changes with its plan, so nobody may change that meanwhile.
 */
async function settleNews({ db, clock }: PaymentDeps, news: readonly News[]): Promise<ReadonlySet<string>> {
  const isLate = ({ from, to }: News) => from === 'Failed' && to === 'Succeeded'
  const toLock = news.filter((payment) => isLate(payment) || payment.isExtra)
  if (toLock.length === 0) return settlePayments(db, news)
  return db.transaction(async (tx) => {
    for (const accountId of [...new Set(toLock.map((payment) => payment.accountId))].toSorted())
      await lockAccount(tx, accountId)
    for (const payment of toLock.filter(isLate)) {
      const fresh = await lockPayment(tx, payment)
      if (fresh?.status === 'Failed') await coverCharges(tx, payment, clock())
    }
    return settlePayments(tx, news)
  })
}

function afterMove(payment: PaymentRow, move: Settlement): PaymentRow {
  return {
    ...payment,
    status: move.to,
    providerPaymentId: move.providerPaymentId ?? payment.providerPaymentId,
    failureCode: move.failureCode,
    nextLookAt: move.nextLookAt,
    confirmBy: move.confirmBy,
    paidOn: move.paidOn ?? payment.paidOn,
  }
}

/**
 * Settles the payment again after another process changed it first: our outcome may still be new, and changes nothing
 * otherwise.
 */
async function settleAgain(
  deps: PaymentDeps,
  before: PaymentRow,
  outcome: ChargeOutcome,
): Promise<PaymentRow> {
  const now = await findPayment(deps.db, before)
  if (!now) throw new Error('A payment has vanished')
  return now.status === before.status ? now : settle(deps, now, outcome)
}

/**
 * Settles money that reached us without the provider: by BPAY, cheque, transfer or cash. Its payment was written a
 * moment ago, in the caller's transaction. The payment counts from the bank's day, but is posted on the day we learned
 * of it, because closed days stay closed. The caller has locked the account. Returns the id of the receipt.
 */
export async function settleArrived(
  tx: Transaction,
  payment: PaymentRow,
  arrived: {
    methodName: string
    paidOn: CalendarDate
    postedOn: CalendarDate
    entries: EntryRow[]
    now: Date
  },
): Promise<string | undefined> {
  const { accountId, id } = payment
  const { methodName, paidOn, postedOn, entries, now } = arrived
  await coverCharges(tx, payment, now)
  const message = receipt({ ...payment, methodName }, paidOn)
  const settlement: Settlement = {
    from: 'Sent',
    to: 'Succeeded',
    providerPaymentId: null,
    failureCode: null,
    nextLookAt: null,
    confirmBy: null,
    paidOn,
    postedOn,
    instalment: null,
    entries,
    answer: null,
    message,
    audit: { id: randomUUID(), action: 'PaymentSucceeded', details: { paymentId: id } },
    now,
  }
  const moved = await settlePayments(tx, [{ ...settlement, accountId, id }])
  if (!moved.has(id)) throw new Error('A payment that has arrived was not settled')
  return message?.id
}

const mostWithOwnJob = 10

/** Starts the follow-up jobs at once, although the sweeps would do the same work later. */
function startFollowUps(deps: PaymentDeps, moved: readonly Settlement[]): void {
  // The receipts of a whole run are left to the sweep: so many jobs would delay other mail.
  if (moved.length <= mostWithOwnJob) {
    for (const { message } of moved) {
      if (message) deps.jobs.start('deliver-message', { messageId: message.id })
    }
  }
  if (moved.some(({ instalment }) => instalment?.status === 'Overdue')) deps.jobs.start('chase-overdue', {})
  if (moved.some(({ to, instalment }) => to === 'Succeeded' && !instalment))
    deps.jobs.start('count-extras', {})
}

function settlementOf(
  payment: PaymentRow,
  to: PaymentStatus,
  outcome: ChargeOutcome,
  now: Date,
  retry: Retry | undefined,
): Settlement {
  const today = dateIn(payment.region, now)
  const reason = outcome.kind === 'Declined' ? outcome.reason : null
  const settled: PaymentRow = { ...payment, status: to, paidOn: today }
  const instalment = instalmentMove(payment, to, { reason, today, retry })
  const confirmBy = outcome.kind === 'NeedsPayer' ? new Date(now.getTime() + confirmationMs) : null
  return {
    from: payment.status,
    to,
    providerPaymentId: outcome.kind === 'Unknown' ? null : outcome.providerPaymentId,
    failureCode: reason,
    nextLookAt: confirmBy ?? lookAfter(payment, to, now),
    confirmBy,
    paidOn: to === 'Succeeded' ? today : null,
    instalment,
    entries: to === 'Succeeded' ? entriesOf(payment).map(entryRow) : [],
    postedOn: today,
    // An automatic collection has no caller who could repeat the call.
    answer: to === 'Unknown' || payment.instalment ? null : answerOf(settled, reason),
    message: messageOf(payment, to, { today, now }, reason, { instalment, retry }),
    audit: {
      id: randomUUID(),
      action: confirmBy ? 'PaymentAwaitsPayer' : `Payment${to}`,
      details: { paymentId: payment.id, ...(reason && { reason }) },
    },
    now,
  }
}

/** Decides by the reason of the failure whether a failed instalment is tried again, or the family must act. */
function instalmentMove(
  payment: PaymentRow,
  to: PaymentStatus,
  { reason, today, retry }: { reason: DeclineReason | null; today: CalendarDate; retry: Retry | undefined },
): InstalmentMove | null {
  if (!payment.instalment) return null
  if (to === 'Succeeded') return { status: 'Paid' }
  if (to !== 'Failed' || !reason) return null
  const { firstFailedOn, retryOn } = retryAfter(payment, payment.instalment, reason, today)
  const quote = retry && retry !== 'Held' ? quoteOf(retry, payment.instalment) : undefined
  return retryOn
    ? { status: 'Retrying', retryOn, firstFailedOn, reason, ...(quote && { quote }) }
    : { status: 'Overdue', firstFailedOn, reason }
}

/** What the mail about the failure says will be taken on the day of the next try. */
function quoteOf(
  { parts, source }: Exclude<Retry, 'Held'>,
  { planId, seq }: NonNullable<PaymentRow['instalment']>,
): Quote | undefined {
  const part = parts.find(({ plan, instalment }) => plan.id === planId && instalment.seq === seq)
  return part && { amount: part.amount, surcharge: part.surcharge, sourceId: source?.id ?? null }
}

function lookAfter(payment: PaymentRow, to: PaymentStatus, now: Date): Date | null {
  if (to === 'Unknown') return nextLook(payment.sentAt ?? payment.createdAt, payment.looks)
  return to === 'Processing' ? new Date(now.getTime() + processingLookMs) : null
}

function messageOf(
  payment: PaymentRow,
  to: PaymentStatus,
  { today, now }: { today: CalendarDate; now: Date },
  reason: DeclineReason | null,
  { instalment, retry }: { instalment: InstalmentMove | null; retry: Retry | undefined },
): MessageRow | null {
  if (to === 'Succeeded') return receipt(payment, today)
  // The debits of a plan were announced days before.
  if (to === 'Processing') return payment.instalment ? null : debitNotice(payment, today)
  if (to !== 'Failed' || !reason) return null
  // The letter about an overdue instalment comes with the link to pay it.
  if (instalment) {
    if (instalment.status !== 'Retrying') return null
    return retry === 'Held'
      ? failureNotice(payment, reason, null, 'Held')
      : failureNotice(payment, reason, instalment.retryOn as CalendarDate, retry)
  }
  // A payer who sees the decline on the page needs no letter. After the first look nobody waits there.
  const firstLook = payment.sentAt && nextLook(payment.sentAt, 0)
  const isAtHand = payment.status === 'Sent' && firstLook !== null && now < firstLook
  const isKnown = isAtHand || (payment.confirmBy !== null && now < payment.confirmBy)
  return isKnown ? null : failureNotice(payment, reason, null)
}

/** The description of a payment in the family's transactions. */
export function descriptionOf({ kind, methodType }: Pick<PaymentRow, 'kind' | 'methodType'>): string {
  if (kind === 'Early') return 'Additional payment'
  if (kind === 'Guest') return 'Payment by link'
  if (kind === 'Deposit') return 'BPAY repayment'
  if (kind === 'Offline' || methodType === null) return 'Repayment'
  return methodType === 'BankAccount' ? 'Direct debit repayment' : 'Card repayment'
}

export function entriesOf(payment: PaymentRow): Entry[] {
  const isByProvider = payment.kind !== 'Deposit' && payment.kind !== 'Offline'
  return paymentEntries(payment, isByProvider ? 'ProviderClearing' : 'Bank', descriptionOf(payment))
}

/** The reason why a payment failed, as stored and as sent in a refusal. */
export type Decline = { reason: DeclineReason; methodType: RepaymentSourceType | null }

export function declineOf({
  failureCode,
  methodType,
}: Pick<PaymentRow, 'failureCode' | 'methodType'>): Decline {
  return { reason: failureCode ?? 'not_accepted', methodType }
}

/** The reply to the payer's call, stored so that it can be repeated: the payment, or why it was declined. */
export function answerOf(
  payment: PaymentRow,
  reason: DeclineReason | null,
): { status: number; body: unknown } {
  if (payment.status === 'Failed') {
    return {
      status: refusals.payment_declined.status,
      body: declineOf({ ...payment, failureCode: reason }),
    }
  }
  return { status: payment.status === 'Unknown' ? 202 : 200, body: paymentReply(payment) }
}

/** The date shown with a payment: the day when its money counts or, until then, the day when it began. */
function dayOf({ paidOn, region, createdAt }: Pick<PaymentRow, 'paidOn' | 'region' | 'createdAt'>) {
  return paidOn ?? dateIn(region, createdAt)
}

/** The status shown to people: a payment that was refunded later still counts as made. */
function shownStatus(status: PaymentStatus): Payment['status'] {
  if (hasArrived(status)) return 'Succeeded'
  return status === 'Processing' ? 'Processing' : 'Unknown'
}

/** The facts of a payment that people see. */
export function factsOfPayment(payment: PaymentRow): FirstPayment {
  return {
    amount: toDecimal(payment.amount),
    surchargePercentage: surchargePercentage(payment.basisPoints),
    surchargeAmount: toDecimal(payment.surcharge),
    date: dayOf(payment),
    accountShortId: payment.shortId,
    schoolName: payment.schoolName,
  }
}

export function paymentReply(payment: PaymentRow): Payment {
  return { paymentId: payment.id, status: shownStatus(payment.status), ...factsOfPayment(payment) }
}
