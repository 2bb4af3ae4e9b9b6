import * as z from 'zod/mini'
import { amountChangeReasons, paymentRequestStatuses } from '#domain/pay-now.ts'
import { paymentStatuses } from '#domain/payments.ts'
import { currencies, regions } from '#domain/region.ts'
import { confirmedStatuses } from '#domain/withdrawals.ts'
import { endpoints, fileReply } from './endpoint.ts'
import { approval } from './staff-approvals.ts'
import { change, countInQuery, uuid } from './staff-wire.ts'
import { amount, amountSent, calendarDate, clientRequestId, id, instant, line, providerId } from './wire.ts'

const limit = z.optional(countInQuery(500))
const shortId = z.string().check(z.trim(), z.regex(/^[Ll][Ww]\d{1,19}$/), z.toUpperCase())

/** Without its link, which would let staff pay in the family's place: `resend` sends it to the family. */
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
  /** On its way from banks. */
  amountPending: amount,
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
      /** Why the amount paid differs from the amount requested. */
      changeReason: z.nullable(z.enum(amountChangeReasons)),
      changeDescription: z.nullable(z.string()),
    }),
  ),
})
export type StaffPaymentRequestInFull = z.infer<typeof paymentRequestInFull>

const requestParams = z.object({ requestId: id })

const payment = z.object({
  id,
  accountId: id,
  shortId: z.string(),
  kind: z.enum(['Instalment', 'Early', 'Guest', 'Deposit', 'Offline']),
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
  /**
   * Done once the provider has sent the money, Accepted while it is on its way to a bank, Unknown while nobody can
   * say, Refused when the provider would not, Failed when it came back.
   */
  status: z.enum(['Ordered', 'Unknown', 'Accepted', 'Done', 'Failed', 'Refused']),
  createdAt: instant,
  /** The payment's request, if the family can pay it again and has to; cancel it if it should not. */
  openRequest: z.nullable(z.object({ id, left: amount })),
})
export type StaffRefund = z.infer<typeof refund>

const withdrawal = z.object({
  id,
  accountId: id,
  shortId: z.string(),
  currency: z.enum(currencies),
  amount,
  status: z.enum(confirmedStatuses),
  holder: z.string(),
  bankAccount: z.string(),
  /** The batch in which it went to the bank. */
  payoutNumber: z.nullable(z.int()),
  askedAt: instant,
  decidedAt: z.nullable(instant),
})
export type StaffWithdrawal = z.infer<typeof withdrawal>

const deposit = z.object({
  billerCode: z.string(),
  bankReference: z.string(),
  reference: z.string(),
  amount,
  receivedOn: calendarDate,
  createdAt: instant,
})
export type StaffDeposit = z.infer<typeof deposit>

const remittance = z.object({
  id,
  schoolId: id,
  schoolName: z.string(),
  region: z.enum(regions),
  currency: z.enum(currencies),
  remittedOn: calendarDate,
  paymentCount: z.int(),
  amount,
  /** Null until a second person has let it go to the school. */
  releasedAt: z.nullable(instant),
})
export type StaffRemittance = z.infer<typeof remittance>

const remittanceParams = z.object({ remittanceId: uuid })

