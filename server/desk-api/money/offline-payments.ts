import { randomUUID } from 'node:crypto'
import { offlineNeedsApproval, refundLimitDays } from '#domain/approvals.ts'
import { addDays, dateIn, formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { formatCurrency, sumOf, toDecimal, type Cents } from '#domain/money.ts'
import { leftToPay, mostPayable } from '#domain/pay-now.ts'
import { fieldRefusal, orNotFound, Refusal } from '#domain/refusal.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { listOverdueCharges } from '../../books/charges/charges.reads.ts'
import { entryRow } from '../../books/ledger/entry-row.ts'
import { lockPayableRequest } from '../../books/payment-requests/request-letters.ts'
import { findPayment, type PaymentRow } from '../../books/payments/payments.reads.ts'
import { entriesOf, settleArrived } from '../../books/payments/settle.ts'
import { lockAccount } from '../../people/accounts/accounts.ts'
import type { Effect } from '../../people/audit/effect.ts'
import { recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'
import {
  findOfflinePayee,
  insertOfflinePayment,
  sumOfOfflineSince,
  type OfflineManner,
} from './offline-payments.store.ts'

export type OfflinePayment = {
  accountId: string
  institutionId: string | null
  requestId: string | null
  amount: Cents
  receivedOn: CalendarDate
  manner: OfflineManner
  /** The reference of the bank or the cheque number: the same one is not recorded twice. */
  reference: string
}

/** Older payments belong to a closed financial year. */
const maxAgeDays = 366
const dayMs = 24 * 60 * 60_000

/**
 * Records money that came by cheque, transfer or in cash: a payment like any other, with its ledger entry and receipt.
 */
export async function recordOfflinePayment(
  deps: Deps,
  actor: StaffActor,
  input: OfflinePayment,
): Promise<PaymentRow | 'NeedsApproval'> {
  const written = await deps.db.transaction((tx) =>
    writePayment(tx, deps, actor, input, { isApproved: false }),
  )
  if (written === 'NeedsApproval') return written
  notify(deps, written)
  return written.payment
}

/** Records cash or a cheque above the limit. Needs two people: see `server/desk-api/approvals`. */
export async function recordApprovedPayment(
  tx: Transaction,
  deps: Deps,
  actor: StaffActor,
  input: OfflinePayment,
): Promise<Effect> {
  const written = await writePayment(tx, deps, actor, input, { isApproved: true })
  if (written === 'NeedsApproval') throw new Error('An approved payment asks for approval')
  const { accountId, amount, currency, region } = written.payment
  const { manner, reference, receivedOn } = input
  const sum = formatCurrency(toDecimal(amount), region)
  return {
    accountId,
    summary: `${manner} of ${sum} received on ${formatDate(receivedOn)}, reference ${reference}`,
    amount,
    currency,
    afterwards: async () => notify(deps, written),
  }
}

type Written = { payment: PaymentRow; messageId: string | undefined }

function notify({ jobs }: Pick<Deps, 'jobs'>, { messageId }: Written): void {
  if (messageId) jobs.start('deliver-message', { messageId })
}

async function writePayment(
  tx: Transaction,
  deps: Deps,
  actor: StaffActor,
  input: OfflinePayment,
  { isApproved }: { isApproved: boolean },
): Promise<Written | 'NeedsApproval'> {
  const now = deps.clock()
  const payee = orNotFound(await findOfflinePayee(tx, input))
  const { accountId } = payee
  const today = dateIn(payee.region, now)
  if (input.receivedOn > today || input.receivedOn < addDays(today, -maxAgeDays)) {
    throw fieldRefusal({ receivedOn: 'Must be a day of the last twelve months' })
  }
  await lockAccount(tx, accountId)
  const request = input.requestId === null ? null : await lockPayableRequest(tx, deps, input.requestId)
  if (request && (request.accountId !== accountId || request.institutionId !== payee.institutionId)) {
    throw new Refusal('not_found')
  }
  const overdue = (await listOverdueCharges(tx, accountId, now)).map(({ open: amount }) => ({ amount }))
  const most = mostPayable(request ? leftToPay(request) : sumOf(overdue))
  if (input.amount > most) {
    throw fieldRefusal({ amount: `Must be between 0.01 and ${toDecimal(most).toLocaleString('en-AU')}` })
  }
  if (request?.isBeingPaid) throw new Refusal('payment_in_progress')
  const since = new Date(now.getTime() - refundLimitDays * dayMs)
  const recordedLately = await sumOfOfflineSince(tx, accountId, since)
  if (!isApproved && offlineNeedsApproval({ ...input, recordedLately })) return 'NeedsApproval'
  const id = randomUUID()
  if (!(await insertOfflinePayment(tx, payee, { ...input, id, now }))) throw new Refusal('already_exists')
  const saved = await findPayment(tx, { accountId, id })
  if (!saved) throw new Error('A payment has vanished')
  const messageId = await settleArrived(tx, saved, {
    methodName: input.manner,
    paidOn: input.receivedOn,
    postedOn: today,
    entries: entriesOf(saved).map(entryRow),
    now,
  })
  await recordAction(tx, actor, {
    subjectId: accountId,
    action: 'OfflinePaymentRecorded',
    at: now,
    details: { paymentId: id, manner: input.manner, reference: input.reference },
  })
  const payment = await findPayment(tx, { accountId, id })
  if (!payment) throw new Error('A payment has vanished')
  return { payment, messageId }
}
