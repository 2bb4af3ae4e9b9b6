import { randomUUID } from 'node:crypto'
import { addDays, dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { entryRow } from '../../books/ledger/entry-row.ts'
import { lockPayableRequest } from '../../books/payment-requests/payment-requests.ts'
import { findPayment, type PaymentRow } from '../../books/payments/payments.reads.ts'
import { entriesOf, settleArrived } from '../../books/payments/settle.ts'
import { findOfflinePayee, insertOfflinePayment, type OfflineManner } from './offline-payments.store.ts'
import { recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'

export type OfflinePayment = {
  accountId: string
  institutionId: string | null
  requestId: string | null
  amount: Cents
  receivedOn: CalendarDate
  manner: OfflineManner
  /** What the bank or the cheque calls it: the same one is not recorded twice. */
  reference: string
}

/** Older money is a matter for the books of a year that is closed. */
const oldestDays = 366

/** Money that came by cheque, by transfer or in cash: a payment like any other, with its entry and its receipt. */
export async function recordOfflinePayment(
  deps: Deps,
  actor: StaffActor,
  wanted: OfflinePayment,
): Promise<PaymentRow> {
  const now = deps.clock()
  const payee = await findOfflinePayee(deps.db, wanted)
  if (!payee) throw new Refusal('not_found')
  const today = dateIn(payee.region, now)
  if (wanted.receivedOn > today || wanted.receivedOn < addDays(today, -oldestDays)) {
    throw new Refusal('invalid_request', {
      fields: { receivedOn: 'Must be a day of the last twelve months' },
    })
  }
  const id = randomUUID()
  const { payment, messageId } = await deps.db.transaction(async (tx) => {
    const request = wanted.requestId === null ? null : await lockPayableRequest(tx, deps, wanted.requestId)
    if (request && (request.accountId !== payee.accountId || request.institutionId !== payee.institutionId)) {
      throw new Refusal('not_found')
    }
    if (request?.isBeingPaid) throw new Refusal('payment_in_progress')
    if (!(await insertOfflinePayment(tx, payee, { ...wanted, id, now }))) throw new Refusal('already_exists')
    const written = await findPayment(tx, { accountId: payee.accountId, id })
    if (!written) throw new Error('A payment has vanished')
    const messageId = await settleArrived(tx, written, {
      methodName: wanted.manner,
      paidOn: wanted.receivedOn,
      postedOn: today,
      entries: entriesOf(written).map(entryRow),
      now,
    })
    await recordAction(tx, actor, {
      subjectId: payee.accountId,
      action: 'OfflinePaymentRecorded',
      at: now,
      details: { paymentId: id, manner: wanted.manner, reference: wanted.reference },
    })
    const payment = await findPayment(tx, { accountId: payee.accountId, id })
    if (!payment) throw new Error('A payment has vanished')
    return { payment, messageId }
  })
  if (messageId) deps.jobs.start('deliver-message', { messageId })
  deps.jobs.start('cover-instalments', {})
  return payment
}
