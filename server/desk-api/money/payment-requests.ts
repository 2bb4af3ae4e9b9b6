import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { readInvoices } from '../../portal-api/invoices/invoices.ts'
import {
  cancelPaymentRequest,
  createPaymentRequest,
  type NewPaymentRequest,
  type RequestInput,
} from '../../books/payment-requests/payment-requests.ts'
import { resendRequest } from '../../books/payment-requests/request-letters.ts'
import { recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'

const named = (id: string) => ({ paymentRequest: id })

export async function requestPayment(
  deps: Deps,
  actor: StaffActor,
  request: RequestInput,
): Promise<NewPaymentRequest> {
  const { accountId, invoiceId } = request
  if (invoiceId && !(await readInvoices(deps, accountId)).some(({ id }) => id === invoiceId)) {
    throw new Refusal('not_found')
  }
  return deps.db.transaction(async (tx) => {
    const created = await createPaymentRequest(tx, deps, request)
    await recordAction(tx, actor, {
      subjectId: request.accountId,
      action: 'PaymentRequested',
      at: deps.clock(),
      details: { ...named(created.id), amountMinor: String(request.amountDue) },
    })
    return created
  })
}

export async function withdrawPaymentRequest(deps: Deps, actor: StaffActor, id: string): Promise<void> {
  await cancelPaymentRequest(deps, { id, staffId: actor.staff.staffId }, (tx, { accountId }) =>
    recordAction(tx, actor, {
      subjectId: accountId,
      action: 'PaymentRequestCancelled',
      at: deps.clock(),
      details: named(id),
    }),
  )
}

export async function resendLink(deps: Deps, actor: StaffActor, id: string): Promise<{ sentTo: number }> {
  return deps.db.transaction(async (tx) => {
    const { accountId, sentTo } = await resendRequest(tx, deps, id)
    await recordAction(tx, actor, {
      subjectId: accountId,
      action: 'PaymentRequestSentAgain',
      at: deps.clock(),
      details: named(id),
    })
    return { sentTo }
  })
}
