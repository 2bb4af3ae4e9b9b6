import { randomUUID } from 'node:crypto'
import { addDays, dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import { fieldRefusal, orNotFound, Refusal } from '#domain/refusal.ts'
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
  /** The reference of the bank or the cheque number: the same one is not recorded twice. */
  reference: string
}

/** Older payments belong to a closed financial year. */
const maxAgeDays = 366

/**
 * Records money that came by cheque, transfer or in cash: a payment like any other, with its ledger entry and receipt.
 */
export async function recordOfflinePayment(
  deps: Deps,
  actor: StaffActor,
  input: OfflinePayment,
): Promise<PaymentRow> {
  const now = deps.clock()
  const payee = orNotFound(await findOfflinePayee(deps.db, input))
  const today = dateIn(payee.region, now)
  if (input.receivedOn > today || input.receivedOn < addDays(today, -maxAgeDays)) {
    throw fieldRefusal({ receivedOn: 'Must be a day of the last twelve months' })
  }
  const id = randomUUID()
  const { payment, messageId } = await deps.db.transaction(async (tx) => {
    const request = input.requestId === null ? null : await lockPayableRequest(tx, deps, input.requestId)
    if (request && (request.accountId !== payee.accountId || request.institutionId !== payee.institutionId)) {
      throw new Refusal('not_found')
    }
    if (request?.isBeingPaid) throw new Refusal('payment_in_progress')
    if (!(await insertOfflinePayment(tx, payee, { ...input, id, now }))) throw new Refusal('already_exists')
    const saved = await findPayment(tx, { accountId: payee.accountId, id })
    if (!saved) throw new Error('A payment has vanished')
    const messageId = await settleArrived(tx, saved, {
      methodName: input.manner,
      paidOn: input.receivedOn,
      postedOn: today,
      entries: entriesOf(saved).map(entryRow),
      now,
    })
    await recordAction(tx, actor, {
      subjectId: payee.accountId,
      action: 'OfflinePaymentRecorded',
      at: now,
      details: { paymentId: id, manner: input.manner, reference: input.reference },
    })
    const payment = await findPayment(tx, { accountId: payee.accountId, id })
    if (!payment) throw new Error('A payment has vanished')
    return { payment, messageId }
  })
  if (messageId) deps.jobs.start('deliver-message', { messageId })
  deps.jobs.start('cover-instalments', {})
  return payment
}
