import * as z from 'zod/mini'
import { amountChangeReasons, reasonDescriptionMaxLength } from '#domain/pay-now.ts'
import { frequencies } from '#domain/plan/payment-schedule.ts'
import { described, named } from './documented.ts'
import { endpoints, file } from './endpoint.ts'
import { email } from './login.ts'
import {
  clientSecretReply,
  outcomes,
  outcomeUnknown,
  payment,
  pubKeyReply,
  returnUrl,
  schoolSurcharges,
  total,
  verificationReply,
  walletEvent,
  whyNotPaid,
  whyNotRecorded,
} from './pay-now.ts'
import { bpayInfo, repaymentSource } from './payment-methods.ts'
import { amount, amountSent, calendarDate, id, line, oneTimeCode, providerId } from './wire.ts'

const guestPaymentPage = z.object({
  accountInfo: z.object({
    accountShortId: z.string(),
    bpayInfo: z.nullable(bpayInfo),
    customerDisplayName: z.string(),
    email: z.string(),
    repaymentSources: z.array(repaymentSource),
  }),
  institutionInfo: z.object({
    displayName: z.string(),
    larkwellId: described("The school's id at the provider; sent back with the payment.", id),
    ...schoolSurcharges,
  }),
  payableDetails: z.object({
    amountDue: amount,
    periodName: z.nullable(z.string()),
    parts: described(
      'The overdue instalments that make up the amount, oldest first, and the fees on top.',
      z.array(z.object({ dueDate: calendarDate, amount })),
    ),
    fee: amount,
    onItsWay: described(
      'Submitted bank debits that have not arrived yet. They are not part of the amount due.',
      z.nullable(z.object({ amount, since: calendarDate })),
    ),
  }),
  tokenizationUrl: z.string(),
  config: z.object({ showBreakdown: z.boolean() }),
})
export type GuestPaymentPage = z.infer<typeof guestPaymentPage>

const paymentBreakdown = z.object({
  paidThisYear: amount,
  amountDueNow: amount,
  paymentFrequency: z.nullable(z.enum(frequencies)),
  overdueFees: amount,
  annualTotalFees: z.nullable(amount),
})
export type PaymentBreakdown = z.infer<typeof paymentBreakdown>

/** Why the payer changed the amount. */
const amountChange = {
  paymentAmountChangeReason: z.optional(z.nullable(z.enum(amountChangeReasons))),
  paymentAmountChangeReasonDescription: z.optional(z.nullable(line(reasonDescriptionMaxLength))),
}
const guestPayment = {
  amount: amountSent,
  total,
  ...amountChange,
  larkwellId: id,
  shortId: line(32),
  email: described(
    "The payer's full e-mail address. It finds the request if none is named; otherwise it can be left out.",
    z.optional(email),
  ),
  repaymentRequestId: described(
    'Defaults to the newest open request of that school, account and e-mail address.',
    z.optional(id),
  ),
}
const guestPaymentSent = z
  .union([
    z.strictObject({ ...guestPayment, token: providerId }),
    z.strictObject({ ...guestPayment, repaymentSourceId: id }),
  ])
  .check(
    z.refine(
      (sent) =>
        sent.paymentAmountChangeReason !== 'Other' || Boolean(sent.paymentAmountChangeReasonDescription),
      { path: ['paymentAmountChangeReasonDescription'], message: 'Required with the reason Other' },
    ),
    z.refine((sent) => sent.repaymentRequestId !== undefined || sent.email !== undefined, {
      path: ['email'],
      message: 'Required where no request is named',
    }),
  )
export type GuestPaymentSent = z.input<typeof guestPaymentSent>

const codeContact = z.object({ id, channel: z.enum(['mobile', 'email']), masked: z.string() })
export type CodeContact = z.infer<typeof codeContact>

const link = described(
  'The secret in the link of the payment request. An unknown one is not found, whatever its format.',
  z.string().check(z.maxLength(200)),
)
const requestQuery = z.object({ request: link })

named({
  GuestPaymentPage: [guestPaymentPage, 'The amount of a payment request, and the ways to pay it.'],
  PaymentBreakdown: [paymentBreakdown, 'How the amount of a payment request is made up.'],
  GuestPaymentSent: [
    guestPaymentSent,
    'A payment with a new card (`token`) or a saved payment method (`repaymentSourceId`).',
  ],
  CodeContact: [codeContact, 'A masked contact that a code can be sent to.'],
})

/** The reasons why a link can no longer be used to pay. */
const whyClosed = ['request_paid', 'request_cancelled', 'request_expired', 'account_closed'] as const

