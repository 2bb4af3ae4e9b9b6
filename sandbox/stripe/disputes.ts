import type Stripe from 'stripe'
import { endpoint } from './endpoint.ts'
import type { Endpoints } from './endpoint.ts'
import { decidedBy, emptyEvidence, evidenceFields, isUnanswered, updateEvidence } from './evidence.ts'
import { impossible } from './failures.ts'
import { listEndpoint } from './lists.ts'
import type { Charge, Dispute } from './merchant.ts'
import { mergeMetadata } from './parameters.ts'
import { hiddenOf } from './payment-method.ts'
import type { Turn } from './turn.ts'

export const disputeEndpoints: Endpoints = {
  ...listEndpoint('dispute', ({ disputes }) => disputes, ['charge', 'payment_intent']),
  'GET /v1/disputes/:id': endpoint({}, (turn, _, { path }) => turn.merchant.disputes.get(path['id'] ?? '')),
  'POST /v1/disputes/:id': endpoint(evidenceFields, (turn, parameters, { path }) => {
    const found = turn.merchant.disputes.get(path['id'] ?? '')
    updateEvidence(turn, found, parameters)
    found.metadata = mergeMetadata(found.metadata, parameters.metadata)
    turn.emit('charge.dispute.updated', found)
    const outcome = decidedBy(found)
    if (outcome && !isUnanswered(found)) closeDispute(turn, found, outcome)
    return found
  }),
  'POST /v1/disputes/:id/close': endpoint({}, (turn, _, { path }) => {
    const found = turn.merchant.disputes.get(path['id'] ?? '')
    if (!isUnanswered(found)) throw impossible(undefined, `This dispute is ${found.status}.`)
    return closeDispute(turn, found, 'lost')
  }),
}

const answerSeconds = 7 * 24 * 60 * 60
const disputeFee = 2500

/**
 * The customer's bank takes the money back, all or a part of it, or for now only asks about the charge. A bank debit's
 * dispute cannot be contested.
 */
export function dispute(
  turn: Turn,
  charge: Charge,
  {
    reason,
    amount: wanted,
    isInquiry = false,
  }: { reason?: string | undefined; amount?: number | undefined; isInquiry?: boolean } = {},
): Dispute {
  if (charge.status !== 'succeeded' || charge.disputed || (charge.refunded && wanted === undefined)) {
    throw impossible('charge_disputed', `Charge ${charge.id} cannot be disputed.`)
  }
  const { ids, merchant, now } = turn
  const details = charge.payment_method_details
  const isCard = details?.type === 'card'
  const card = hiddenOf(turn, { id: charge.payment_method ?? '' }).card
  const id = ids.next('du_', 24)
  // What was refunded is with the customer already, but a bank may take more than is left.
  const amount = wanted ?? charge.amount - charge.amount_refunded
  const made = merchant.disputes.add({
    id,
    object: 'dispute',
    amount,
    balance_transactions: isInquiry ? [] : [withdrawal(turn, { id, amount }, charge)],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: emptyEvidence(charge),
    evidence_details: {
      due_by: isCard ? now + answerSeconds : null,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: null,
    payment_intent: charge.payment_intent,
    ...(details?.card && {
      payment_method_details: {
        card: {
          brand: details.card.brand ?? 'unknown',
          case_type: isInquiry ? ('inquiry' as const) : ('chargeback' as const),
          network: details.card.network ?? 'unknown',
          network_reason_code: '10',
        },
        type: 'card' as const,
      },
    }),
    reason:
      reason ?? (card?.kind === 'dispute' ? card.reason : isCard ? 'fraudulent' : 'debit_not_authorized'),
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  })
  charge.disputed = true
  turn.emit('charge.dispute.created', made)
  if (isInquiry) return made
  turn.emit('charge.dispute.funds_withdrawn', made)
  if (!isCard) closeDispute(turn, made, 'lost')
  return made
}

/** The bank was not satisfied: its question becomes a dispute, which takes the money. */
export function escalateDispute(turn: Turn, dispute: Dispute): Dispute {
  if (dispute.status !== 'warning_needs_response') {
    throw impossible(undefined, `This dispute is ${dispute.status}, not a question of the bank.`)
  }
  dispute.status = 'needs_response'
  dispute.balance_transactions.push(withdrawal(turn, dispute, turn.merchant.charges.get(dispute.charge)))
  turn.emit('charge.dispute.updated', dispute)
  turn.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

export function disputeDueCharge(turn: Turn, id: string): void {
  const charge = turn.merchant.charges.get(id)
  if (charge.status === 'succeeded' && !charge.disputed) dispute(turn, charge)
}

export function closeDispute(turn: Turn, dispute: Dispute, outcome: 'won' | 'lost'): Dispute {
  if (dispute.status === 'won' || dispute.status === 'lost' || dispute.status === 'warning_closed') {
    throw impossible(undefined, `This dispute is already closed: it was ${dispute.status}.`)
  }
  const isInquiry = dispute.status.startsWith('warning_')
  dispute.status = isInquiry ? 'warning_closed' : outcome
  turn.emit('charge.dispute.closed', dispute)
  if (outcome === 'won' && !isInquiry) {
    const [taken] = dispute.balance_transactions
    if (taken) {
      dispute.balance_transactions.push({
        ...taken,
        id: turn.ids.next('txn_', 24),
        amount: -taken.amount,
        created: turn.now,
        net: -taken.amount,
        fee: 0,
        fee_details: [],
      })
    }
    turn.emit('charge.dispute.funds_reinstated', dispute)
  }
  return dispute
}

function withdrawal(
  { ids, now }: Turn,
  { id, amount }: Pick<Dispute, 'id' | 'amount'>,
  charge: Charge,
): Stripe.BalanceTransaction {
  return {
    id: ids.next('txn_', 24),
    object: 'balance_transaction',
    amount: -amount,
    available_on: now,
    balance_type: 'payments',
    created: now,
    currency: charge.currency,
    description: `Chargeback withdrawal for ${charge.id}`,
    exchange_rate: null,
    fee: disputeFee,
    fee_details: [
      {
        amount: disputeFee,
        application: null,
        currency: charge.currency,
        description: 'Dispute fee',
        type: 'stripe_fee',
      },
    ],
    net: -amount - disputeFee,
    reporting_category: 'dispute',
    source: id,
    status: 'available',
    type: 'adjustment',
  }
}
