import { randomUUID } from 'node:crypto'
import type { AuditAction } from '#domain/audit-words.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { adjustmentEntry, refundEntry, reversal, type Entry } from '#domain/ledger.ts'
import { cents, type Cents } from '#domain/money.ts'
import { paymentTransitions, type PaymentStatus } from '#domain/payments.ts'
import { checkTransition } from '#domain/transitions.ts'
import type { Transaction } from '../../platform/database/open.ts'
import { lockAccount } from '../../people/accounts/accounts.ts'
import type { LetterDeps } from '../../platform/deps.ts'
import { putBack, takeBack } from '../charges/charges.ts'
import { postEntry } from '../ledger/ledger.ts'
import { tellOfReopened } from '../payment-requests/request-letters.ts'
import { refundNotice } from './receipt.ts'
import {
  failRefund,
  findRefund,
  findRefundOutcome,
  insertRefund,
  remainingOfRequest,
  lockPayment,
  readCorrection,
  readEntry,
  writeReturn,
  type Return,
} from './returns.store.ts'
import type { ProviderRefund } from '../../platform/providers/stripe/returns.ts'
import type { PaymentDeps } from './settle.ts'
import type { PaymentRow, PaymentKey } from './payments.reads.ts'

/** Records a refund that the provider reports, once, and reverses it if it failed later. */
export async function recordRefund(
  deps: PaymentDeps,
  key: PaymentKey,
  refund: ProviderRefund,
): Promise<void> {
  await change(deps, key, async (tx, payment, now) => {
    const known = await findRefund(tx, refund.id)
    if (!known && refund.hasSucceeded) {
      const id = randomUUID()
      await insertRefund(tx, payment, { id, providerRefundId: refund.id, amount: refund.amount, now })
      const written = refundEntry(payment, returnedAmount(payment), refund.amount)
      const share = cents(0 - familyShare(written))
      const outcome = await findRefundOutcome(tx, payment, refund)
      const taken = await takeBack(tx, { payment, causeId: id, now }, { share, outcome })
      await correct(tx, payment, { amount: taken.inBook, causeId: id, now })
      const change: Change = {
        ...changeBy(payment, { refunded: refund.amount }),
        entry: written,
        causeId: id,
        message: refundNotice(payment, refund.amount, {
          surcharge: cents(refund.amount - share),
          left: await remainingOfRequest(tx, payment, now),
          taken,
        }),
        action: 'PaymentRefunded',
      }
      return [change]
    }
    if (known?.status === 'Succeeded' && refund.hasFailed) {
      await failRefund(tx, payment, known.id)
      const refunded = await readEntry(tx, payment, known.id, 'Refund')
      const written = reversal(refunded, 'Reversal', 'Refund returned to us')
      const share = cents(familyShare(written))
      await putBack(tx, { payment, causeId: known.id, now }, { share })
      const waived = await readCorrection(tx, payment, known.id)
      await correct(tx, payment, { amount: cents(0 - waived), causeId: randomUUID(), now })
      const change: Change = {
        ...changeBy(payment, { refunded: 0 - known.amount }),
        entry: written,
        causeId: known.id,
        message: null,
        action: 'RefundFailed',
      }
      return [change]
    }
    return []
  })
}

/** What is waived of a fee, or of what a school has got already, is not owed to us any more either. */
async function correct(
  tx: Transaction,
  { accountId, institutionId, currency, region }: PaymentRow,
  { amount, causeId, now }: { amount: Cents; causeId: string; now: Date },
): Promise<void> {
  if (amount === 0) return
  const about = { accountId, institutionId, currency, postedOn: dateIn(region, now), causeId, now }
  await postEntry(tx, adjustmentEntry('Not to be paid again', amount), about)
}

export type Change = Omit<Return, 'postedOn' | 'audit' | 'now'> & { action: AuditAction }

/** Locks a payment for a refund. A second one waits here for the first. */
export async function lockForReturn(tx: Transaction, key: PaymentKey): Promise<PaymentRow | undefined> {
  await lockAccount(tx, key.accountId)
  return lockPayment(tx, key)
}

/** Locks a payment and records the changes to its money, in their order. */
export async function change(
  deps: PaymentDeps,
  key: PaymentKey,
  decide: (tx: Transaction, payment: PaymentRow, now: Date) => Promise<Change[]>,
): Promise<void> {
  const now = deps.clock()
  const messageIds = await deps.db.transaction(async (tx) => {
    const payment = await lockForReturn(tx, key)
    if (!payment) throw new Error('A payment has vanished')
    const changes = await decide(tx, payment, now)
    await writeChanges(tx, deps, payment, changes)
    return changes.flatMap(({ message }) => message?.id ?? [])
  })
  for (const messageId of messageIds) deps.jobs.start('deliver-message', { messageId })
}

/** Writes the changes. The caller has locked the payment. */
export async function writeChanges(
  tx: Transaction,
  deps: LetterDeps,
  payment: PaymentRow,
  changes: readonly Change[],
): Promise<void> {
  const now = deps.clock()
  let { status } = payment
  for (const { action, ...back } of changes) {
    if (back.status !== status) checkTransition('A payment', paymentTransitions, status, back.status)
    await writeReturn(
      tx,
      { ...payment, status },
      {
        ...back,
        postedOn: dateIn(payment.region, now),
        audit: { id: randomUUID(), action, details: { paymentId: payment.id } },
        now,
      },
    )
    status = back.status
  }
  const causeIds = changes.map(({ causeId }) => causeId)
  await tellOfReopened(tx, deps, payment, causeIds)
}

/**
 * Takes back in full a payment that staff have credited by mistake: a refund without a provider, with the same records,
 * so that the same checks of the books hold.
 */
export async function takePaymentBack(
  tx: Transaction,
  payment: PaymentRow,
  { providerRefundId, description, now }: { providerRefundId: string; description: string; now: Date },
): Promise<Change> {
  const entry = reversal(await readEntry(tx, payment, payment.id, 'Repayment'), 'Refund', description)
  const id = randomUUID()
  await insertRefund(tx, payment, { id, providerRefundId, amount: payment.amount, now })
  await takeBack(tx, { payment, causeId: id, now }, { share: payment.amount, outcome: 'AskAgain' })
  return {
    ...changeBy(payment, { refunded: payment.amount }),
    entry,
    causeId: id,
    message: null,
    action: 'PaymentReversed',
  }
}

/** A change that moves no money. */
export function nothingMoved({
  status,
}: PaymentRow): Pick<Return, 'status' | 'refunded' | 'disputed' | 'entry'> {
  return { status, refunded: 0, disputed: 0, entry: null }
}

/** The status of a payment after more, or less, of it was returned. */
export function changeBy(
  payment: PaymentRow,
  { refunded = 0, disputed = 0 }: { refunded?: number; disputed?: number },
): Pick<Return, 'status' | 'refunded' | 'disputed'> {
  const total = payment.amount + payment.surcharge
  const status: PaymentStatus =
    payment.disputed + disputed > 0
      ? 'Disputed'
      : payment.refunded + refunded >= total
        ? 'Refunded'
        : 'Succeeded'
  return { status, refunded, disputed }
}

export function returnedAmount(payment: PaymentRow): Cents {
  return cents(payment.refunded + payment.disputed)
}

export function familyShare({ postings }: Entry): number {
  return postings.reduce((sum, { book, amount }) => (book === 'Family' ? sum + amount : sum), 0)
}
