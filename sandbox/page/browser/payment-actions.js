import { statusInWords } from './book.js'
import { forSumField, inMoney, readSum } from './money.js'

/** The actions on a Stripe object. Only those its state allows are offered. */
export function chargeActions(charge) {
  if (charge?.status !== 'succeeded' || charge.disputed || charge.refunded) return []
  const { id, currency } = charge
  return [
    {
      name: 'refund',
      label: 'Refund',
      of: id,
      path: '/stripe/refund',
      fields: [
        {
          name: 'sum',
          label: `Sum in ${currency.toUpperCase()}`,
          inputmode: 'decimal',
          value: forSumField(charge.amount - charge.amount_refunded),
        },
      ],
      wish: ({ sum }) => ({ charge: id, amount: readSum(sum) }),
      said: (refund) =>
        `Refunded ${inMoney(refund.amount, refund.currency)}: ${refund.id} is ${refund.status}.`,
    },
    {
      name: 'dispute',
      label: 'Dispute',
      of: id,
      path: '/stripe/dispute',
      wish: () => ({ charge: id }),
      said: (dispute) =>
        `Disputed ${inMoney(dispute.amount, dispute.currency)}: ${dispute.id}, ${statusInWords(dispute.status).toLowerCase()}.`,
    },
  ]
}

/** A bank's reasons to refuse a debit. */
const debitFailures = {
  bacs_debit: ['insufficient_funds', 'debit_not_authorized', 'account_closed', 'no_account'],
  au_becs_debit: [
    'insufficient_funds',
    'debit_not_authorized',
    'account_closed',
    'no_account',
    'refer_to_customer',
  ],
}

export function intentActions({ id, status }, method, charge) {
  const failures = debitFailures[method?.type]
  if (status !== 'processing' || !failures) return chargeActions(charge)
  return [
    {
      name: 'settle',
      label: 'Settle now',
      of: id,
      path: '/stripe/settle',
      fields: [
        {
          name: 'outcome',
          label: 'The bank says',
          options: [
            ['succeeded', 'Yes, paid'],
            ...failures.map((code) => [code, `No: ${code.replaceAll('_', ' ')}`]),
          ],
        },
      ],
      wish: ({ outcome }) => ({ paymentIntent: id, outcome }),
      said: (intent) =>
        intent.status === 'succeeded'
          ? `Settled: ${inMoney(intent.amount, intent.currency)} was paid.`
          : `Settled: the debit failed. ${intent.last_payment_error.message}`,
    },
  ]
}

export function disputeActions({ id, status }) {
  if (['won', 'lost', 'warning_closed'].includes(status)) return []
  if (status === 'warning_needs_response') return inquiryActions(id)
  return ['won', 'lost'].map((outcome) => ({
    name: `close-${outcome}`,
    label: `Close as ${outcome}`,
    of: id,
    path: '/stripe/close-dispute',
    wish: () => ({ dispute: id, outcome }),
    said: () =>
      outcome === 'won'
        ? 'Closed as won: the money is back with the merchant.'
        : 'Closed as lost: the money stays with the customer.',
  }))
}

/** A question of the bank, which has taken no money. */
const inquiryActions = (id) => [
  {
    name: 'escalate',
    label: 'Make it a dispute',
    of: id,
    path: '/stripe/escalate-dispute',
    wish: () => ({ dispute: id }),
    said: () => 'Disputed: the money is back with the customer until the bank has decided.',
  },
  {
    name: 'close-won',
    label: 'Let it rest',
    of: id,
    path: '/stripe/close-dispute',
    wish: () => ({ dispute: id, outcome: 'won' }),
    said: () => 'Closed: the bank has no more questions.',
  },
]

export function mandateActions(mandate) {
  if (!mandate || mandate.status === 'inactive') return []
  const { id } = mandate
  return [
    ...(mandate.status === 'pending'
      ? [
          {
            name: `answer-${id}`,
            label: 'Have the bank answer',
            of: id,
            path: '/stripe/answer-mandate',
            wish: () => ({ mandate: id }),
            said: ({ status }) => `The bank has answered: ${id} is ${status}.`,
          },
        ]
      : []),
    {
      name: `revoke-${id}`,
      label: 'Revoke mandate',
      of: id,
      path: '/stripe/revoke-mandate',
      wish: () => ({ mandate: id }),
      said: () => `Revoked: ${id} is inactive.`,
    },
  ]
}

export function cardActions({ id, card }) {
  if (!card) return []
  return [
    {
      name: `renew-${id}`,
      label: 'Set new expiry',
      of: id,
      path: '/stripe/update-card',
      fields: [
        { name: 'month', label: 'Month', type: 'number', min: 1, max: 12, value: card.exp_month },
        { name: 'year', label: 'Year', type: 'number', min: 2000, max: 2099, value: card.exp_year },
      ],
      wish: ({ month, year }) => ({ paymentMethod: id, expMonth: Number(month), expYear: Number(year) }),
      said: (method) => `The card now expires ${expiryOf(method.card)}.`,
    },
  ]
}

export const expiryOf = (card) => `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`
