import { randomUUID } from 'node:crypto'
import { dateIn } from '#domain/calendar/calendar.ts'
import { disputeEntry, disputeLostEntry, refundEntry, reversal, type Entry } from '#domain/ledger.ts'
import { cents, type Cents } from '#domain/money.ts'
import { paymentTransitions, type PaymentStatus } from '#domain/payments.ts'
import { checkTransition } from '#domain/transitions.ts'
import type { Transaction } from '../database/open.ts'
import { refundNotice, returnNotice } from './receipt.ts'
import {
  closeDispute,
  failRefund,
  findDispute,
  findRefund,
  insertDispute,
  insertRefund,
  leftOfRequest,
  lockPayment,
  readEntry,
  writeReturn,
  type Return,
} from './returns.store.ts'
import type { PaymentDeps } from './settle.ts'
import type { PaymentRow } from './payments.store.ts'

type Key = Pick<PaymentRow, 'accountId' | 'id'>

export type ProviderRefund = { id: string; amount: Cents; hasSucceeded: boolean; hasFailed: boolean }
export type ProviderDispute = { id: string; amount: Cents; outcome: 'Open' | 'Won' | 'Lost' }

/** Records a refund that the provider reports, once; and reverses it if it failed on its way. */
export async function recordRefund(deps: PaymentDeps, key: Key, refund: ProviderRefund): Promise<void> {
  await change(deps, key, async (tx, payment, now) => {
    const known = await findRefund(tx, refund.id)
    if (!known && refund.hasSucceeded) {
      const id = randomUUID()
      await insertRefund(tx, payment, { id, providerRefundId: refund.id, amount: refund.amount, now })
      const written = refundEntry(payment, goneBack(payment), refund.amount)
      return {
        ...changeBy(payment, { refunded: refund.amount }),
        ofRequest: familyShare(written),
        entry: written,
        causeId: id,
        message: refundNotice(payment, refund.amount, {
          surcharge: cents(refund.amount + familyShare(written)),
          left: await leftOfRequest(tx, payment, familyShare(written), now),
        }),
        action: 'PaymentRefunded',
      }
    }
    if (known?.status === 'Succeeded' && refund.hasFailed) {
      await failRefund(tx, payment, known.id)
      const refunded = await readEntry(tx, payment, known.id, 'Refund')
      const written = reversal(refunded, 'Reversal', 'Refund returned to us')
      return {
        ...changeBy(payment, { refunded: 0 - known.amount }),
        ofRequest: familyShare(written),
        entry: written,
        causeId: known.id,
        message: null,
        action: 'RefundFailed',
      }
    }
    return undefined
  })
}

/** Records a dispute and its outcome, each once. */
export async function recordDispute(deps: PaymentDeps, key: Key, dispute: ProviderDispute): Promise<void> {
  await change(deps, key, async (tx, payment, now) => {
    if (await findDispute(tx, dispute.id)) return undefined
    const id = randomUUID()
    await insertDispute(tx, payment, { id, providerDisputeId: dispute.id, amount: dispute.amount, now })
    const written = disputeEntry(payment, goneBack(payment), dispute.amount)
    return {
      ...changeBy(payment, { disputed: dispute.amount }),
      ofRequest: familyShare(written),
      entry: written,
      causeId: id,
      message: returnNotice(payment, dispute.amount),
      action: 'PaymentDisputed',
    }
  })
  const { outcome } = dispute
  if (outcome === 'Open') return
  await change(deps, key, async (tx, payment, now) => {
    const known = await findDispute(tx, dispute.id)
    if (known?.status !== 'Open') return undefined
    await closeDispute(tx, payment, { id: known.id, status: outcome, now })
    const isWon = outcome === 'Won'
    const written = isWon
      ? reversal(await readEntry(tx, payment, known.id, 'Dispute'), 'Reversal', 'Payment upheld by your bank')
      : disputeLostEntry(known.amount)
    return {
      ...(isWon
        ? changeBy(payment, { disputed: 0 - known.amount })
        : { status: payment.status, refunded: 0, disputed: 0 }),
      ofRequest: familyShare(written),
      entry: written,
      causeId: known.id,
      message: null,
      action: isWon ? 'DisputeWon' : 'DisputeLost',
    }
  })
}

type Change = Omit<Return, 'postedOn' | 'audit' | 'now'> & { action: string }

async function change(
  deps: PaymentDeps,
  key: Key,
  decide: (tx: Transaction, payment: PaymentRow, now: Date) => Promise<Change | undefined>,
): Promise<void> {
  const now = deps.clock()
  const messageId = await deps.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, key)
    if (!payment) throw new Error('A payment has vanished')
    const wanted = await decide(tx, payment, now)
    if (!wanted) return undefined
    const { action, ...back } = wanted
    if (back.status !== payment.status) {
      checkTransition('A payment', paymentTransitions, payment.status, back.status)
    }
    await writeReturn(tx, payment, {
      ...back,
      postedOn: dateIn(payment.region, now),
      audit: { id: randomUUID(), action, details: { paymentId: payment.id } },
      now,
    })
    return back.message?.id
  })
  if (messageId) deps.jobs.start('deliver-message', { messageId })
}

/** Where a payment stands when so much more, or less, of it has gone back. */
function changeBy(
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

function goneBack(payment: PaymentRow): Cents {
  return cents(payment.refunded + payment.disputed)
}

function familyShare({ postings }: Entry): number {
  return postings.reduce((sum, { book, amount }) => (book === 'Family' ? sum + amount : sum), 0)
}
