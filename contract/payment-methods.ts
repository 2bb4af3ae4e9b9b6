import * as z from 'zod/mini'
import {
  bankNumberRules,
  holderNameMaxLength,
  repaymentSourceTypes,
  sourceTroubles,
} from '#domain/payment-methods/payment-methods.ts'
import { frequencies } from '#domain/plan/payment-schedule.ts'
import { cardGroups } from '#domain/payment-methods/surcharges.ts'
import { endpoints, fileReply } from './endpoint.ts'
import {
  accountParams,
  amount,
  calendarDate,
  id,
  line,
  providerId,
  surchargePercentage,
  uuid,
} from './wire.ts'

export const bpayInfo = z.object({
  billerCode: z.string(),
  reference: z.string(),
  /** Only where the amount is known. */
  amount: z.nullable(amount),
})
export type BpayInfo = z.infer<typeof bpayInfo>

/** A saved payment method, never with a full card or account number. */
export const repaymentSource = z.object({
  id,
  type: z.enum(repaymentSourceTypes),
  displayName: z.string(),
  holderName: z.nullable(z.string()),
  /** YYYY-MM; cards only. */
  expiryDate: z.nullable(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))),
  /** The card's brand; cards only. */
  cardType: z.nullable(z.string()),
  surchargePercentage,
  isDefault: z.boolean(),
  preferred: z.boolean(),
  /** False for an expired card and for a bank account whose mandate has ended. */
  isUsable: z.boolean(),
})
export type RepaymentSource = z.infer<typeof repaymentSource>

/** The amounts of a surcharge. */
const surchargeCost = {
  /** On the next payment. */
  nextPayment: amount,
  /** On all remaining payments, each rounded separately. */
  remainingPayments: amount,
}

/** A payment method on its own page, with its costs and its problems. */
export const savedMethod = z.extend(repaymentSource, {
  trouble: z.nullable(z.enum(sourceTroubles)),
  surcharge: z.object(surchargeCost),
  /** There is a copy of the customer's authorisation. */
  hasAuthorisation: z.boolean(),
  /** The bank has not accepted the debit mandate yet. */
  isMandatePending: z.boolean(),
  /** Until it is known whether the payment went through, the method cannot be removed. */
  hasPaymentUnderWay: z.boolean(),
  /** Its last payment failed; null once another one has gone through. */
  lastFailure: z.nullable(
    z.object({
      date: calendarDate,
      /** The bank's reason in plain words; null where it gave none that fits. */
      reason: z.nullable(z.string()),
    }),
  ),
})
export type SavedMethod = z.infer<typeof savedMethod>

export const repayment = z.object({
  /** Null if no payment method has been added. */
  source: z.nullable(z.object({ id })),
  amount,
  frequency: z.enum(frequencies),
  nextRepaymentDate: z.nullable(calendarDate),
  /** Identifies this repayment when its payment method changes. */
  repaymentChangeId: id,
  /** When a pending change takes effect. */
  changeEffectiveDate: z.nullable(calendarDate),
  allowChange: z.boolean(),
  hasMissedCutoff: z.boolean(),
  isPending: z.boolean(),
  /** How many payments remain. */
  remainingPayments: z.int(),
  /** The first payment that a change made now would affect; null if there is none. */
  firstToMove: z.nullable(z.object({ amount, date: calendarDate })),
  /** The payment that is with the bank already, which no change reaches. */
  withBank: z.nullable(z.object({ amount, date: calendarDate })),
})
export type Repayment = z.infer<typeof repayment>

const repaymentDetails = z.object({
  repayments: z.array(repayment),
  repaymentSources: z.array(savedMethod),
  /** The surcharge of each group of cards; empty if there is none. */
  cardSurcharges: z.array(z.object({ cardGroup: z.enum(cardGroups), surchargePercentage, ...surchargeCost })),
  /** The agreement of a bank account's holder; null if none is required. */
  directDebitAuthorisation: z.nullable(z.object({ version: z.int(), text: z.string() })),
})
export type RepaymentDetails = z.infer<typeof repaymentDetails>

const bankAccount = z.strictObject({
  /** Text, because leading zeros matter. */
  accountNumber: z.string().check(z.regex(bankNumberRules.AU.accountNumber)),
  bsb: z.string().check(z.regex(bankNumberRules.AU.bsb)),
  holder: line(holderNameMaxLength),
})

