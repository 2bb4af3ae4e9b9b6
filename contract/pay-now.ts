import * as z from 'zod/mini'
import { amountChangeReasons, reasonDescriptionMaxLength } from '#domain/pay-now.ts'
import type { PaymentStatus } from '#domain/payments.ts'
import { surchargeAbsorptions } from '#domain/payment-methods/payment-methods.ts'
import { extraOutcomes } from '#domain/plan/changes/extra.ts'
import { frequencies } from '#domain/plan/payment-schedule.ts'
import { cardGroups } from '#domain/payment-methods/surcharges.ts'
import { endpoints, fileReply } from './endpoint.ts'
import { email } from './login.ts'
import { bpayInfo, repaymentSource } from './payment-methods.ts'
import {
  accountParams,
  amount,
  amountSent,
  calendarDate,
  id,
  line,
  oneTimeCode,
  paymentFacts,
  providerId,
  surchargePercentage,
  uuid,
} from './wire.ts'

/**
 * A bank debit is in progress for some days; a declined payment is a refusal. Unknown comes with status 202: the
 * outcome is being checked, and a retry with the same request id returns it.
 */
const shownStatuses = ['Succeeded', 'Processing', 'Unknown'] as const satisfies readonly PaymentStatus[]

export const expressPaymentTypes = ['apple_pay', 'google_pay'] as const
export type ExpressPaymentType = (typeof expressPaymentTypes)[number]

/** The data of the result screen. */
const payment = z.extend(paymentFacts, {
  paymentId: id,
  status: z.enum(shownStatuses),
  /** The overdue instalments that it pays, the oldest first; absent where it pays none. */
  pays: z.optional(z.array(z.object({ dueDate: calendarDate, amount, isPart: z.boolean() }))),
  /** What is left of the request after it, and by when it is due; absent where nothing is. */
  stillToPay: z.optional(z.object({ amount, dueOn: calendarDate })),
  /** With Unknown, while the bank asks the payer to confirm: the provider's script continues with it. */
  confirmation: z.optional(z.object({ clientSecret: z.string() })),
})
export type Payment = z.infer<typeof payment>

/** The share the school absorbs, and the surcharge of each group of cards; groups without one are left out. */
const schoolSurcharges = {
  absorbCardSurcharge: z.enum(surchargeAbsorptions),
  cardSurcharges: z.array(z.object({ cardGroup: z.enum(cardGroups), surchargePercentage })),
}

