import type {
  Charge,
  Customer,
  Dispute,
  Mandate,
  PaymentIntent,
  PaymentMethod,
  Refund,
  Session,
  SetupIntent,
} from '../api/stripe-wire.ts'
import type { BadgeTone } from '../../ui/badge/badge.tsx'
import { inMoney } from '../parts/money.ts'
import type { Thing, ThingBadge } from '../parts/things.tsx'
import { dateAndTime } from '../parts/time.ts'
import {
  cardActions,
  chargeActions,
  disputeActions,
  expiryOf,
  intentActions,
  mandateActions,
} from './actions.ts'
import { methodName, statusInWords, whose, type Book } from './book.ts'

const tones: Partial<Record<BadgeTone, string[]>> = {
  success: ['succeeded', 'active', 'complete', 'paid', 'won'],
  error: ['failed', 'inactive', 'lost', 'disputed', 'canceled'],
  warning: ['expired', 'needs_response', 'requires_action', 'requires_payment_method'],
}

function badge(status: string | null): ThingBadge {
  const found = Object.entries(tones).find(([, statuses]) => statuses.includes(status ?? ''))
  return {
    tone: (found?.[0] as BadgeTone | undefined) ?? 'caution',
    text: statusInWords(status ?? 'unknown'),
  }
}

type Failure = { code?: string | null; decline_code?: string | null }

const momentOf = (seconds: number) => seconds * 1000
const money = ({ amount, currency }: { amount: number; currency: string }) => inMoney(amount, currency)
const reasonOf = ({ code, decline_code: reason }: Failure) =>
  [code, reason !== code && reason].filter(Boolean).join(', ')
const paidBy = (name: string, method: PaymentMethod | undefined) =>
  [name, methodName(method)].filter(Boolean).join(', ')

type Description = Omit<Thing, 'id' | 'at'> & { at?: number }

