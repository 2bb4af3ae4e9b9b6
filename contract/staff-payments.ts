import * as z from 'zod/mini'
import { books } from '#domain/ledger.ts'
import { declineReasons, paymentKinds, paymentStatuses } from '#domain/payments.ts'
import { currencies, regions } from '#domain/region.ts'
import { instalmentStatuses } from '#domain/repayments.ts'
import { described, named } from './documented.ts'
import { endpoints, file } from './endpoint.ts'
import { dispute } from './staff-disputes.ts'
import { uuid } from './staff-wire.ts'
import { amount, calendarDate, id, instant } from './wire.ts'

const step = z.object({
  state: described(
    '`Done`, `Failed`, `Now` for the current step, `Later` for steps to come.',
    z.enum(['Done', 'Failed', 'Now', 'Later']),
  ),
  title: z.string(),
  detail: z.nullable(z.string()),
  at: described('Null for the current step and for steps without a time yet.', z.nullable(instant)),
})
export type PaymentStep = z.infer<typeof step>

const paymentTry = z.object({
  paymentId: id,
  number: z.int(),
  sentOn: calendarDate,
  status: z.enum(paymentStatuses),
  why: described(
    "The bank's reason for refusal, in our words; null if it was not refused.",
    z.nullable(z.string()),
  ),
  answeredOn: described('Null while unknown.', z.nullable(calendarDate)),
  fee: described('The fee that the family was charged for a returned debit.', amount),
})

const instalment = z.object({
  planId: id,
  number: z.int(),
  count: z.int(),
  yearName: z.string(),
  dueOn: calendarDate,
  status: z.enum(instalmentStatuses),
  seq: described('Its position in the plan, which identifies it in actions.', z.int()),
  owing: described('The unpaid part of it.', amount),
  retryOn: described('The day of the automatic retry; null without one.', z.nullable(calendarDate)),
})

const entry = z.object({
  id,
  date: calendarDate,
  title: z.string(),
  books: described('The source and destination: "Family to Dispute".', z.string()),
  amount: described("The change of the family's balance.", amount),
  balanceAfter: amount,
  postings: z.array(z.object({ book: z.enum(books), amount })),
})

const message = z.object({
  id,
  kind: z.string(),
  channel: z.enum(['email', 'sms']),
  title: described('The subject, or the first words of a text message.', z.string()),
  recipient: z.string(),
  status: z.enum(['Waiting', 'Sent', 'Expired', 'Refused']),
  at: instant,
})

const page = z.object({
  id,
  accountId: id,
  shortId: z.string(),
  familyName: z.string(),
  region: z.enum(regions),
  currency: z.enum(currencies),
  kind: z.enum(paymentKinds),
  status: z.enum(paymentStatuses),
  amount,
  surcharge: amount,
  refunded: amount,
  disputed: amount,
  left: described('The amount received and not refunded.', amount),
  schoolId: id,
  schoolName: z.string(),
  methodName: z.nullable(z.string()),
  paidOn: z.nullable(calendarDate),
  createdAt: instant,
  reference: described("The reference on the family's receipt.", z.string()),
  failure: described(
    "The reason for the failure: our code, and the bank's message.",
    z.nullable(z.object({ reason: z.enum(declineReasons), text: z.string() })),
  ),
  instalment: described('The instalment that it pays; null for other payments.', z.nullable(instalment)),
  tries: described(
    'All attempts for its instalment, newest first; otherwise only this payment.',
    z.array(paymentTry),
  ),
  retryRule: described(
    'The rule for retries after such a failure; null if it did not fail.',
    z.nullable(z.string()),
  ),
  timeline: z.array(step),
  provider: z.object({
    paymentId: z.nullable(z.string()),
    chargeId: z.nullable(z.string()),
    mandateId: z.nullable(z.string()),
    key: z.nullable(z.string()),
    looks: described('The number of times the provider was queried for its outcome.', z.int()),
    nextLookAt: z.nullable(instant),
  }),
  refunds: z.array(
    z.object({
      id,
      amount,
      status: z.enum(['Ordered', 'Unknown', 'Accepted', 'Done', 'Failed', 'Refused']),
      by: described('Null if it was created at the provider.', z.nullable(z.string())),
      at: instant,
    }),
  ),
  whyNotRefund: described('Null if it can be refunded.', z.nullable(z.string())),
  hasReceipt: z.boolean(),
  dispute: z.nullable(dispute),
  ledger: described('Newest first.', z.array(entry)),
  messages: described('The messages to the family about it, newest first.', z.array(message)),
})
export type StaffPaymentPage = z.infer<typeof page>

const paymentParams = z.object({ paymentId: described('The id of a payment, from the list.', uuid) })

named({
  PaymentStep: [step, 'A step in the history of a payment.'],
  StaffPaymentPage: [page, 'A payment with all its details.'],
})

/** One payment, from its first record to its outcome. */
export const staffPayments = endpoints({
  'GET /api/staff/payments/:paymentId': {
    summary: 'One payment: its steps, attempts, refunds, dispute, ledger entries and messages',
    access: 'support',
    params: paymentParams,
    reply: page,
  },
  'GET /api/staff/payments/:paymentId/receipt': {
    summary: 'The receipt of a completed payment, as the family receives it',
    access: 'support',
    params: paymentParams,
    reply: file('application/pdf'),
  },
})
