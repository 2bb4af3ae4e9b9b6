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
    'The overdue instalments that it pays, oldest first, and fees for returned debits; absent if it pays none.',
    z.optional(
      z.array(
        z.object({
          dueDate: calendarDate,
          amount,
          isPart: z.boolean(),
          isFee: described('Set for a fee.', z.optional(z.literal(true))),
        }),
      ),
    ),
  ),
  stillToPay: described(
    'The rest of the request after this payment, and its due date; absent if nothing is left.',
    z.optional(z.object({ amount, dueOn: calendarDate })),
  ),
  confirmation: described(
    "Set with `Unknown` while the bank asks the payer to confirm; the provider's script continues with it.",
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
  institutions: z.array(
    z.object({
      id,
      name: z.string(),
      ...schoolSurcharges,
      due: described(
        'What an early payment here pays first: what has failed or is overdue or requested.',
        amount,
      ),
    }),
  ),
  repaymentSources: z.array(repaymentSource),
  tokenizationUrl: described('The page on its own origin in which a card is typed.', z.string()),
})
export type PaymentPage = z.infer<typeof paymentPage>

/** The total that the payer was shown, with the surcharge. Any other total is refused before charging. */
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

const extraRequest = z.strictObject({ planId: uuid, version: z.int(), outcome: z.enum(extraOutcomes) })
export type ExtraRequest = z.infer<typeof extraRequest>

named({
  Payment: [
    payment,
    'A payment and its outcome. `Processing`: a bank debit that takes some days. `Unknown` comes with status 202: the outcome is being checked, and the same call with the same client request id returns it. A declined payment is a refusal (402).',
  ],
  PaymentPage: [paymentPage, 'The schools and payment methods of an early payment.'],
  WalletEvent: [walletEvent, "The serialisable part of the wallet's event."],
  ExtraWish: [extraRequest, 'The effect of an extra payment on the plan.'],
  ClientSecret: [clientSecretReply, 'The secret that lets the provider’s script continue.'],
  PublicKey: [pubKeyReply, 'The key for the provider’s script.'],
  Verification: [verificationReply, 'Whether a wallet payment may continue, and if not, why.'],
})

/** The outcomes of a payment other than success. */
export const outcomes = ['payment_declined', 'payment_in_progress', 'card_form_expired'] as const
/** The reasons for refusing a payment. */
export const whyNotPaid = [
  ...outcomes,
  'request_id_reused',
  'total_changed',
  'source_unusable',
  'method_not_allowed',
  'too_many_cards',
] as const
/** The reasons for not recording a payment made in a provider's session. */
export const whyNotRecorded = [
  'payment_declined',
  'payment_in_progress',
  'session_expired',
  'request_id_reused',
] as const

/** The reply of a payment whose status is `Unknown`. */
export const outcomeUnknown = {
  about:
    'The outcome is not known yet: a bank is still processing the payment, or asks the payer to confirm. Call `payment-outcome` with the same client request id.',
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
      'Choose a client request id and keep it until the outcome is known. After a lost reply, send the same request again: the reply is that of the original payment, marked with `Idempotent-Replayed`. The same id with another body is refused with 409 `request_id_reused`. `total` is the amount that the payer was shown, with the surcharge; if it differs from the amount that would be charged, nothing is charged.',
    access: 'account',
    params: accountParams,
    needsClientRequestId: true,
    body: z.strictObject({
      repaymentSourceId: id,
      amount: amountSent,
      total,
      instId: id,
      due: described(
        'The `due` that the payer was shown. If less is due by now, somebody else has paid it, and nothing is charged.',
        z.optional(amountSent),
      ),
      extra: described(
        "The payment's effect on a running plan, in the plan version that the payer has seen.",
        z.optional(extraRequest),
      ),
    }),
    accepted: outcomeUnknown,
    marksRepeats: true,
    reply: payment,
    refusals: [
      'not_found',
      'forbidden',
      'unavailable',
      'amount_changed',
      'plan_changed',
      'extra_not_possible',
      ...whyNotPaid,
    ],
  },
  'GET /api/portal/customer/account/:accountId/payment-outcome': {
    summary: 'The outcome of the payment with the client request id in the header; 404 if it never arrived',
    description:
      'Call this after a 202 or a lost reply, until the status is no longer 202. A 404 means that the payment never reached us and nothing was charged.',
    access: 'account',
    params: accountParams,
    needsClientRequestId: true,
    accepted: outcomeUnknown,
    reply: payment,
    refusals: ['not_found', 'forbidden', 'unavailable', ...outcomes],
  },
  'POST /api/portal/customer/account/:accountId/payment-cancellation': {
    summary:
      'Cancels the payment with the client request id in the header, while its payer has not confirmed it',
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
      paymentId: described("The payment's id, from the reply to paying.", uuid),
    }),
    reply: file('application/pdf'),
    refusals: ['forbidden'],
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
