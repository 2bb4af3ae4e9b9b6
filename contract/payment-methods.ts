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
import { accountParams, amount, calendarDate, id, line, providerId, surchargePercentage } from './wire.ts'

export const bpayInfo = z.object({
  billerCode: z.string(),
  reference: z.string(),
  /** Given only where a certain sum is asked for. */
  amount: z.nullable(amount),
})
export type BpayInfo = z.infer<typeof bpayInfo>

/** A saved payment method, never with a whole card or account number. */
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
  /** False for a card whose last month is over and for a bank account whose mandate has ended. */
  isUsable: z.boolean(),
})
export type RepaymentSource = z.infer<typeof repaymentSource>

/** What a surcharge comes to. */
const surchargeCost = {
  /** On the next payment. */
  nextPayment: amount,
  /** On all payments that are still to be taken, each rounded by itself. */
  remainingPayments: amount,
}

/** A payment method on its own page, with what it costs and what stands in its way. */
export const savedMethod = z.extend(repaymentSource, {
  trouble: z.nullable(z.enum(sourceTroubles)),
  surcharge: z.object(surchargeCost),
  /** There is a copy of what the customer authorised. */
  hasAuthorisation: z.boolean(),
  /** The bank has yet to take up the mandate to debit. */
  isMandatePending: z.boolean(),
})
export type SavedMethod = z.infer<typeof savedMethod>

export const repayment = z.object({
  /** Absent while no payment method has been added. */
  source: z.nullable(z.object({ id })),
  amount,
  frequency: z.enum(frequencies),
  nextRepaymentDate: z.nullable(calendarDate),
  /** Names this repayment when its payment method is to change. */
  repaymentChangeId: id,
  /** From when a pending change applies. */
  changeEffectiveDate: z.nullable(calendarDate),
  allowChange: z.boolean(),
  hasMissedCutoff: z.boolean(),
  isPending: z.boolean(),
  /** How many payments are still to be taken. */
  remainingPayments: z.int(),
  /** The first payment that a change made now would reach; null when there is none. */
  firstToMove: z.nullable(z.object({ amount, date: calendarDate })),
})
export type Repayment = z.infer<typeof repayment>

const repaymentDetails = z.object({
  repayments: z.array(repayment),
  repaymentSources: z.array(savedMethod),
  /** What each group of cards would cost; empty where nobody is surcharged. */
  cardSurcharges: z.array(z.object({ cardGroup: z.enum(cardGroups), surchargePercentage, ...surchargeCost })),
  /** What a bank account's holder has to agree to; null where no such agreement is asked for. */
  directDebitAuthorisation: z.nullable(z.object({ version: z.int(), text: z.string() })),
})
export type RepaymentDetails = z.infer<typeof repaymentDetails>

const bankAccount = z.strictObject({
  /** Text, because leading zeros count. */
  accountNumber: z.string().check(z.regex(bankNumberRules.AU.accountNumber)),
  bsb: z.string().check(z.regex(bankNumberRules.AU.bsb)),
  holder: line(holderNameMaxLength),
})

const card = { cardToken: providerId }
const bank = {
  bankAccount,
  directDebitAuthorisation: z.boolean(),
  /** Which text was on the screen; what the customer never read cannot be agreed to. */
  directDebitAuthorisationVersion: z.optional(z.int()),
}
const bpay = { bpay: z.literal(true) }
const bacs = { bacsDebitStripePaymentMethodId: providerId }

const sourceToAdd = z.union([
  z.strictObject(card),
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

/** Why a payment method that is sent may not be saved. */
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
  summary:
    'Has a repayment taken from another payment method, new or saved, and answers with what then holds',
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
  // Two verbs for one act: callers are known to use either.
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
    summary: 'Makes a saved payment method the active one, and answers with what then holds',
    access: 'account',
    params: accountParams,
    body: sourceToActivate,
    reply: repaymentDetails,
    refusals: ['not_found', 'change_not_allowed', 'source_unusable'],
  },
  'POST /api/portal/customer/account/:accountId/remove-repayment-source': {
    summary: 'Removes a saved payment method, and answers with what then holds',
    access: 'account',
    params: accountParams,
    body: z.strictObject({ repaymentSourceId: id }),
    reply: repaymentDetails,
    refusals: ['not_found', 'forbidden', 'last_source', 'source_in_use'],
  },
  'GET /api/portal/customer/account/:accountId/direct-debit-agreement': {
    summary: 'The terms under which a bank account is debited, as they stand today, as a PDF',
    access: 'account',
    params: accountParams,
    reply: fileReply,
    refusals: ['not_found'],
  },
  'GET /api/portal/customer/account/:accountId/repayment-sources/:sourceId/authorisation': {
    summary: "A copy of the customer's authorisation to debit a bank account, as a PDF",
    access: 'account',
    params: z.object({ accountId: id, sourceId: id }),
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
