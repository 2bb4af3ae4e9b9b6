import * as z from 'zod/mini'
import { amountChangeReasons, paymentRequestStatuses } from '#domain/pay-now.ts'
import { paymentKinds, paymentStatuses } from '#domain/payments.ts'
import { currencies, regions } from '#domain/region.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { approval } from './staff-approvals.ts'
import { change, countInQuery, uuid } from './staff-wire.ts'
import { amount, amountSent, calendarDate, clientRequestId, id, instant, line } from './wire.ts'

const limit = z.optional(countInQuery(500))
const shortId = described(
  'The short id of an account that customers quote, such as LW12345.',
  z.string().check(z.trim(), z.regex(/^[Ll][Ww]\d{1,19}$/), z.toUpperCase()),
)

const paymentRequest = z.object({
  id,
  accountId: id,
  shortId: z.string(),
  region: z.enum(regions),
  customerName: z.nullable(z.string()),
  schoolName: z.string(),
  periodName: z.nullable(z.string()),
  amountDue: amount,
  amountPaid: amount,
  amountPending: described('On its way from banks.', amount),
  dueOn: calendarDate,
  expiresAt: instant,
  status: z.enum(paymentRequestStatuses),
  showsBreakdown: z.boolean(),
  createdAt: instant,
})
export type StaffPaymentRequest = z.infer<typeof paymentRequest>

const paymentRequestInFull = z.extend(paymentRequest, {
  payments: z.array(
    z.object({
      id,
      status: z.enum(paymentStatuses),
      amount,
      surcharge: amount,
      paidOn: z.nullable(calendarDate),
      createdAt: instant,
      changeReason: described(
        'Why the amount paid differs from the amount requested.',
        z.nullable(z.enum(amountChangeReasons)),
      ),
      changeDescription: z.nullable(z.string()),
    }),
  ),
})
export type StaffPaymentRequestInFull = z.infer<typeof paymentRequestInFull>

const requestParams = z.object({ requestId: described('A payment request, by its id in the list.', id) })

const payment = z.object({
  id,
  accountId: id,
  shortId: z.string(),
  kind: z.enum(paymentKinds),
  status: z.enum(paymentStatuses),
  currency: z.enum(currencies),
  amount,
  surcharge: amount,
  refunded: amount,
  disputed: amount,
  schoolName: z.string(),
  methodName: z.nullable(z.string()),
  paidOn: z.nullable(calendarDate),
  createdAt: instant,
})
export type StaffPayment = z.infer<typeof payment>

const refund = z.object({
  id,
  paymentId: id,
  amount,
  status: described(
    'Done once the provider has sent the money, Accepted while it is on its way to a bank, Unknown while nobody can say, Refused when the provider would not, Failed when it came back.',
    z.enum(['Ordered', 'Unknown', 'Accepted', 'Done', 'Failed', 'Refused']),
  ),
  createdAt: instant,
  openRequest: described(
    "The payment's request, if the family can pay it again and has to; cancel it if it should not.",
    z.nullable(z.object({ id, left: amount })),
  ),
})
export type StaffRefund = z.infer<typeof refund>

named({
  StaffPaymentRequest: [
    paymentRequest,
    "Without its link, which would let staff pay in the family's place: `resend` sends it to the family.",
  ],
  StaffPaymentRequestInFull: [paymentRequestInFull, 'A payment request with every try to pay it.'],
  StaffPayment: [payment, 'A payment.'],
  StaffRefund: [refund, 'Money that goes back to the payer.'],
})

