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
    'Done, Failed, Now for where it stands, Later for what is to come.',
    z.enum(['Done', 'Failed', 'Now', 'Later']),
  ),
  title: z.string(),
  detail: z.nullable(z.string()),
  at: described('Null for now and for what has no moment yet.', z.nullable(instant)),
})
export type PaymentStep = z.infer<typeof step>

const paymentTry = z.object({
  paymentId: id,
  number: z.int(),
  sentOn: calendarDate,
  status: z.enum(paymentStatuses),
  why: described('What the bank said, in our words; null where it was not refused.', z.nullable(z.string())),
  answeredOn: described('Null while nobody knows.', z.nullable(calendarDate)),
  fee: described('What the family was charged for a debit that came back.', amount),
})

const instalment = z.object({
  planId: id,
  number: z.int(),
  count: z.int(),
  yearName: z.string(),
  dueOn: calendarDate,
  status: z.enum(instalmentStatuses),
  seq: described('Its place in the plan, by which actions name it.', z.int()),
  owing: described('What of it is still to be paid.', amount),
  retryOn: described('When it is tried again by itself; null where it is not.', z.nullable(calendarDate)),
})

const entry = z.object({
  id,
  date: calendarDate,
  title: z.string(),
  books: described('From where to where: "Family to Dispute".', z.string()),
  amount: described("What it did to the family's balance.", amount),
  balanceAfter: amount,
  postings: z.array(z.object({ book: z.enum(books), amount })),
})

const message = z.object({
  id,
  kind: z.string(),
  channel: z.enum(['email', 'sms']),
  title: described('Its subject; of a text message its first words.', z.string()),
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
  left: described('What has come and has not gone back.', amount),
  schoolId: id,
  schoolName: z.string(),
  methodName: z.nullable(z.string()),
  paidOn: z.nullable(calendarDate),
  createdAt: instant,
  reference: described('What the family reads on its receipt.', z.string()),
  failure: described(
    'Why it failed: our word for it, and what the bank said.',
    z.nullable(z.object({ reason: z.enum(declineReasons), text: z.string() })),
  ),
  instalment: described('What it pays of a plan; null for others.', z.nullable(instalment)),
  tries: described('Of its instalment, newest first; otherwise this one alone.', z.array(paymentTry)),
  retryRule: described(
    'What happens after such a failure; null where it did not fail.',
    z.nullable(z.string()),
  ),
  timeline: z.array(step),
  provider: z.object({
    paymentId: z.nullable(z.string()),
    chargeId: z.nullable(z.string()),
    mandateId: z.nullable(z.string()),
    key: z.nullable(z.string()),
    looks: described('How often the provider was asked what became of it.', z.int()),
    nextLookAt: z.nullable(instant),
  }),
  refunds: z.array(
    z.object({
      id,
      amount,
      status: z.enum(['Ordered', 'Unknown', 'Accepted', 'Done', 'Failed', 'Refused']),
      by: described('Null where it was made at the provider.', z.nullable(z.string())),
      at: instant,
    }),
  ),
  whyNotRefund: described('Null where it can be refunded.', z.nullable(z.string())),
  hasReceipt: z.boolean(),
  dispute: z.nullable(dispute),
  ledger: described('Newest first.', z.array(entry)),
  messages: described('What the family was told about it, newest first.', z.array(message)),
})
export type StaffPaymentPage = z.infer<typeof page>

const paymentParams = z.object({ paymentId: described('A payment, by its id in the list.', uuid) })

named({
  PaymentStep: [step, 'A step on the way of a payment.'],
  StaffPaymentPage: [page, 'A payment with everything that is known about it.'],
})

/** One payment, from its first record to what became of its money. */
export const staffPayments = endpoints({
  'GET /api/staff/payments/:paymentId': {
    summary: 'One payment: its way, tries, refunds, dispute, ledger entries and messages',
    access: 'staff',
    role: 'support',
    params: paymentParams,
    reply: page,
    refusals: ['not_found'],
  },
  'GET /api/staff/payments/:paymentId/receipt': {
    summary: 'The receipt of a payment that has arrived, as the family gets it',
    access: 'staff',
    role: 'support',
    params: paymentParams,
    reply: file('application/pdf'),
    refusals: ['not_found'],
  },
})