/** For guests: anyone who has the link of a payment request. */
export const guestPayments = endpoints({
  'GET /api/portal/guest/payment-page-details': {
    summary: 'The amount that a guest has to pay, and the available payment methods',
    description: 'A request that is paid, cancelled or expired is refused, with what its page should say.',
    access: 'guest',
    query: requestQuery,
    takesAnyText: true,
    reply: guestPaymentPage,
    refusals: ['not_found', 'rate_limited', ...whyClosed],
  },
  'GET /api/portal/guest/payment-page-breakdown': {
    summary: "How the amount of a guest's payment request is made up",
    access: 'guest',
    query: z.object({
      request: link,
      amount: described('The amount that the guest is about to pay.', amountSent),
    }),
    takesAnyText: true,
    reply: paymentBreakdown,
    refusals: ['not_found', 'rate_limited', ...whyClosed],
  },
  'GET /api/portal/guest/invoice': {
    summary: 'The invoice behind a payment request, as a PDF',
    access: 'guest',
    query: requestQuery,
    takesAnyText: true,
    reply: file('application/pdf'),
    refusals: ['not_found', 'file_missing', 'rate_limited', ...whyClosed],
  },
  'POST /api/portal/guest/payments': {
    summary: 'Pays a payment request with a new card or a saved payment method',
    description:
      'The card is typed in the frame at `tokenizationUrl`, which returns the `token`. A saved payment method needs a code first, see `saved-method-code`. The client request id, repeated calls and `total` work as for a customer’s payment.',
    access: 'guest',
    needsClientRequestId: true,
    body: guestPaymentSent,
    accepted: outcomeUnknown,
    marksRepeats: true,
    reply: payment,
    refusals: [
      'not_found',
      'forbidden',
      'account_closed',
      'code_needed',
      'saved_methods_locked',
      'rate_limited',
      'unavailable',
      ...whyClosed,
      ...whyNotPaid,
      'amount_over_due',
      'amount_changed',
    ],
  },
  'GET /api/portal/guest/saved-method-access': {
    summary:
      'Whether this browser may pay a request with saved payment methods, and where a code can be sent if not',
    access: 'guest',
    query: requestQuery,
    takesAnyText: true,
    reply: z.object({ isUnlocked: z.boolean(), contacts: z.array(codeContact) }),
    refusals: ['not_found', 'rate_limited', ...whyClosed],
  },
  'POST /api/portal/guest/saved-method-code': {
    summary: 'Sends a code to an owner of the saved payment methods; only the browser that asked can use it',
    access: 'guest',
    body: z.strictObject({ repaymentRequestId: id, contact: id }),
    cookie: 'Binds the code to the browser that asked for it',
    reply: z.object({ sentTo: codeContact }),
    refusals: [
      'not_found',
      'saved_methods_locked',
      'rate_limited',
      'code_just_sent',
      'no_more_codes',
      ...whyClosed,
    ],
  },
  'POST /api/portal/guest/saved-method-access': {
    summary: 'Unlocks saved payment methods with the code, for this request and browser, for 30 minutes',
    access: 'guest',
    body: z.strictObject({ repaymentRequestId: id, code: oneTimeCode }),
    refusals: ['not_found', 'invalid_code', 'code_expired', 'code_used_up', 'rate_limited', ...whyClosed],
  },
  'GET /api/portal/guest/payment-outcome': {
    summary: 'The outcome of the payment with the client request id in the header; 404 if it never arrived',
    description:
      'Call this after a 202 or a lost reply, until the status is no longer 202. A 404 means that the payment never reached us and nothing was charged.',
    access: 'guest',
    query: requestQuery,
    takesAnyText: true,
    needsClientRequestId: true,
    accepted: outcomeUnknown,
    reply: payment,
    refusals: ['not_found', 'rate_limited', 'unavailable', ...outcomes],
  },
  'POST /api/portal/guest/payment-cancellation': {
    summary:
      'Cancels the payment with the client request id in the header, while its payer has not confirmed it',
    access: 'guest',
    needsClientRequestId: true,
    body: z.strictObject({ repaymentRequestId: id }),
    accepted: outcomeUnknown,
    reply: payment,
    refusals: ['not_found', 'rate_limited', 'unavailable', ...outcomes],
  },
  'GET /api/portal/guest/receipt': {
    summary: 'The receipt of a payment of a payment request, as a PDF',
    access: 'guest',
    query: z.object({
      request: described('The secret in the link of the payment request.', id),
      payment: described("The payment's id, from the reply to paying.", id),
    }),
    reply: file('application/pdf'),
    refusals: ['not_found', 'rate_limited'],
  },
  'GET /api/portal/guest/stripe-pub-key': {
    summary: "The payment provider's public key, for the region in the header",
    access: 'guest',
    reply: pubKeyReply,
  },
  'POST /api/portal/guest/stripe-checkout-session': {
    summary: 'Opens a session with the payment provider to pay a payment request',
    access: 'guest',
    needsClientRequestId: true,
    body: z.strictObject({ repaymentRequestId: id, amount: amountSent, returnUrl, ...amountChange }),
    reply: clientSecretReply,
    refusals: [
      'not_found',
      'rate_limited',
      'unavailable',
      ...whyClosed,
      'request_id_reused',
      'amount_changed',
      'payment_in_progress',
    ],
  },
  'POST /api/portal/guest/stripe-payment-success': {
    summary: "Records, once, a guest's payment made in a session, after checking with the provider",
    access: 'guest',
    needsClientRequestId: true,
    body: z.strictObject({ repaymentRequestId: id, checkoutSessionId: providerId }),
    reply: payment,
    refusals: ['not_found', 'rate_limited', 'unavailable', ...whyClosed, ...whyNotRecorded],
  },
  'POST /api/portal/guest/stripe-express-checkout-verification': {
    summary: 'Whether a payment by Apple Pay or Google Pay may continue',
    access: 'guest',
    needsClientRequestId: true,
    body: z.strictObject({
      repaymentRequestId: id,
      amount: amountSent,
      event: walletEvent,
    }),
    reply: verificationReply,
    refusals: ['rate_limited', 'unavailable', 'not_found', ...whyClosed],
  },
})
