import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../deps.ts'
import { readInvoices } from '../../invoices/invoices.ts'
import {
  cancelPaymentRequest,
  createPaymentRequest,
  resendRequest,
  type NewPaymentRequest,
  type RequestWish,
} from '../../pay-now/payment-requests.ts'
import { recordDeed, type StaffDeed } from '../access/staff-audit.ts'

const named = (id: string) => ({ paymentRequest: id })

export async function askForPayment(
  deps: Deps,
  deed: StaffDeed,
  wish: RequestWish,
): Promise<NewPaymentRequest> {
  const { accountId, invoiceId } = wish
  if (invoiceId && !(await readInvoices(deps, accountId)).some(({ id }) => id === invoiceId)) {
    throw new Refusal('not_found')
  }
  return deps.db.transaction(async (tx) => {
    const made = await createPaymentRequest(tx, deps, wish)
    await recordDeed(tx, deed, {
      subjectId: wish.accountId,
      action: 'PaymentRequested',
      at: deps.clock(),
      details: { ...named(made.id), amountMinor: String(wish.amountDue) },
    })
    return made
  })
}

export async function takeBack(deps: Deps, deed: StaffDeed, id: string): Promise<void> {
  await cancelPaymentRequest(deps, id, (tx, { accountId }) =>
    recordDeed(tx, deed, {
      subjectId: accountId,
      action: 'PaymentRequestCancelled',
      at: deps.clock(),
      details: named(id),
    }),
  )
}

export async function sendLinkAgain(deps: Deps, deed: StaffDeed, id: string): Promise<{ sentTo: number }> {
  return deps.db.transaction(async (tx) => {
    const { accountId, sentTo } = await resendRequest(tx, deps, id)
    await recordDeed(tx, deed, {
      subjectId: accountId,
      action: 'PaymentRequestSentAgain',
      at: deps.clock(),
      details: named(id),
    })
    return { sentTo }
  })
}
