import { randomUUID } from 'node:crypto'
import { addDays, dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { entryRow } from '../../books/ledger/ledger.store.ts'
import { lockPayableRequest } from '../../books/payment-requests/payment-requests.ts'
import { findPayment, settlePayment, type PaymentRow } from '../../books/payments/payments.store.ts'
import { receipt } from '../../books/payments/receipt.ts'
import { entriesOf } from '../../books/payments/settle.ts'
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
    const message = receipt({ ...written, methodName: wanted.manner }, wanted.receivedOn)
    const isSettled = await settlePayment(tx, written, {
      from: 'Sent',
      to: 'Succeeded',
      providerPaymentId: null,
      failureCode: null,
      nextLookAt: null,
      confirmBy: null,
      // The family paid when the money came; the books have it on the day we wrote it down.
      paidOn: wanted.receivedOn,
      postedOn: today,
      paidOfRequest: wanted.amount,
      pendingOfRequest: 0,
      instalment: null,
      entries: entriesOf(written).map(entryRow),
      answer: null,
      message,
      audit: { id: randomUUID(), action: 'PaymentSucceeded', details: { paymentId: id } },
      now,
    })
    if (!isSettled) throw new Error('A payment that came was not settled')
    await recordAction(tx, actor, {
      subjectId: payee.accountId,
      action: 'OfflinePaymentRecorded',
      at: now,
      details: { paymentId: id, manner: wanted.manner, reference: wanted.reference },
    })
    const payment = await findPayment(tx, { accountId: payee.accountId, id })
    if (!payment) throw new Error('A payment has vanished')
    return { payment, messageId: message?.id }
  })
  if (messageId) deps.jobs.start('deliver-message', { messageId })
  deps.jobs.start('cover-instalments', {})
  return payment
}
