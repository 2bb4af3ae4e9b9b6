import type Stripe from 'stripe'
import type { PaymentIntent, PaymentMethod, Session, SetupIntent } from './merchant.ts'
import type { Turn } from './turn.ts'

/** Updates the Checkout Session of an intent with its outcome. */
export function finishPaymentSession(turn: Turn, intent: PaymentIntent, method: PaymentMethod): void {
  const session = sessionOf(turn, intent)
  if (!session) return
  if (session.status === 'open') {
    if (intent.status !== 'succeeded' && intent.status !== 'processing') return
    session.payment_status = intent.status === 'succeeded' ? 'paid' : 'unpaid'
    complete(turn, session, method)
    return
  }
  if (intent.status === 'succeeded' && session.payment_status === 'unpaid') {
    session.payment_status = 'paid'
    turn.emit('checkout.session.async_payment_succeeded', session)
  } else if (intent.status === 'requires_payment_method') {
    turn.emit('checkout.session.async_payment_failed', session)
  }
}

export function finishSetupSession(turn: Turn, intent: SetupIntent, method: PaymentMethod): void {
  const session = sessionOf(turn, intent)
  if (session?.status === 'open') complete(turn, session, method)
}

function sessionOf({ merchant }: Turn, { id }: { id: string }): Session | undefined {
  const sessionId = merchant.sessionOf.get(id)
  return sessionId === undefined ? undefined : merchant.sessions.find(sessionId)
}

function complete(turn: Turn, session: Session, { billing_details: billing }: PaymentMethod): void {
  session.status = 'complete'
  const customer = session.customer === null ? undefined : turn.merchant.customers.find(session.customer)
  session.customer_details = {
    address: billing.address,
    business_name: null,
    email: session.customer_email ?? customer?.email ?? billing.email,
    individual_name: null,
    name: billing.name ?? customer?.name ?? null,
    phone: billing.phone,
    tax_exempt: 'none',
    tax_ids: [],
  } satisfies Stripe.Checkout.Session.CustomerDetails
  turn.emit('checkout.session.completed', session)
}
