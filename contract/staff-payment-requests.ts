import * as z from 'zod/mini'
import { returnOutcomes } from '#domain/charges.ts'
import { amountChangeReasons, paymentRequestStatuses } from '#domain/pay-now.ts'
import { paymentKinds, paymentStatuses } from '#domain/payments.ts'
import { currencies, regions } from '#domain/region.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { approval, awaitsApproval } from './staff-approvals.ts'
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
  amountPending: described('The amount that banks are still processing.', amount),
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
        'The reason why the amount paid differs from the amount requested.',
        z.nullable(z.enum(amountChangeReasons)),
      ),
      changeDescription: z.nullable(z.string()),
    }),
  ),
})
export type StaffPaymentRequestInFull = z.infer<typeof paymentRequestInFull>

const requestParams = z.object({ requestId: described('The id of a payment request, from the list.', id) })

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

const paymentOrApproval = described('The payment, or the pending approval.', z.union([payment, approval]))

const refund = z.object({
  id,
  paymentId: id,
  amount,
  status: described(
    '`Done` once the provider has sent the money, `Accepted` while it is on its way to a bank, `Unknown` while the outcome is open, `Refused` if the provider declined it, `Failed` if the money came back.',
    z.enum(['Ordered', 'Unknown', 'Accepted', 'Done', 'Failed', 'Refused']),
  ),
  createdAt: instant,
  openRequest: described(
    "The payment's request, if it is open again after the refund; cancel it if the family should not pay it.",
    z.nullable(z.object({ id, left: amount })),
  ),
})
export type StaffRefund = z.infer<typeof refund>

named({
  StaffPaymentRequest: [
    paymentRequest,
    "A payment request without its link, with which staff could pay in the family's place: `resend` sends the link to the family.",
  ],
  StaffPaymentRequestInFull: [paymentRequestInFull, 'A payment request with all payment attempts.'],
  StaffPayment: [payment, 'A payment.'],
  StaffRefund: [refund, 'A refund to the payer.'],
})

/** Payment requests, payments and refunds. */
export const staffPaymentRequests = endpoints({
  'GET /api/staff/payment-requests': {
    summary: 'Payment requests, newest first and page by page, optionally by status, account or school',
    access: 'support',
    query: z.object({
      status: described('Only those with this status.', z.optional(z.enum(paymentRequestStatuses))),
      account: described('Only requests of the account with this short id.', z.optional(shortId)),
      schoolId: described('Only those of this school.', z.optional(uuid)),
      after: described('The last request on the previous page.', z.optional(id)),
      limit,
    }),
    reply: z.array(paymentRequest),
  },
  'GET /api/staff/payment-requests/:requestId': {
    summary: 'One payment request with all payment attempts',
    access: 'support',
    params: requestParams,
    reply: paymentRequestInFull,
  },
  'POST /api/staff/payment-requests': {
    summary: 'Creates a payment request and mails the link to the family',
    access: 'operations',
    body: change({
      accountId: uuid,
      schoolId: described(
        "The school, if the account has several; by default the account's own.",
        z.optional(uuid),
      ),
      amount: amountSent,
      dueOn: calendarDate,
      periodName: z.optional(line(60)),
      showsBreakdown: z.optional(z.boolean()),
      expiresOn: described(
        'The last day on which it can be paid; 90 days from now by default.',
        z.optional(calendarDate),
      ),
      invoiceId: z.optional(uuid),
      isTold: described('False if the family is notified by other means.', z.optional(z.boolean())),
    }),
    reply: paymentRequest,
    refusals: ['not_found', 'account_closed'],
  },
  'POST /api/staff/payment-requests/:requestId/cancel': {
    summary: 'Cancels a payment request, unless it is paid or being paid',
    access: 'operations',
    params: requestParams,
    body: change({}),
    reply: paymentRequest,
    refusals: ['request_paid', 'request_cancelled', 'request_expired', 'payment_in_progress'],
  },
  'POST /api/staff/payment-requests/:requestId/resend': {
    summary: 'Mails the link again to all members of the account',
    access: 'support',
    params: requestParams,
    body: change({}),
    reply: z.object({ sentTo: z.int() }),
    refusals: ['request_paid', 'request_cancelled', 'request_expired', 'not_possible'],
  },
  'GET /api/staff/payments': {
    summary: 'The payments of an account, newest first',
    access: 'support',
    query: z.object({ account: shortId, limit }),
    reply: z.array(payment),
  },
  'POST /api/staff/payments/:paymentId/refunds': {
    summary: 'Refunds a payment in full or in part; or requests approval above the limit',
    access: 'operations',
    params: z.object({ paymentId: described("The payment's id, from the reply to paying.", uuid) }),
    body: change({
      amount: described('By default the full remaining amount.', z.optional(amountSent)),
      outcome: described(
        '`AskAgain`, by default, asks the family again for what the payment paid; with `Waive` it no longer has to be paid.',
        z.optional(z.enum(returnOutcomes)),
      ),
      clientRequestId: described(
        'Chosen by the caller, once for each intended refund: the same id never refunds twice.',
        clientRequestId,
      ),
    }),
    asksFor: 'Refund',
    accepted: { about: 'It awaits a second person, or the provider has not said yet what came of it.' },
    reply: described(
      'Either the refund in progress, or the pending approval.',
      z.object({ refund: z.nullable(refund), approval: z.nullable(approval) }),
    ),
    refusals: ['not_refundable', 'refund_over_left', 'request_id_reused'],
  },
  'POST /api/staff/offline-payments': {
    summary:
      'Records a payment by cheque, transfer or cash, once for each reference; or requests approval above the limit for cash and cheques',
    access: 'operations',
    body: change({
      accountId: uuid,
      schoolId: z.optional(uuid),
      requestId: described('The request that it pays, if known.', z.optional(id)),
      amount: amountSent,
      receivedOn: calendarDate,
      manner: z.enum(['Cheque', 'Transfer', 'Cash']),
      reference: line(60),
    }),
    asksFor: 'OfflinePayment',
    accepted: { about: awaitsApproval.about },
    reply: paymentOrApproval,
    refusals: [
      'not_found',
      'already_exists',
      'request_id_reused',
      'payment_in_progress',
      'request_paid',
      'request_cancelled',
      'request_expired',
    ],
  },
  'POST /api/staff/offline-payments/:paymentId/reverse': {
    summary:
      'Reverses a payment that was recorded by mistake, unless it is passed on; the family is notified. Requests approval if the family no longer has all of the money',
    access: 'operations',
    params: z.object({ paymentId: described('The id of a payment that staff recorded.', uuid) }),
    body: change({}),
    asksFor: 'OfflineReversal',
    accepted: { about: awaitsApproval.about },
    reply: paymentOrApproval,
    refusals: ['not_possible', 'already_decided'],
  },
})
