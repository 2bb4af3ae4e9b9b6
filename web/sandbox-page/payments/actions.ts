import { call } from '../api/call.ts'
import type { Charge, Dispute, Mandate, PaymentIntent, PaymentMethod, Refund } from '../api/stripe-wire.ts'
import type { ThingAction } from '../parts/action-form.tsx'
import { forSumField, inMoney, readSum } from '../parts/money.ts'
import { statusInWords } from './book.ts'

/** An action without fields, of which there is one thing to say. */
const press = (label: string, of: string, path: string, body: object, said: string): ThingAction => ({
  label,
  of,
  run: async () => {
    await call('POST', path, body)
    return said
  },
})

/** The actions on a Stripe object: only those that its state allows. */
export function chargeActions(charge: Charge | undefined): ThingAction[] {
  if (charge?.status !== 'succeeded' || charge.disputed || charge.refunded) return []
  const { id, currency, amount, amount_refunded: refunded } = charge
  return [
    {
      label: 'Refund',
      of: id,
      fields: [
        { name: 'sum', label: `Sum in ${currency.toUpperCase()}`, value: forSumField(amount - refunded) },
      ],
      async run({ sum = '' }) {
        const refund = await call<Refund>('POST', '/stripe/refund', { charge: id, amount: readSum(sum) })
        return `Refunded ${inMoney(refund.amount, refund.currency)}: ${refund.id} is ${refund.status}.`
      },
    },
    {
      label: 'Dispute',
      of: id,
      async run() {
        const dispute = await call<Dispute>('POST', '/stripe/dispute', { charge: id })
        const status = statusInWords(dispute.status).toLowerCase()
        return `Disputed ${inMoney(dispute.amount, dispute.currency)}: ${dispute.id}, ${status}.`
      },
    },
  ]
}

/** A bank's reasons to refuse a debit. */
const commonFailures = ['insufficient_funds', 'debit_not_authorized', 'account_closed', 'no_account']
const debitFailures: Record<string, string[]> = {
  bacs_debit: commonFailures,
  au_becs_debit: [...commonFailures, 'refer_to_customer'],
}

export function intentActions(
  { id, status }: PaymentIntent,
  method: PaymentMethod | undefined,
  charge: Charge | undefined,
): ThingAction[] {
  const failures = debitFailures[method?.type ?? '']
  if (status !== 'processing' || !failures) return chargeActions(charge)
  const refusals = failures.map((code) => [code, `No: ${code.replaceAll('_', ' ')}`])
  const options = { succeeded: 'Yes, paid', ...Object.fromEntries(refusals) }
  return [
    {
      label: 'Settle now',
      of: id,
      fields: [{ name: 'outcome', label: 'The bank says', options }],
      async run({ outcome }) {
        const intent = await call<PaymentIntent>('POST', '/stripe/settle', { paymentIntent: id, outcome })
        return intent.status === 'succeeded'
          ? `Settled: ${inMoney(intent.amount, intent.currency)} was paid.`
          : `Settled: the debit failed. ${intent.last_payment_error?.message}`
      },
    },
  ]
}

export function disputeActions({ id, status }: Dispute): ThingAction[] {
  const close = (label: string, outcome: 'won' | 'lost', said: string) =>
    press(label, id, '/stripe/close-dispute', { dispute: id, outcome }, said)
  if (['won', 'lost', 'warning_closed'].includes(status)) return []
  if (!status.startsWith('warning_')) {
    return [
      close('Close as won', 'won', 'Closed as won: the money is back with the merchant.'),
      close('Close as lost', 'lost', 'Closed as lost: the money stays with the customer.'),
    ]
  }
  const escalated = 'Disputed: the money is back with the customer until the bank has decided.'
  // A question of the bank, which has taken no money.
  return [
    press('Make it a dispute', id, '/stripe/escalate-dispute', { dispute: id }, escalated),
    close('Let it rest', 'won', 'Closed: the bank has no more questions.'),
  ]
}

export function mandateActions(mandate: Mandate | undefined): ThingAction[] {
  if (!mandate || mandate.status === 'inactive') return []
  const { id } = mandate
  const revoked = `Revoked: ${id} is inactive.`
  const revoke = press('Revoke mandate', id, '/stripe/revoke-mandate', { mandate: id }, revoked)
  if (mandate.status !== 'pending') return [revoke]
  const answer = {
    label: 'Have the bank answer',
    of: id,
    async run() {
      const { status } = await call<Mandate>('POST', '/stripe/answer-mandate', { mandate: id })
      return `The bank has answered: ${id} is ${status}.`
    },
  }
  return [answer, revoke]
}

export function cardActions({ id, card }: PaymentMethod): ThingAction[] {
  if (!card) return []
  return [
    {
      label: 'Set new expiry',
      of: id,
      fields: [
        { name: 'month', label: 'Month', type: 'number', value: card.exp_month },
        { name: 'year', label: 'Year', type: 'number', value: card.exp_year },
      ],
      async run({ month, year }) {
        const expiry = { expMonth: Number(month), expYear: Number(year) }
        const method = await call<PaymentMethod>('POST', '/stripe/update-card', {
          paymentMethod: id,
          ...expiry,
        })
        return `The card now expires ${expiryOf(method)}.`
      },
    },
  ]
}

export const expiryOf = ({ card }: PaymentMethod) =>
  card ? `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}` : undefined
