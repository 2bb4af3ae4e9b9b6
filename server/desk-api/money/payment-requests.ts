import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { readInvoices } from '../../portal-api/invoices/invoices.ts'
import {
  cancelPaymentRequest,
  createPaymentRequest,
  resendRequest,
  type NewPaymentRequest,
  type RequestInput,
} from '../../books/payment-requests/payment-requests.ts'
import { recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'

const named = (id: string) => ({ paymentRequest: id })

export async function askForPayment(
  deps: Deps,
  actor: StaffActor,
  wish: RequestInput,
): Promise<NewPaymentRequest> {
  const { accountId, invoiceId } = wish
  if (invoiceId && !(await readInvoices(deps, accountId)).some(({ id }) => id === invoiceId)) {
    throw new Refusal('not_found')
  }
  return deps.db.transaction(async (tx) => {
    const made = await createPaymentRequest(tx, deps, wish)
    await recordAction(tx, actor, {
      subjectId: wish.accountId,
      action: 'PaymentRequested',
      at: deps.clock(),
      details: { ...named(made.id), amountMinor: String(wish.amountDue) },
    })
    return made
  })
}

export async function takeBack(deps: Deps, actor: StaffActor, id: string): Promise<void> {
  await cancelPaymentRequest(deps, id, (tx, { accountId }) =>
    recordAction(tx, actor, {
      subjectId: accountId,
      action: 'PaymentRequestCancelled',
      at: deps.clock(),
      details: named(id),
    }),
  )
}

export async function sendLinkAgain(deps: Deps, actor: StaffActor, id: string): Promise<{ sentTo: number }> {
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
