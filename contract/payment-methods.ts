import * as z from 'zod/mini'
import {
  bankNumberRules,
  holderNameMaxLength,
  repaymentSourceTypes,
  sourceProblems,
} from '#domain/payment-methods/payment-methods.ts'
import { frequencies } from '#domain/plan/payment-schedule.ts'
import { cardGroups } from '#domain/payment-methods/surcharges.ts'
import { described, named } from './documented.ts'
import { endpoints, file } from './endpoint.ts'
import {
  accountParams,
  amount,
  calendarDate,
  id,
  line,
  providerId,
  surchargePercentage,
  uuid,
  accountId,
} from './wire.ts'

export const bpayInfo = z.object({
  billerCode: z.string(),
  reference: z.string(),
  amount: described('Set only if the amount is known.', z.nullable(amount)),
})
export type BpayInfo = z.infer<typeof bpayInfo>

export const repaymentSource = z.object({
  id,
  type: z.enum(repaymentSourceTypes),
  displayName: z.string(),
  holderName: z.nullable(z.string()),
  expiryDate: described(
    'YYYY-MM; cards only.',
    z.nullable(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))),
  ),
  cardType: described("The card's brand; cards only.", z.nullable(z.string())),
  surchargePercentage,
  isDefault: z.boolean(),
  preferred: z.boolean(),
  isUsable: described(
    'False for an expired card and for a bank account whose mandate has ended.',
    z.boolean(),
  ),
})
export type RepaymentSource = z.infer<typeof repaymentSource>

/** The amounts of a surcharge. */
const surchargeCost = {
  nextPayment: described('The surcharge on the next payment.', amount),
  remainingPayments: described('The surcharge on all remaining payments, each rounded separately.', amount),
}

export const savedMethod = z.extend(repaymentSource, {
  trouble: z.nullable(z.enum(sourceProblems)),
  surcharge: z.object(surchargeCost),
  hasAuthorisation: described("Whether there is a copy of the customer's authorisation.", z.boolean()),
  isMandatePending: described('Whether the bank has yet to accept the debit mandate.', z.boolean()),
  hasPaymentUnderWay: described(
    'Whether a payment with this method is still open. Until its outcome is known, the method cannot be removed.',
    z.boolean(),
  ),
  lastFailure: described(
    'The failure of its last payment; null once another payment has succeeded.',
    z.nullable(
      z.object({
        date: calendarDate,
        reason: described("The bank's reason in plain words; null if it gave none.", z.nullable(z.string())),
      }),
    ),
  ),
})
export type SavedMethod = z.infer<typeof savedMethod>

export const repayment = z.object({
  source: described('Null if no payment method has been added.', z.nullable(z.object({ id }))),
  amount,
  frequency: z.enum(frequencies),
  nextRepaymentDate: z.nullable(calendarDate),
  repaymentChangeId: described('Identifies this repayment when its payment method changes.', id),
  changeEffectiveDate: described('The day on which a pending change takes effect.', z.nullable(calendarDate)),
  allowChange: z.boolean(),
  hasMissedCutoff: z.boolean(),
  isPending: z.boolean(),
  remainingPayments: described('The number of remaining payments.', z.int()),
  firstToMove: described(
    'The first payment that a change made now would affect; null if there is none.',
    z.nullable(z.object({ amount, date: calendarDate })),
  ),
  withBank: described(
    'The payment that is already with the bank and that a change no longer affects.',
    z.nullable(z.object({ amount, date: calendarDate })),
  ),
})
export type Repayment = z.infer<typeof repayment>

const repaymentDetails = z.object({
  repayments: z.array(repayment),
  repaymentSources: z.array(savedMethod),
  cardSurcharges: described(
    'The surcharge of each group of cards; empty if there is none.',
    z.array(z.object({ cardGroup: z.enum(cardGroups), surchargePercentage, ...surchargeCost })),
  ),
  directDebitAuthorisation: described(
    "The agreement of a bank account's holder; null if none is required.",
    z.nullable(z.object({ version: z.int(), text: z.string() })),
  ),
})
export type RepaymentDetails = z.infer<typeof repaymentDetails>