const paymentPage = z.object({
  institutions: z.array(z.object({ id, name: z.string(), ...schoolSurcharges })),
  repaymentSources: z.array(repaymentSource),
  /** The page on its own origin in which a card is typed. */
  tokenizationUrl: z.string(),
})
export type PaymentPage = z.infer<typeof paymentPage>

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
    /** The school's id at the provider; sent back with the payment. */
    larkwellId: id,
    ...schoolSurcharges,
  }),
  payableDetails: z.object({
    amountDue: amount,
    periodName: z.nullable(z.string()),
    /** The overdue instalments that the amount consists of, the oldest first, and the fees besides them. */
    parts: z.array(z.object({ dueDate: calendarDate, amount })),
    fee: amount,
    /** Bank debits that were submitted and have not arrived. They are not part of the amount due. */
    onItsWay: z.nullable(z.object({ amount, since: calendarDate })),
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
/** What the payer was shown, with the surcharge. Anything else is refused before it is charged. */
const total = z.optional(amountSent)
const guestPayment = {
  amount: amountSent,
  total,
  ...amountChange,
  larkwellId: id,
  shortId: line(32),
  /** The payer's full address. It finds the request where none is named; otherwise it can be left out. */
  email: z.optional(email),
  /** Defaults to the newest open request of that school, account and e-mail address. */
  repaymentRequestId: z.optional(id),
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

/** Where a code can be sent, as the holder of a link may see it. */
const codeContact = z.object({ id, channel: z.enum(['mobile', 'email']), masked: z.string() })
export type CodeContact = z.infer<typeof codeContact>

/** The server accepts only its own origin, so that a payment cannot redirect a customer elsewhere. */
const returnUrl = z.string().check(z.minLength(1), z.maxLength(500))
const clientSecretReply = z.object({ clientSecret: z.string() })
const pubKeyReply = z.object({
  pubKey: z.string(),
  /** The URL of the provider's script, if it is not the provider's own. */
  stripeJsUrl: z.nullable(z.string()),
})
/** An unknown link is "not found", whatever its format. */
const link = z.string().check(z.maxLength(200))
const requestQuery = z.object({ request: link })
/** The serialisable part of the wallet's event. */
const walletEvent = z.strictObject({
  expressPaymentType: z.enum(expressPaymentTypes),
  billingDetails: z.optional(z.nullable(z.record(z.string(), z.json()))),
  amount: z.optional(z.nullable(amountSent)),
})
const verificationReply = z.object({ verified: z.boolean(), message: z.nullable(z.string()) })

const extraWish = z.strictObject({ planId: uuid, version: z.int(), outcome: z.enum(extraOutcomes) })
export type ExtraWish = z.infer<typeof extraWish>

export const payNow = endpoints({
  'GET /api/portal/customer/account/:accountId/payment-page-details': {
    summary: 'The options of an early payment: schools and saved payment methods',
    access: 'account',
    params: accountParams,
    reply: paymentPage,
  },
  'POST /api/portal/customer/account/:accountId/payments': {
    summary: 'Pays a school with a saved payment method',
    access: 'account',
    params: accountParams,
    needsClientRequestId: true,
    body: z.strictObject({
      repaymentSourceId: id,
      amount: amountSent,
      total,
      instId: id,
      /** What it is to do to a running plan, in the version that the payer has seen. */
      extra: z.optional(extraWish),
    }),
    reply: payment,
    refusals: ['not_found', 'forbidden', 'unavailable', 'plan_changed', 'extra_not_possible'],
  },
  'GET /api/portal/customer/account/:accountId/payment-outcome': {
    summary: 'The outcome of the payment with the client request id in the header; 404 if it never arrived',
    access: 'account',
    params: accountParams,
    needsClientRequestId: true,
    reply: payment,
    refusals: ['not_found', 'forbidden', 'unavailable'],
  },
  'POST /api/portal/customer/account/:accountId/payment-cancellation': {
    summary:
      'Calls off the payment with the client request id in the header, while its payer has not confirmed it',
    access: 'account',
    params: accountParams,
    needsClientRequestId: true,
    reply: payment,
    refusals: ['not_found', 'forbidden', 'unavailable'],
  },
  'GET /api/portal/customer/account/:accountId/payments/:paymentId/receipt': {
    summary: 'The receipt of a payment that was just made, as a PDF',
    access: 'account',
    params: z.extend(accountParams, { paymentId: uuid }),
    reply: fileReply,
    refusals: ['not_found', 'forbidden'],
  },
  'POST /api/portal/customer/account/:accountId/stripe-checkout-session': {
    summary: 'Opens a session with the payment provider: to pay an amount, or to set up a bank account',
    access: 'account',
    params: accountParams,
    takesClientRequestId: true,
    body: z.strictObject({
      accountId: id,
      amount: z.optional(amountSent),
      instId: z.optional(id),
      returnUrl: z.optional(returnUrl),
    }),
    reply: clientSecretReply,
    refusals: ['not_found', 'forbidden', 'unavailable'],
  },
  'POST /api/portal/customer/account/:accountId/stripe-payment-success': {
    summary: 'Records, once, a payment made in a session, after checking with the provider',
    access: 'account',
    params: accountParams,
    needsClientRequestId: true,
    body: z.strictObject({
      repaymentRequestId: z.optional(z.nullable(id)),
      checkoutSessionId: providerId,
    }),
    reply: payment,
    refusals: ['not_found', 'forbidden', 'unavailable'],
  },
  'POST /api/portal/customer/account/:accountId/stripe-express-checkout-verification': {
    summary: 'Whether an early payment by Apple Pay or Google Pay may continue',
    access: 'account',
    params: accountParams,
    needsClientRequestId: true,
    body: z.strictObject({
      checkoutSessionId: providerId,
      amount: amountSent,
      instId: id,
      event: walletEvent,
    }),
    reply: verificationReply,
    refusals: ['not_found', 'forbidden', 'unavailable'],
  },
  'GET /api/portal/customer/stripe-pub-key': {
    summary: "The payment provider's public key, for the customer's region",
    access: 'customer',
    reply: pubKeyReply,
  },
  'GET /api/portal/guest/payment-page-details': {
    summary: 'What a guest has to pay, and the available payment methods',
    access: 'guest',
    query: requestQuery,
    takesAnyText: true,
    reply: guestPaymentPage,
    refusals: ['not_found', 'rate_limited'],
  },
  'GET /api/portal/guest/payment-page-breakdown': {
    summary: "How the amount of a guest's payment request is made up",
    access: 'guest',
    query: z.object({ request: link, amount: amountSent }),
    takesAnyText: true,
    reply: paymentBreakdown,
    refusals: ['not_found', 'rate_limited'],
  },
  'GET /api/portal/guest/invoice': {
    summary: 'The invoice behind a payment request, as a PDF',
    access: 'guest',
    query: requestQuery,
    takesAnyText: true,
    reply: fileReply,
    refusals: ['not_found', 'file_missing', 'rate_limited'],
  },
  'POST /api/portal/guest/payments': {
    summary: 'Pays a payment request with a new card or a saved payment method',
    access: 'guest',
    needsClientRequestId: true,
    body: guestPaymentSent,
    reply: payment,
    refusals: [
      'not_found',
      'forbidden',
      'account_closed',
      'code_needed',
      'saved_methods_locked',
      'rate_limited',
      'unavailable',
    ],
  },
  'GET /api/portal/guest/saved-method-access': {
    summary:
      'Whether this browser may pay a request with saved payment methods, and where a code can be sent if not',
    access: 'guest',
    query: requestQuery,
    takesAnyText: true,
    reply: z.object({ isUnlocked: z.boolean(), contacts: z.array(codeContact) }),
    refusals: ['not_found', 'rate_limited'],
  },
  'POST /api/portal/guest/saved-method-code': {
    summary: 'Sends a code to an owner of the saved payment methods; only the browser that asked can use it',
    access: 'guest',
    body: z.strictObject({ repaymentRequestId: id, contact: id }),
    reply: z.object({ sentTo: codeContact }),
    refusals: ['not_found', 'saved_methods_locked', 'rate_limited', 'code_just_sent', 'no_more_codes'],
  },
  'POST /api/portal/guest/saved-method-access': {
    summary: 'Unlocks saved payment methods with the code, for this request and browser, for 30 minutes',
    access: 'guest',
    body: z.strictObject({ repaymentRequestId: id, code: oneTimeCode }),
    reply: z.object({}),
    refusals: ['not_found', 'invalid_code', 'code_expired', 'code_used_up', 'rate_limited'],
  },
  'GET /api/portal/guest/payment-outcome': {
    summary: 'The outcome of the payment with the client request id in the header; 404 if it never arrived',
    access: 'guest',
    query: requestQuery,
    takesAnyText: true,
    needsClientRequestId: true,
    reply: payment,
    refusals: ['not_found', 'rate_limited', 'unavailable'],
  },
  'POST /api/portal/guest/payment-cancellation': {
    summary:
      'Calls off the payment with the client request id in the header, while its payer has not confirmed it',
    access: 'guest',
    needsClientRequestId: true,
    body: z.strictObject({ repaymentRequestId: id }),
    reply: payment,
    refusals: ['not_found', 'rate_limited', 'unavailable'],
  },
  'GET /api/portal/guest/receipt': {
    summary: 'The receipt of a payment of a payment request, as a PDF',
    access: 'guest',
    query: z.object({ request: id, payment: id }),
    reply: fileReply,
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
    refusals: ['not_found', 'rate_limited', 'unavailable'],
  },
  'POST /api/portal/guest/stripe-payment-success': {
    summary: "Records, once, a guest's payment made in a session, after checking with the provider",
    access: 'guest',
    needsClientRequestId: true,
    body: z.strictObject({ repaymentRequestId: id, checkoutSessionId: providerId }),
    reply: payment,
    refusals: ['not_found', 'rate_limited', 'unavailable'],
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
    refusals: ['rate_limited', 'unavailable'],
  },
})
