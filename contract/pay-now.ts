import * as z from 'zod/mini'
import type { PaymentStatus } from '#domain/payments.ts'
import { surchargeAbsorptions } from '#domain/payment-methods/payment-methods.ts'
import { extraOutcomes } from '#domain/plan/changes/extra.ts'
import { cardGroups } from '#domain/payment-methods/surcharges.ts'
import { described, named } from './documented.ts'
import { endpoints, file } from './endpoint.ts'
import { repaymentSource } from './payment-methods.ts'
import {
  accountParams,
  amount,
  amountSent,
  calendarDate,
  id,
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

export const payment = z.extend(paymentFacts, {
  paymentId: id,
  status: z.enum(shownStatuses),
  pays: described(
    'The overdue instalments that it pays, the oldest first; absent where it pays none.',
    z.optional(z.array(z.object({ dueDate: calendarDate, amount, isPart: z.boolean() }))),
  ),
  stillToPay: described(
    'What is left of the request after it, and by when it is due; absent where nothing is.',
    z.optional(z.object({ amount, dueOn: calendarDate })),
  ),
  confirmation: described(
    "With Unknown, while the bank asks the payer to confirm: the provider's script continues with it.",
    z.optional(z.object({ clientSecret: z.string() })),
  ),
})
export type Payment = z.infer<typeof payment>

/** The share the school absorbs, and the surcharge of each group of cards; groups without one are left out. */
export const schoolSurcharges = {
  absorbCardSurcharge: z.enum(surchargeAbsorptions),
  cardSurcharges: z.array(z.object({ cardGroup: z.enum(cardGroups), surchargePercentage })),
}

const paymentPage = z.object({
  institutions: z.array(z.object({ id, name: z.string(), ...schoolSurcharges })),
  repaymentSources: z.array(repaymentSource),
  tokenizationUrl: described('The page on its own origin in which a card is typed.', z.string()),
})
export type PaymentPage = z.infer<typeof paymentPage>

/** What the payer was shown, with the surcharge. Anything else is refused before it is charged. */
export const total = z.optional(amountSent)
/** The server accepts only its own origin, so that a payment cannot redirect a customer elsewhere. */
export const returnUrl = z.string().check(z.minLength(1), z.maxLength(500))
export const clientSecretReply = z.object({ clientSecret: z.string() })
export const pubKeyReply = z.object({
  pubKey: z.string(),
  stripeJsUrl: described(
    "The URL of the provider's script, if it is not the provider's own.",
    z.nullable(z.string()),
  ),
})
export const walletEvent = z.strictObject({
  expressPaymentType: z.enum(expressPaymentTypes),
  billingDetails: z.optional(z.nullable(z.record(z.string(), z.json()))),
  amount: z.optional(z.nullable(amountSent)),
})
export const verificationReply = z.object({ verified: z.boolean(), message: z.nullable(z.string()) })

const extraWish = z.strictObject({ planId: uuid, version: z.int(), outcome: z.enum(extraOutcomes) })
export type ExtraWish = z.infer<typeof extraWish>

named({
  Payment: [
    payment,
    'A payment and its outcome. `Processing`: a bank debit that takes some days. `Unknown` comes with status 202: the outcome is being checked, and the same call with the same client request id returns it. A declined payment is a refusal (402).',
  ],
  PaymentPage: [paymentPage, 'What an early payment can be made to and with.'],
  WalletEvent: [walletEvent, "The serialisable part of the wallet's event."],
  ExtraWish: [extraWish, 'What a payment besides the plan does to it.'],
  ClientSecret: [clientSecretReply, 'The secret with which the provider’s script continues.'],
  PublicKey: [pubKeyReply, 'What the provider’s script is opened with.'],
  Verification: [verificationReply, 'Whether a wallet payment may continue, and why not.'],
})

/** What a payment may have come to, besides success. */
export const outcomes = ['payment_declined', 'payment_in_progress', 'card_form_expired'] as const
/** Why a payment is not taken. */
export const whyNotPaid = [
  ...outcomes,
  'request_id_reused',
  'total_changed',
  'source_unusable',
  'method_not_allowed',
  'too_many_cards',
] as const
/** Why a payment in a session of the provider is not recorded. */
export const whyNotRecorded = [
  'payment_declined',
  'payment_in_progress',
  'session_expired',
  'request_id_reused',
] as const

/** A payment's status in that case is `Unknown`. */
export const outcomeUnknown = {
  about:
    'The outcome is not known yet: a bank is being asked, or asks the payer to confirm. Ask `payment-outcome` with the same client request id.',
} as const

export const payNow = endpoints({
  'GET /api/portal/customer/account/:accountId/payment-page-details': {
    summary: 'The options of an early payment: schools and saved payment methods',
    access: 'account',
    params: accountParams,
    reply: paymentPage,
  },
  'POST /api/portal/customer/account/:accountId/payments': {
    summary: 'Pays a school with a saved payment method',
    description:
      'Send a client request id of your own and keep it until the outcome is known. After a lost reply, send the same request again: the reply is that of the payment which was made, marked with `Idempotent-Replayed`. The same id with another body is refused with 409 `request_id_reused`. `total` is what the payer was shown, with the surcharge; if it is not what would be charged, nothing is.',
    access: 'account',
    params: accountParams,
    needsClientRequestId: true,
    body: z.strictObject({
      repaymentSourceId: id,
      amount: amountSent,
      total,
      instId: id,
      extra: described(
        'What it is to do to a running plan, in the version that the payer has seen.',
        z.optional(extraWish),
      ),
    }),
    accepted: outcomeUnknown,
    marksRepeats: true,
    reply: payment,
    refusals: ['not_found', 'forbidden', 'unavailable', 'plan_changed', 'extra_not_possible', ...whyNotPaid],
  },
  'GET /api/portal/customer/account/:accountId/payment-outcome': {
    summary: 'The outcome of the payment with the client request id in the header; 404 if it never arrived',
    description:
      'Ask after a 202 or a lost reply, until the status is no longer 202. A 404 means that the payment never reached us and nothing was charged.',
    access: 'account',
    params: accountParams,
    needsClientRequestId: true,
    accepted: outcomeUnknown,
    reply: payment,
    refusals: ['not_found', 'forbidden', 'unavailable', ...outcomes],
  },
  'POST /api/portal/customer/account/:accountId/payment-cancellation': {
    summary:
      'Calls off the payment with the client request id in the header, while its payer has not confirmed it',
    access: 'account',
    params: accountParams,
    needsClientRequestId: true,
    accepted: outcomeUnknown,
    reply: payment,
    refusals: ['not_found', 'forbidden', 'unavailable', ...outcomes],
  },
  'GET /api/portal/customer/account/:accountId/payments/:paymentId/receipt': {
    summary: 'The receipt of a payment that was just made, as a PDF',
    access: 'account',
    params: z.extend(accountParams, {
      paymentId: described('A payment, by the id that paying it replied.', uuid),
    }),
    reply: file('application/pdf'),
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
    refusals: [
      'not_found',
      'forbidden',
      'unavailable',
      'request_id_reused',
      'method_not_allowed',
      'total_changed',
    ],
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
    refusals: ['not_found', 'forbidden', 'unavailable', ...whyNotRecorded],
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
})
