import { methodName, statusInWords, whose } from './book.js'
import { inMoney } from './money.js'
import {
  cardActions,
  chargeActions,
  disputeActions,
  expiryOf,
  intentActions,
  mandateActions,
} from './payment-actions.js'
import { dateAndTime } from './time.js'

const looks = {
  success: ['succeeded', 'active', 'complete', 'paid', 'won'],
  error: ['failed', 'inactive', 'lost', 'disputed', 'canceled'],
  warning: ['expired', 'needs_response', 'requires_action', 'requires_payment_method'],
}

function badge(status) {
  const look = Object.keys(looks).find((name) => looks[name].includes(status)) ?? 'caution'
  return { look, text: statusInWords(status) }
}

const momentOf = (seconds) => seconds * 1000
const money = ({ amount, currency }) => inMoney(amount, currency)
const pairs = (metadata) =>
  Object.entries(metadata ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')

function describeIntent(intent, book) {
  const failure = intent.last_payment_error
  const method = book.method(intent.payment_method ?? failure?.payment_method?.id)
  const { family, name } = whose(book, intent)
  return {
    title: money(intent),
    family,
    words: [name, methodName(method)].filter(Boolean).join(', '),
    trouble: failure && reasonOf(failure),
    badges: [badge(intent.status), ...chargeBadges(book.charge(intent.latest_charge))],
    facts: {
      Id: intent.id,
      Charge: intent.latest_charge,
      Customer: intent.customer,
      Source: intent.payment_method,
      'What for': intent.description,
      Failed: failure?.message,
      Metadata: pairs(intent.metadata),
    },
    actions: intentActions(intent, method, book.charge(intent.latest_charge)),
  }
}

const reasonOf = ({ code, decline_code: reason }) =>
  [code, reason !== code && reason].filter(Boolean).join(', ')

function chargeBadges(charge) {
  if (!charge) return []
  return [
    charge.amount_refunded > 0 && {
      look: 'caution',
      text: charge.refunded ? 'Refunded' : `Refunded ${inMoney(charge.amount_refunded, charge.currency)}`,
    },
    charge.disputed && badge('disputed'),
  ].filter(Boolean)
}

function describeCharge(charge, book) {
  const { family, name } = whose(book, charge)
  return {
    title: money(charge),
    family,
    words: [name, methodName(book.method(charge.payment_method))].filter(Boolean).join(', '),
    trouble:
      charge.failure_code && reasonOf({ code: charge.failure_code, decline_code: charge.outcome.reason }),
    badges: [badge(charge.status), ...chargeBadges(charge)],
    facts: {
      Id: charge.id,
      Payment: charge.payment_intent,
      Customer: charge.customer,
      Failed: charge.failure_message,
      Refunded: charge.amount_refunded > 0 && inMoney(charge.amount_refunded, charge.currency),
      Metadata: pairs(charge.metadata),
    },
    actions: chargeActions(charge),
  }
}

function describeRefund(refund, book) {
  const { family, name } = whose(book, book.charge(refund.charge))
  return {
    title: money(refund),
    family,
    words: name,
    trouble: refund.failure_reason,
    badges: [badge(refund.status)],
    facts: {
      Id: refund.id,
      Charge: refund.charge,
      Payment: refund.payment_intent,
      Reason: refund.reason,
      Metadata: pairs(refund.metadata),
    },
  }
}

function describeDispute(dispute, book) {
  const dueBy = dispute.evidence_details.due_by
  const { family, name } = whose(book, book.charge(dispute.charge))
  return {
    title: money(dispute),
    family,
    words: `${name}, ${dispute.reason.replaceAll('_', ' ')}`,
    badges: [badge(dispute.status)],
    facts: {
      Id: dispute.id,
      Charge: dispute.charge,
      Payment: dispute.payment_intent,
      Answer: dueBy && `due by ${dateAndTime(momentOf(dueBy), book.account)}`,
    },
    actions: disputeActions(dispute),
  }
}

function describeCustomer(customer, book) {
  const methods = book.methodsOf(customer.id)
  const { family, name } = whose(book, customer, customer.id)
  return {
    title: name,
    family,
    words: methods.map(methodName).join(', ') || 'No source',
    badges: [],
    facts: {
      Id: customer.id,
      Email: customer.email,
      Phone: customer.phone,
      Metadata: pairs(customer.metadata),
    },
    parts: methods.map((method) => describeSource(method, book.mandatesOf(method.id))),
  }
}

function describeSource(method, [mandate]) {
  return {
    title: methodName(method),
    badges: mandate ? [{ ...badge(mandate.status), text: `Mandate ${mandate.status}` }] : [],
    facts: { Id: method.id, Expires: method.card && expiryOf(method.card), Mandate: mandate?.id },
    actions: [...cardActions(method), ...mandateActions(mandate)],
  }
}

function describeMandate(mandate, book) {
  const method = book.method(mandate.payment_method)
  const bacs = mandate.payment_method_details.bacs_debit
  const { family, name } = whose(book, method)
  return {
    at: momentOf(mandate.customer_acceptance.accepted_at),
    title: name,
    family,
    words: methodName(method),
    trouble: bacs?.revocation_reason,
    badges: [badge(mandate.status)],
    facts: {
      Id: mandate.id,
      Source: mandate.payment_method,
      Reference: bacs?.reference,
      Network: bacs?.network_status,
    },
    actions: mandateActions(mandate),
  }
}

function describeSession(session, book) {
  const isPayment = session.mode === 'payment'
  const { family, name } = whose(book, session)
  return {
    title: isPayment ? inMoney(session.amount_total, session.currency) : 'Set-up',
    family,
    words: family || session.customer ? name : (session.customer_email ?? name),
    badges: [badge(session.status), ...(isPayment ? [badge(session.payment_status)] : [])],
    facts: {
      Id: session.id,
      Customer: session.customer,
      Payment: session.payment_intent,
      'Set-up': session.setup_intent,
      Expires: session.status === 'open' && dateAndTime(momentOf(session.expires_at), book.account),
      Metadata: pairs(session.metadata),
    },
  }
}

function describeSetup(intent, book) {
  const failure = intent.last_setup_error
  const { family, name } = whose(book, intent)
  return {
    title: name,
    family,
    words: methodName(book.method(intent.payment_method)) ?? 'No source yet',
    trouble: failure && reasonOf(failure),
    badges: [badge(intent.status)],
    facts: {
      Id: intent.id,
      Customer: intent.customer,
      Source: intent.payment_method,
      Mandate: intent.mandate,
      Failed: failure?.message,
      Metadata: pairs(intent.metadata),
    },
  }
}

const none = (text) => `${text} They appear here by themselves.`

/** The objects of an account: the tab's name, the list in the overview, how one is described, and the empty text. */
export const kinds = {
  payments: [
    'Payments',
    'paymentIntents',
    describeIntent,
    none('No payment has been made in this account yet.'),
  ],
  charges: ['Charges', 'charges', describeCharge, 'No charge has been attempted yet.'],
  refunds: [
    'Refunds',
    'refunds',
    describeRefund,
    'Nothing has been refunded yet. A payment that succeeded has a Refund button.',
  ],
  disputes: [
    'Disputes',
    'disputes',
    describeDispute,
    'Nothing is disputed. A payment that succeeded has a Dispute button.',
  ],
  customers: ['Customers', 'customers', describeCustomer, 'This account has no customer yet.'],
  mandates: ['Mandates', 'mandates', describeMandate, 'Nobody has given a mandate for bank debits yet.'],
  sessions: ['Checkout sessions', 'sessions', describeSession, 'No checkout has been opened yet.'],
  setups: ['Set-ups', 'setupIntents', describeSetup, 'Nobody has set up a card or an account yet.'],
}

export function rowOf(kind, value, book) {
  const [, , describe] = kinds[kind]
  return {
    id: value.id,
    at: momentOf(value.created),
    region: book.account,
    blocks: { 'As Stripe tells it': JSON.stringify(value, null, 2) },
    ...describe(value, book),
  }
}