const card = { cardToken: providerId }
const bank = {
  bankAccount,
  directDebitAuthorisation: z.boolean(),
  /** The version of the text that was shown, which is the one agreed to. */
  directDebitAuthorisationVersion: z.optional(z.int()),
}
const bpay = { bpay: z.literal(true) }
const bacs = { bacsDebitStripePaymentMethodId: providerId }

const sourceToAdd = z.union([
  z.strictObject({
    ...card,
    /** It was typed to pay once: it is saved, but no plan is collected from it. */
    isForOnePayment: z.optional(z.boolean()),
  }),
  z.strictObject(bank),
  z.strictObject(bpay),
  z.strictObject(bacs),
])
export type SourceToAdd = z.input<typeof sourceToAdd>

const sourceToActivate = z.strictObject({
  /** Null before there is a repayment to change. */
  repaymentChangeId: z.nullable(id),
  repaymentSourceId: id,
})

const change = { repaymentChangeId: id }
const repaymentChange = z.union([
  z.strictObject({ ...change, ...card }),
  z.strictObject({ ...change, ...bank }),
  z.strictObject({ ...change, ...bpay }),
  sourceToActivate,
])
export type RepaymentChange = z.input<typeof repaymentChange>

/** Why a payment method cannot be saved. */
const whyNotAdded = [
  'not_found',
  'forbidden',
  'method_not_allowed',
  'not_by_staff',
  'authorisation_required',
  'authorisation_changed',
  'bank_details_refused',
  'card_form_expired',
  'rate_limited',
  'unavailable',
] as const

const changeRepayment = {
  summary: 'Changes the payment method of a repayment to a new or saved one, and returns the new state',
  access: 'account',
  params: accountParams,
  body: repaymentChange,
  reply: repaymentDetails,
  refusals: ['change_not_allowed', 'source_unusable', ...whyNotAdded],
} as const

export const paymentMethods = endpoints({
  'GET /api/portal/customer/account/:accountId/repayment-details': {
    summary: 'The saved payment methods and the repayments they feed',
    access: 'account',
    params: accountParams,
    reply: repaymentDetails,
  },
  // Two verbs for one action, because callers use both.
  'POST /api/portal/customer/account/:accountId/repayment-details': changeRepayment,
  'PUT /api/portal/customer/account/:accountId/repayment-details': changeRepayment,
  'POST /api/portal/customer/account/:accountId/repayment-sources': {
    summary: 'Saves a card, a bank account, BPAY or a UK bank account as a payment method',
    access: 'account',
    params: accountParams,
    body: sourceToAdd,
    reply: savedMethod,
    refusals: whyNotAdded,
  },
  'POST /api/portal/customer/account/:accountId/activate-repayment-source': {
    summary: 'Activates a saved payment method, and returns the new state',
    access: 'account',
    params: accountParams,
    body: sourceToActivate,
    reply: repaymentDetails,
    refusals: ['not_found', 'change_not_allowed', 'source_unusable'],
  },
  'POST /api/portal/customer/account/:accountId/remove-repayment-source': {
    summary: 'Removes a saved payment method, and returns the new state',
    access: 'account',
    params: accountParams,
    body: z.strictObject({ repaymentSourceId: id }),
    reply: repaymentDetails,
    refusals: ['not_found', 'forbidden', 'last_source', 'source_in_use', 'source_paying'],
  },
  'GET /api/portal/customer/account/:accountId/direct-debit-agreement': {
    summary: 'The current terms for debiting a bank account, as a PDF',
    access: 'account',
    params: accountParams,
    reply: fileReply,
    refusals: ['not_found'],
  },
  'GET /api/portal/customer/account/:accountId/repayment-sources/:sourceId/authorisation': {
    summary: "A copy of the customer's authorisation to debit a bank account, as a PDF",
    access: 'account',
    params: z.object({ accountId: uuid, sourceId: uuid }),
    reply: fileReply,
    refusals: ['not_found'],
  },
  'POST /api/portal/customer/account/:accountId/stripe-setup-intent': {
    summary: 'Starts the set-up of a UK bank account with the payment provider',
    access: 'account',
    params: accountParams,
    reply: z.object({ clientSecret: z.string() }),
    refusals: ['forbidden', 'method_not_allowed', 'not_by_staff', 'rate_limited', 'unavailable'],
  },
})
