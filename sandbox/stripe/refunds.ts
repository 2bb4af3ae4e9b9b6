import { businessDaysAfter } from './business-days.ts'
import { endpoint } from './endpoint.ts'
import type { Endpoints } from './endpoint.ts'
import { impossible, invalid } from './failures.ts'
import { listEndpoint } from './lists.ts'
import type { Charge, Refund } from './merchant.ts'
import { absent, integer, mergeMetadata, metadata, oneOf, text } from './parameters.ts'
import { hiddenOf } from './payment-method.ts'
import type { Turn } from './turn.ts'

export const refundEndpoints: Endpoints = {
  'POST /v1/refunds': endpoint(
    {
      amount: integer,
      charge: text,
      metadata,
      payment_intent: text,
      reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
    },
    (turn, parameters) =>
      refund(turn, chargeToRefund(turn, parameters), parameters.amount, {
        metadata: mergeMetadata({}, parameters.metadata),
        reason: parameters.reason ?? null,
      }),
  ),
  ...listEndpoint('refund', ({ refunds }) => refunds, ['charge', 'payment_intent']),
}

function chargeToRefund(turn: Turn, request: { charge?: string; payment_intent?: string }): Charge {
  if (request.charge !== undefined) return turn.merchant.charges.get(request.charge, 'charge')
  if (request.payment_intent === undefined) throw absent('payment_intent')
  const intent = turn.merchant.paymentIntents.get(request.payment_intent, 'payment_intent')
  const charge = intent.latest_charge === null ? undefined : turn.merchant.charges.get(intent.latest_charge)
  if (charge?.status === 'succeeded') return charge
  throw impossible(
    undefined,
    `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    { param: 'payment_intent' },
  )
}

/** Refunds the rest of a charge, or a part of it. */
export function refund(
  turn: Turn,
  charge: Charge,
  requested: number | undefined,
  about: Pick<Refund, 'metadata' | 'reason'> = { metadata: {}, reason: null },
): Refund {
  const amount = refundable(charge, requested)
  const { ids, merchant, now } = turn
  const hidden = hiddenOf(turn, { id: charge.payment_method ?? '' })
  const isCard = charge.payment_method_details?.type === 'card'
  const isPending = !isCard || hidden.card?.kind === 'refund-later'
  const made = merchant.refunds.add({
    id: ids.next(isCard ? 're_' : 'pyr_', 24),
    object: 'refund',
    amount,
    balance_transaction: ids.next('txn_', 24),
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: isCard
      ? {
          card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
          type: 'card',
        }
      : { type: charge.payment_method_details?.type ?? 'card' },
    metadata: about.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...(isPending && { pending_reason: 'processing' as const }),
    reason: about.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: isPending ? 'pending' : 'succeeded',
    transfer_reversal: null,
  })
  takeBack(charge, amount)
  turn.emit('refund.created', made)
  turn.emit('charge.refunded', charge)
  if (isPending) turn.schedule(businessDaysAfter(now, 3), { kind: 'settle-refund', id: made.id })
  if (hidden.card?.kind === 'refund-fails') turn.schedule(now + 60, { kind: 'fail-refund', id: made.id })
  return made
}

function takeBack(charge: Charge, amount: number): void {
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
}

function refundable(charge: Charge, requested: number | undefined): number {
  if (charge.status !== 'succeeded') {
    throw impossible(
      'charge_not_refundable',
      `Charge ${charge.id} cannot be refunded: it is ${charge.status}.`,
    )
  }
  if (charge.disputed) {
    throw impossible('charge_disputed', `Charge ${charge.id} has been charged back; cannot issue a refund.`)
  }
  const left = charge.amount - charge.amount_refunded
  if (left === 0) {
    throw impossible('charge_already_refunded', `Charge ${charge.id} has already been refunded.`)
  }
  const amount = requested ?? left
  if (amount < 1) {
    throw invalid('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  }
  if (amount > left) {
    throw impossible(
      undefined,
      `Refund amount (${inMoney(amount)}) is greater than unrefunded amount on charge (${inMoney(left)})`,
      { param: 'amount' },
    )
  }
  return amount
}

const inMoney = (amount: number) => `$${(amount / 100).toFixed(2)}`

export function settleRefund(turn: Turn, id: string): void {
  const found = turn.merchant.refunds.get(id)
  if (found.status !== 'pending') return
  found.status = 'succeeded'
  delete found.pending_reason
  turn.emit('refund.updated', found)
}

/** The money came back from the customer's bank; it belongs to the merchant again. */
export function failRefund(turn: Turn, id: string): void {
  const found = turn.merchant.refunds.get(id)
  if (found.status === 'failed') return
  found.status = 'failed'
  found.failure_reason = 'expired_or_canceled_card'
  found.failure_balance_transaction = turn.ids.next('txn_', 24)
  if (found.charge !== null) takeBack(turn.merchant.charges.get(found.charge), -found.amount)
  turn.emit('refund.updated', found)
  turn.emit('refund.failed', found)
}