/** What families are asked for, what they paid, what goes back to them and on to the schools. */
export const staffMoney = endpoints({
  'GET /api/staff/payment-requests': {
    summary:
      'Payment requests, newest first, all or in one state, of one account or of one school, page by page',
    access: 'staff',
    role: 'support',
    query: z.object({
      status: z.optional(z.enum(paymentRequestStatuses)),
      account: z.optional(shortId),
      schoolId: z.optional(uuid),
      /** The last request of the page before. */
      after: z.optional(id),
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
      /** Of several schools of the account; by default its own. */
      schoolId: z.optional(uuid),
      amount: amountSent,
      dueOn: calendarDate,
      periodName: z.optional(line(60)),
      showsBreakdown: z.optional(z.boolean()),
      /** The last day on which it can be paid; 90 days from now by default. */
      expiresOn: z.optional(calendarDate),
      invoiceId: z.optional(uuid),
      /** False if the family is notified in another way. */
      isTold: z.optional(z.boolean()),
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
    params: z.object({ paymentId: uuid }),
    body: change({
      /** By default all that is left. */
      amount: z.optional(amountSent),
      /** Chosen by the caller, once for each refund that is meant: the same one never gives back twice. */
      clientRequestId,
    }),
    /** One of the two: it is under way, or it awaits a second person. */
    reply: z.object({ refund: z.nullable(refund), approval: z.nullable(approval) }),
    refusals: ['not_found', 'not_refundable', 'refund_over_left', 'request_id_reused'],
  },
  'POST /api/staff/offline-payments': {
    summary: 'Records money that came by cheque, by transfer or in cash, once by its reference',
    access: 'staff',
    role: 'operations',
    body: change({
      accountId: uuid,
      schoolId: z.optional(uuid),
      /** What it pays, if it is known. */
      requestId: z.optional(id),
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
  'GET /api/staff/withdrawals': {
    summary: 'Withdrawals, newest first, all or in one state',
    access: 'staff',
    role: 'operations',
    query: z.object({ status: z.optional(z.enum(confirmedStatuses)), limit }),
    reply: z.array(withdrawal),
  },
  'POST /api/staff/withdrawals/:withdrawalId/paid': {
    summary: 'A withdrawal in a released payout has left the bank',
    access: 'staff',
    role: 'operations',
    params: z.object({ withdrawalId: uuid }),
    body: change({}),
    reply: z.object({}),
    refusals: ['not_found', 'not_possible', 'already_decided', 'payout_not_released'],
  },
  'POST /api/staff/withdrawals/:withdrawalId/decline': {
    summary: 'A withdrawal is declined, or the bank has sent it back: the family has its credit again',
    access: 'staff',
    role: 'operations',
    params: z.object({ withdrawalId: uuid }),
    body: change({}),
    reply: z.object({}),
    refusals: ['not_found', 'already_decided'],
  },
  'GET /api/staff/deposits': {
    summary: 'BPAY deposits that wait for somebody to find their family, longest waiting first',
    access: 'staff',
    role: 'operations',
    reply: z.array(deposit),
  },
  'POST /api/staff/deposits/:billerCode/:bankReference/match': {
    summary: 'Gives a deposit to the account it was meant for',
    access: 'staff',
    role: 'operations',
    params: z.object({ billerCode: z.string().check(z.regex(/^\d{3,10}$/)), bankReference: providerId }),
    body: change({ accountId: uuid }),
    reply: z.object({}),
    refusals: ['not_found', 'already_decided'],
  },
  'GET /api/staff/remittances': {
    summary: 'What was passed on to the schools, newest first',
    access: 'staff',
    role: 'operations',
    query: z.object({
      schoolId: z.optional(uuid),
      from: z.optional(calendarDate),
      to: z.optional(calendarDate),
      limit,
    }),
    reply: z.array(remittance),
  },
  'POST /api/staff/remittances/release': {
    summary: 'Asks to let everything up to a day that is not released go to the schools of a region',
    access: 'staff',
    role: 'operations',
    body: change({ region: z.enum(regions), through: calendarDate }),
    reply: approval,
    refusals: ['nothing_to_release'],
  },
  'GET /api/staff/remittances/:remittanceId': {
    summary: 'One remittance with the payments it is made of',
    access: 'staff',
    role: 'operations',
    params: remittanceParams,
    reply: z.extend(remittance, {
      lines: z.array(
        z.object({
          paymentId: id,
          accountId: id,
          shortId: z.string(),
          familyName: z.string(),
          students: z.string(),
          kind: z.string(),
          paidOn: calendarDate,
          periodName: z.nullable(z.string()),
          amount,
        }),
      ),
    }),
    refusals: ['not_found'],
  },
  'GET /api/staff/remittances/:remittanceId/file': {
    summary: 'The same for the school, as a file for spreadsheets',
    access: 'staff',
    role: 'operations',
    params: remittanceParams,
    reply: fileReply,
    refusals: ['not_found', 'remittance_not_released'],
  },
})
