import { createCharge } from './charges.ts'
import { finishPaymentSession } from './checkout-outcome.ts'
import { Refused } from './failures.ts'
import type { Failure } from './failures.ts'
import type { Charge, PaymentIntent, PaymentMethod } from './merchant.ts'
import { hiddenOf } from './payment-method.ts'
import { seenBy } from './public-views.ts'
import type { Call, Turn } from './turn.ts'

/** The dispute of a test card comes soon after its payment. */
export const disputeSeconds = 60

export function take(intent: PaymentIntent, method: PaymentMethod): void {
  intent.payment_method = method.id
  intent.last_payment_error = null
  intent.next_action = null
}

export function succeed(turn: Turn, intent: PaymentIntent, method: PaymentMethod, charge: Charge): void {
  intent.status = 'succeeded'
  intent.next_action = null
  intent.amount_received = intent.amount
  intent.latest_charge = charge.id
  // This was the only use of a payment method that belongs to no customer.
  if (method.customer === null) hiddenOf(turn, method).isSpent = true
  turn.emit('payment_intent.succeeded', intent)
  finishPaymentSession(turn, intent, method)
}

/** Resets the intent, which waits for another payment method. */
export function fail(
  turn: Turn,
  intent: PaymentIntent,
  method: PaymentMethod,
  failure: Failure,
  charge?: Charge,
): void {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_payment_error = {
    ...(charge && { charge: charge.id }),
    ...failure,
    payment_method: method,
  } as PaymentIntent['last_payment_error']
  if (charge) turn.emit('charge.failed', charge)
  turn.emit('payment_intent.payment_failed', intent)
}

export function refusal(
  turn: Turn,
  intent: PaymentIntent,
  method: PaymentMethod,
  failure: Failure,
  call: Call,
): Refused {
  const charge = createCharge(turn, intent, method, { status: 'failed', failure })
  fail(turn, intent, method, failure, charge)
  const shown = { charge: charge.id, payment_intent: seenBy(call, intent), payment_method: method }
  return new Refused(402, { ...failure, ...shown }, true)
}
