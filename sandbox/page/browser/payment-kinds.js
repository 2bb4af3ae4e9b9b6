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
const reasonOf = ({ code, decline_code: reason }) =>
  [code, reason !== code && reason].filter(Boolean).join(', ')
const paidBy = (name, method) => [name, methodName(method)].filter(Boolean).join(', ')

function describeIntent(intent, book) {
  const failure = intent.last_payment_error
  const method = book.method(intent.payment_method ?? failure?.payment_method?.id)
  const charge = book.charge(intent.latest_charge)
  const { family, name } = whose(book, intent)
  return {
    title: money(intent),
    family,
    words: paidBy(name, method),
    trouble: failure && reasonOf(failure),
    badges: [badge(intent.status), ...chargeBadges(charge)],
    facts: { Failed: failure?.message },
    actions: intentActions(intent, method, charge),
  }
}

function chargeBadges(charge) {
  if (!charge) return []
  const { refunded, amount_refunded: amount, currency, disputed } = charge
  const text = refunded ? 'Refunded' : `Refunded ${inMoney(amount, currency)}`
  return [amount > 0 && { look: 'caution', text }, disputed && badge('disputed')].filter(Boolean)
}

function describeCharge(charge, book) {
  const { family, name } = whose(book, charge)
  const { failure_code: code, failure_message: failed, outcome } = charge
  return {
    title: money(charge),
    family,
    words: paidBy(name, book.method(charge.payment_method)),
    trouble: code && reasonOf({ code, decline_code: outcome.reason }),
    badges: [badge(charge.status), ...chargeBadges(charge)],
    facts: { Failed: failed },
    actions: chargeActions(charge),
  }
}

function describeRefund(refund, book) {
  const { family, name } = whose(book, book.charge(refund.charge))
  const { status, failure_reason: trouble } = refund
  return { title: money(refund), family, words: name, trouble, badges: [badge(status)] }
}

function describeDispute(dispute, book) {
  const dueBy = dispute.evidence_details.due_by
  const { family, name } = whose(book, book.charge(dispute.charge))
  return {
    title: money(dispute),
    family,
    words: `${name}, ${dispute.reason.replaceAll('_', ' ')}`,
    badges: [badge(dispute.status)],
    facts: { Answer: dueBy && `due by ${dateAndTime(momentOf(dueBy), book.account)}` },
    actions: disputeActions(dispute),
    parts: evidenceOf(dispute, book),
  }
}

/** What the merchant has told the bank; a file by its name, with its bytes one click away. */
function evidenceOf({ evidence, evidence_details: details }, book) {
  if (!details.has_evidence) return []
  const told = Object.entries(evidence).filter(([, value]) => typeof value === 'string')
  const [files, texts] = [true, false].map((isFile) =>
    told.filter(([, value]) => Boolean(book.file(value)) === isFile),
  )
  return [
    {
      title: 'Evidence',
      badges: [{ look: 'info', text: details.submission_count > 0 ? 'Sent to the bank' : 'Not sent yet' }],
      facts: Object.fromEntries(texts.map(([name, text]) => [statusInWords(name), text])),
      files: files.map(([name, id]) => {
        const { filename, size } = book.file(id)
        return { title: statusInWords(name), text: `${filename}, ${size} bytes`, path: `/stripe/files/${id}` }
      }),
    },
  ]
}

function describeCustomer(customer, book) {
  const methods = book.methodsOf(customer.id)
  const { family, name } = whose(book, customer, customer.id)
  return {
    title: name,
    family,
    words: methods.map(methodName).join(', ') || 'No source',
    badges: [],
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
    facts: { Reference: bacs?.reference, Network: bacs?.network_status },
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
    facts: { Expires: session.status === 'open' && dateAndTime(momentOf(session.expires_at), book.account) },
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
    facts: { Failed: failure?.message },
  }
}

/** The objects of an account: their tab, their list in the overview, and how one is described. */
export const kinds = {
  payments: { tab: 'Payments', list: 'paymentIntents', describe: describeIntent },
  charges: { tab: 'Charges', list: 'charges', describe: describeCharge },
  refunds: { tab: 'Refunds', list: 'refunds', describe: describeRefund },
  disputes: { tab: 'Disputes', list: 'disputes', describe: describeDispute },
  customers: { tab: 'Customers', list: 'customers', describe: describeCustomer },
  mandates: { tab: 'Mandates', list: 'mandates', describe: describeMandate },
  sessions: { tab: 'Checkout sessions', list: 'sessions', describe: describeSession },
  setups: { tab: 'Set-ups', list: 'setupIntents', describe: describeSetup },
}

/** What is shown of every object that has it. */
const labels = {
  id: 'Id',
  payment_intent: 'Payment',
  latest_charge: 'Charge',
  charge: 'Charge',
  setup_intent: 'Set-up',
  customer: 'Customer',
  payment_method: 'Source',
  mandate: 'Mandate',
  description: 'What for',
  email: 'Email',
  phone: 'Phone',
}

export function rowOf({ describe }, value, book) {
  const known = Object.entries(labels).map(([name, label]) => [label, value[name]])
  const metadata = Object.entries(value.metadata ?? {}).map(([name, text]) => `${name}: ${text}`)
  const { facts, ...described } = describe(value, book)
  return {
    id: value.id,
    at: momentOf(value.created),
    region: book.account,
    blocks: { 'As Stripe tells it': JSON.stringify(value, null, 2) },
    facts: {
      ...Object.fromEntries(known.filter(([, text]) => text)),
      Metadata: metadata.join(', '),
      ...facts,
    },
    ...described,
  }
}
