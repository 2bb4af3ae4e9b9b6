import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../deps.ts'
import { findOpenEarlyPayment, findPayment, findStanding, type PaymentRow } from './payments.store.ts'
import { factsOfPayment } from './settle.ts'

type Asked = Pick<Deps, 'db' | 'clock'>
type OfRequest = { accountId: string; requestId: string }

type Code = 'request_paid' | 'payment_in_progress' | 'amount_changed'

/** Says no because of another payment of the same request, and shows it, so that nobody wonders and pays again. */
export async function refuseForFirst(
  { db, clock }: Asked,
  code: Code,
  { accountId, requestId }: OfRequest,
): Promise<never> {
  const standing = await findStanding(db, { accountId, requestId, now: clock() })
  throw await refusalFor(db, code, accountId, standing?.paymentId ?? null)
}

/** Why a request that could be paid a moment ago was not: somebody was faster, or its time is over. */
export async function refuseTaken({ db, clock }: Asked, { accountId, requestId }: OfRequest): Promise<never> {
  const standing = await findStanding(db, { accountId, requestId, now: clock() })
  if (!standing) throw new Refusal('not_found')
  const { status, isExpired, rest, isUnderWay, paymentId } = standing
  if (status === 'Paid') throw await refusalFor(db, 'request_paid', accountId, paymentId)
  if (status === 'Cancelled') throw new Refusal('request_cancelled')
  if (status === 'Expired' || isExpired) throw new Refusal('request_expired')
  if (isUnderWay) throw await refusalFor(db, 'payment_in_progress', accountId, paymentId)
  // It could be paid, so it was the saved method that would have paid more than is left by now.
  if (rest !== null && rest > 0) throw await refusalFor(db, 'amount_changed', accountId, paymentId)
  throw await refusalFor(db, 'request_paid', accountId, paymentId)
}

/** The same early payment is under way already, in another tab or by another parent. */
export async function refuseForEarly(
  { db }: Asked,
  wish: Parameters<typeof findOpenEarlyPayment>[1],
): Promise<never> {
  throw inProgress(await findOpenEarlyPayment(db, wish))
}

async function refusalFor(
  db: Deps['db'],
  code: Code,
  accountId: string,
  paymentId: string | null,
): Promise<Refusal> {
  const payment = paymentId === null ? undefined : await findPayment(db, { accountId, id: paymentId })
  if (code === 'payment_in_progress') return inProgress(payment)
  return new Refusal(code, { payment: payment && factsOfPayment(payment) })
}

function inProgress(payment: PaymentRow | undefined): Refusal {
  return new Refusal('payment_in_progress', {
    retryAfterSeconds: 5,
    payment: payment && factsOfPayment(payment),
  })
}
