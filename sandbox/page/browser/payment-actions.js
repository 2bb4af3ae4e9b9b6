import { statusInWords } from './book.js'
import { forSumField, inMoney, readSum } from './money.js'

/**
 * The actions on a Stripe object; only those its state allows are offered. Each posts what it is about, and what `wish`
 * reads from its fields.
 */
export function chargeActions(charge) {
  if (charge?.status !== 'succeeded' || charge.disputed || charge.refunded) return []
  const { id, currency, amount, amount_refunded: refunded } = charge
  const label = `Sum in ${currency.toUpperCase()}`
  return [
    {
      label: 'Refund',
      about: { charge: id },
      path: '/stripe/refund',
      fields: [{ name: 'sum', label, inputmode: 'decimal', value: forSumField(amount - refunded) }],
      wish: ({ sum }) => ({ amount: readSum(sum) }),
      said: (refund) =>
        `Refunded ${inMoney(refund.amount, refund.currency)}: ${refund.id} is ${refund.status}.`,
    },
    {
      label: 'Dispute',
      about: { charge: id },
      path: '/stripe/dispute',
      said: (dispute) =>
        `Disputed ${inMoney(dispute.amount, dispute.currency)}: ${dispute.id}, ${statusInWords(dispute.status).toLowerCase()}.`,
    },
  ]
}

/** A bank's reasons to refuse a debit. */
const commonFailures = ['insufficient_funds', 'debit_not_authorized', 'account_closed', 'no_account']
const debitFailures = {
  bacs_debit: commonFailures,
  au_becs_debit: [...commonFailures, 'refer_to_customer'],
}

export function intentActions({ id, status }, method, charge) {
  const failures = debitFailures[method?.type]
  if (status !== 'processing' || !failures) return chargeActions(charge)
  const refusals = failures.map((code) => [code, `No: ${code.replaceAll('_', ' ')}`])
  const options = [['succeeded', 'Yes, paid'], ...refusals]
  return [
    {
      label: 'Settle now',
      about: { paymentIntent: id },
      path: '/stripe/settle',
      fields: [{ name: 'outcome', label: 'The bank says', options }],
      wish: ({ outcome }) => ({ outcome }),
      said: (intent) =>
        intent.status === 'succeeded'
          ? `Settled: ${inMoney(intent.amount, intent.currency)} was paid.`
          : `Settled: the debit failed. ${intent.last_payment_error.message}`,
    },
  ]
}

export function disputeActions({ id, status }) {
  const close = (label, outcome, said) => ({
    label,
    about: { dispute: id, outcome },
    path: '/stripe/close-dispute',
    said: () => said,
  })
  if (['won', 'lost', 'warning_closed'].includes(status)) return []
  if (!status.startsWith('warning_')) {
    return [
      close('Close as won', 'won', 'Closed as won: the money is back with the merchant.'),
      close('Close as lost', 'lost', 'Closed as lost: the money stays with the customer.'),
    ]
  }
  // A question of the bank, which has taken no money.
  return [
    {
      label: 'Make it a dispute',
      about: { dispute: id },
      path: '/stripe/escalate-dispute',
      said: () => 'Disputed: the money is back with the customer until the bank has decided.',
    },
    close('Let it rest', 'won', 'Closed: the bank has no more questions.'),
  ]
}

export function mandateActions(mandate) {
  if (!mandate || mandate.status === 'inactive') return []
  const { id } = mandate
  const answer = {
    label: 'Have the bank answer',
    about: { mandate: id },
    path: '/stripe/answer-mandate',
    said: ({ status }) => `The bank has answered: ${id} is ${status}.`,
  }
  const revoke = {
    label: 'Revoke mandate',
    about: { mandate: id },
    path: '/stripe/revoke-mandate',
    said: () => `Revoked: ${id} is inactive.`,
  }
  return mandate.status === 'pending' ? [answer, revoke] : [revoke]
}

export function cardActions({ id, card }) {
  if (!card) return []
  return [
    {
      label: 'Set new expiry',
      about: { paymentMethod: id },
      path: '/stripe/update-card',
      fields: [
        { name: 'month', label: 'Month', type: 'number', min: 1, max: 12, value: card.exp_month },
        { name: 'year', label: 'Year', type: 'number', min: 2000, max: 2099, value: card.exp_year },
      ],
      wish: ({ month, year }) => ({ expMonth: Number(month), expYear: Number(year) }),
      said: (method) => `The card now expires ${expiryOf(method.card)}.`,
    },
  ]
}

export const expiryOf = (card) => `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`