function describeIntent(intent: PaymentIntent, book: Book): Description {
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

function chargeBadges(charge: Charge | undefined): ThingBadge[] {
  if (!charge) return []
  const { refunded, amount_refunded: amount, currency, disputed } = charge
  const text = refunded ? 'Refunded' : `Refunded ${inMoney(amount, currency)}`
  return [
    ...(amount > 0 ? [{ tone: 'caution' as const, text }] : []),
    ...(disputed ? [badge('disputed')] : []),
  ]
}

function describeCharge(charge: Charge, book: Book): Description {
  const { family, name } = whose(book, charge)
  const { failure_code: code, failure_message: failed, outcome } = charge
  return {
    title: money(charge),
    family,
    words: paidBy(name, book.method(charge.payment_method)),
    trouble: code && reasonOf({ code, decline_code: outcome?.reason }),
    badges: [badge(charge.status), ...chargeBadges(charge)],
    facts: { Failed: failed },
    actions: chargeActions(charge),
  }
}

function describeRefund(refund: Refund, book: Book): Description {
  const { family, name } = whose(book, book.charge(refund.charge))
  const { status, failure_reason: trouble } = refund
  return { title: money(refund), family, words: name, trouble, badges: [badge(status)] }
}

function describeDispute(dispute: Dispute, book: Book): Description {
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
function evidenceOf({ evidence, evidence_details: details }: Dispute, book: Book): Thing['parts'] {
  if (!details.has_evidence) return []
  const notified = Object.entries(evidence).filter(([, value]) => typeof value === 'string')
  const texts = notified.filter(([, value]) => !book.file(value))
  return [
    {
      title: 'Evidence',
      badges: [{ tone: 'info', text: details.submission_count > 0 ? 'Sent to the bank' : 'Not sent yet' }],
      facts: Object.fromEntries(texts.map(([name, text]) => [statusInWords(name), String(text)])),
      files: notified.flatMap(([name, id]) => {
        const file = book.file(id)
        if (!file) return []
        const text = `${file.filename}, ${file.size} bytes`
        return [{ title: statusInWords(name), text, path: `/stripe/files/${file.id}` }]
      }),
    },
  ]
}

function describeCustomer(customer: Customer, book: Book): Description {
  const methods = book.paymentMethods.filter((method) => method.customer === customer.id)
  const { family, name } = whose(book, { ...customer, customer: customer.id })
  return {
    title: name,
    family,
    words: methods.map(methodName).join(', ') || 'No source',
    badges: [],
    parts: methods.map((method) => {
      const mandate = book.mandates.find(({ payment_method }) => payment_method === method.id)
      return {
        title: methodName(method) ?? method.id,
        badges: mandate ? [{ ...badge(mandate.status), text: `Mandate ${mandate.status}` }] : [],
        facts: { Id: method.id, Expires: expiryOf(method), Mandate: mandate?.id },
        actions: [...cardActions(method), ...mandateActions(mandate)],
      }
    }),
  }
}

function describeMandate(mandate: Mandate, book: Book): Description {
  const method = book.method(mandate.payment_method)
  const bacs = mandate.payment_method_details.bacs_debit
  const { family, name } = whose(book, method)
  return {
    at: momentOf(mandate.customer_acceptance.accepted_at ?? 0),
    title: name,
    family,
    words: methodName(method),
    trouble: bacs?.revocation_reason,
    badges: [badge(mandate.status)],
    facts: { Reference: bacs?.reference, Network: bacs?.network_status },
    actions: mandateActions(mandate),
  }
}

function describeSession(session: Session, book: Book): Description {
  const isPayment = session.mode === 'payment'
  const { family, name } = whose(book, session)
  return {
    title: isPayment ? inMoney(session.amount_total ?? 0, session.currency ?? 'aud') : 'Set-up',
    family,
    words: family || session.customer ? name : (session.customer_email ?? name),
    badges: [badge(session.status), ...(isPayment ? [badge(session.payment_status)] : [])],
    facts: { Expires: session.status === 'open' && dateAndTime(momentOf(session.expires_at), book.account) },
  }
}

function describeSetup(intent: SetupIntent, book: Book): Description {
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

type Described = { id: string; created?: number; metadata?: Record<string, string> | null }
type Kind = { tab: string; count: (book: Book) => number; things: (book: Book) => Thing[] }

function kind<T extends Described>(
  tab: string,
  listOf: (book: Book) => readonly T[],
  describe: (value: T, book: Book) => Description,
): Kind {
  return {
    tab,
    count: (book) => listOf(book).length,
    things: (book) => listOf(book).map((value) => thingOf(value, describe(value, book), book)),
  }
}

/** The objects of an account, each in a tab. */
export const kinds: Record<string, Kind> = {
  payments: kind('Payments', (book) => book.paymentIntents, describeIntent),
  charges: kind('Charges', (book) => book.charges, describeCharge),
  refunds: kind('Refunds', (book) => book.refunds, describeRefund),
  disputes: kind('Disputes', (book) => book.disputes, describeDispute),
  customers: kind('Customers', (book) => book.customers, describeCustomer),
  mandates: kind('Mandates', (book) => book.mandates, describeMandate),
  sessions: kind('Checkout sessions', (book) => book.sessions, describeSession),
  setups: kind('Set-ups', (book) => book.setupIntents, describeSetup),
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

function thingOf(value: Described, { facts, ...described }: Description, book: Book): Thing {
  const all: Record<string, unknown> = value
  const known = Object.entries(labels).flatMap(([name, label]) =>
    typeof all[name] === 'string' && all[name] !== '' ? [[label, all[name]]] : [],
  )
  const metadata = Object.entries(value.metadata ?? {}).map(([name, text]) => `${name}: ${text}`)
  return {
    id: value.id,
    at: momentOf(value.created ?? 0),
    region: book.account,
    blocks: { 'As Stripe tells it': JSON.stringify(value, null, 2) },
    facts: { ...Object.fromEntries(known), Metadata: metadata.join(', '), ...facts },
    ...described,
  }
}