/** What families are asked for, what they paid, and what goes back to the payer. */
export const staffPaymentRequests = endpoints({
  'GET /api/staff/payment-requests': {
    summary:
      'Payment requests, newest first, all or in one state, of one account or of one school, page by page',
    access: 'staff',
    role: 'support',
    query: z.object({
      status: described('Only those in this state.', z.optional(z.enum(paymentRequestStatuses))),
      account: described('Only those of the account with this short id.', z.optional(shortId)),
      schoolId: described('Only those of this school.', z.optional(uuid)),
      after: described('The last request of the page before.', z.optional(id)),
      limit,
    }),
    reply: z.array(paymentRequest),
  },
  'GET /api/staff/payment-requests/:requestId': {
    summary: 'One payment request with every try to pay it',
    access: 'staff',
    role: 'support',
    params: requestParams,
    reply: paymentRequestInFull,
    refusals: ['not_found'],
  },
  'POST /api/staff/payment-requests': {
    summary: 'Asks a family for a sum and mails it the link',
    access: 'staff',
    role: 'operations',
    body: change({
      accountId: uuid,
      schoolId: described('Of several schools of the account; by default its own.', z.optional(uuid)),
      amount: amountSent,
      dueOn: calendarDate,
      periodName: z.optional(line(60)),
      showsBreakdown: z.optional(z.boolean()),
      expiresOn: described(
        'The last day on which it can be paid; 90 days from now by default.',
        z.optional(calendarDate),
      ),
      invoiceId: z.optional(uuid),
      isTold: described('False if the family is notified in another way.', z.optional(z.boolean())),
    }),
    reply: paymentRequest,
    refusals: ['not_found'],
  },
  'POST /api/staff/payment-requests/:requestId/cancel': {
    summary: 'Takes a payment request back, unless it is paid or just being paid',
    access: 'staff',
    role: 'operations',
    params: requestParams,
    body: change({}),
    reply: paymentRequest,
    refusals: ['not_found', 'request_paid', 'request_cancelled', 'request_expired', 'payment_in_progress'],
  },
  'POST /api/staff/payment-requests/:requestId/resend': {
    summary: 'Mails the link once more to everyone who has the account',
    access: 'staff',
    role: 'support',
    params: requestParams,
    body: change({}),
    reply: z.object({ sentTo: z.int() }),
    refusals: ['not_found', 'request_paid', 'request_cancelled', 'request_expired', 'not_possible'],
  },
  'GET /api/staff/payments': {
    summary: 'The payments of an account, newest first',
    access: 'staff',
    role: 'support',
    query: z.object({ account: shortId, limit }),
    reply: z.array(payment),
  },
  'POST /api/staff/payments/:paymentId/refunds': {
    summary: 'Refunds a payment, all that is left of it or a part; or asks for approval above the limit',
    access: 'staff',
    role: 'operations',
    params: z.object({ paymentId: described('A payment, by the id that paying it replied.', uuid) }),
    body: change({
      amount: described('By default all that is left.', z.optional(amountSent)),
      clientRequestId: described(
        'Chosen by the caller, once for each refund that is meant: the same one never gives back twice.',
        clientRequestId,
      ),
    }),
    asksFor: 'Refund',
    accepted: { about: 'It awaits a second person, or the provider has not said yet what came of it.' },
    reply: described(
      'One of the two: it is under way, or it awaits a second person.',
      z.object({ refund: z.nullable(refund), approval: z.nullable(approval) }),
    ),
    refusals: ['not_found', 'not_refundable', 'refund_over_left', 'request_id_reused'],
  },
  'POST /api/staff/offline-payments': {
    summary: 'Records money that came by cheque, by transfer or in cash, once by its reference',
    access: 'staff',
    role: 'operations',
    body: change({
      accountId: uuid,
      schoolId: z.optional(uuid),
      requestId: described('What it pays, if it is known.', z.optional(id)),
      amount: amountSent,
      receivedOn: calendarDate,
      manner: z.enum(['Cheque', 'Transfer', 'Cash']),
      reference: line(60),
    }),
    reply: payment,
    refusals: [
      'not_found',
      'already_exists',
      'payment_in_progress',
      'request_paid',
      'request_cancelled',
      'request_expired',
    ],
  },
  'POST /api/staff/offline-payments/:paymentId/reverse': {
    summary: 'Takes back money that was recorded by mistake, unless it is passed on; the family is told',
    access: 'staff',
    role: 'operations',
    params: z.object({ paymentId: described('A payment that staff have recorded.', uuid) }),
    body: change({}),
    reply: payment,
    refusals: ['not_found', 'not_possible', 'already_decided'],
  },
})