const bankAccount = z.strictObject({
  accountNumber: described(
    'Text, because leading zeros are significant.',
    z.string().check(z.regex(bankNumberRules.AU.accountNumber)),
  ),
  bsb: z.string().check(z.regex(bankNumberRules.AU.bsb)),
  holder: line(holderNameMaxLength),
})

const card = { cardToken: providerId }
const bank = {
  bankAccount,
  directDebitAuthorisation: z.boolean(),
  directDebitAuthorisationVersion: described(
    'The version of the text that was shown and agreed to.',
    z.optional(z.int()),
  ),
}
const bpay = { bpay: z.literal(true) }
const bacs = { bacsDebitStripePaymentMethodId: providerId }

const sourceToAdd = z.union([
  z.strictObject({
    ...card,
    isForOnePayment: described(
      'Whether it was entered for a single payment: it is saved, but no plan is collected from it.',
      z.optional(z.boolean()),
    ),
  }),
  z.strictObject(bank),
  z.strictObject(bpay),
  z.strictObject(bacs),
])
export type SourceToAdd = z.input<typeof sourceToAdd>

const sourceToActivate = z.strictObject({
  repaymentChangeId: described('Null before there is a repayment to change.', z.nullable(id)),
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

/** The reasons why a payment method cannot be saved. */
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

named({
  BpayInfo: [bpayInfo, 'The details that a family enters at its bank to pay by BPAY.'],
  RepaymentSource: [repaymentSource, 'A saved payment method, never with a full card or account number.'],
  SavedMethod: [savedMethod, 'A payment method on its own page, with its costs and its problems.'],
  Repayment: [repayment, 'The repayments of a plan, and the payment method that pays them.'],
  RepaymentDetails: [
    repaymentDetails,
    'All payment methods of an account, and the repayments that they pay.',
  ],
  BankAccountSent: [bankAccount, 'An Australian bank account to debit.'],
  SourceToAdd: [sourceToAdd, 'A card, a bank account, BPAY or a UK bank account.'],
  SourceToActivate: [sourceToActivate, 'A saved payment method, and the repayment it is for.'],
  RepaymentChange: [repaymentChange, 'A new or a saved payment method for a repayment.'],
})

export const paymentMethods = endpoints({
  'GET /api/portal/customer/account/:accountId/repayment-details': {
    summary: 'The saved payment methods and the repayments that they pay',
    access: 'account',
    params: accountParams,
    reply: repaymentDetails,
  },
  // Two HTTP methods for one action, because callers use both.
  'POST /api/portal/customer/account/:accountId/repayment-details': changeRepayment,
  'PUT /api/portal/customer/account/:accountId/repayment-details': changeRepayment,
  'POST /api/portal/customer/account/:accountId/repayment-sources': {
    summary: 'Saves a card, a bank account, BPAY or a UK bank account as a payment method',
    description:
      'A card is typed in the frame at `tokenizationUrl` of the payment page, which gives the `cardToken`. The first usable method of a plan becomes the active one.',
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
    reply: file('application/pdf'),
    refusals: ['not_found'],
  },
  'GET /api/portal/customer/account/:accountId/repayment-sources/:sourceId/authorisation': {
    summary: "A copy of the customer's authorisation to debit a bank account, as a PDF",
    access: 'account',
    params: z.object({ accountId, sourceId: described('A saved payment method.', uuid) }),
    reply: file('application/pdf'),
  },
  'POST /api/portal/customer/account/:accountId/stripe-setup-intent': {
    summary: 'Starts the set-up of a UK bank account with the payment provider',
    access: 'account',
    params: accountParams,
    reply: z.object({ clientSecret: z.string() }),
    refusals: ['forbidden', 'method_not_allowed', 'not_by_staff', 'rate_limited', 'unavailable'],
  },
})
