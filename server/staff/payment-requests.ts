import type { Deps } from '../deps.ts'
import {
  cancelPaymentRequest,
  createPaymentRequest,
  resendRequest,
  type NewPaymentRequest,
  type RequestWish,
} from '../pay-now/payment-requests.ts'
import { recordDeed, type StaffDeed } from './staff-audit.ts'

/** The id of a request is a secret: the trail names it by its beginning, which is enough to find it and opens nothing. */
const named = (id: string) => ({ paymentRequest: `${id.slice(0, 8)}…` })

export async function askForPayment(
  deps: Deps,
  deed: StaffDeed,
  wish: RequestWish,
): Promise<NewPaymentRequest> {
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
