import * as z from 'zod/mini'
import { codeLength } from '#domain/login.ts'
import { refusalCodes } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { described, named } from './documented.ts'

/** Types that all features share. */
export const id = z.string().check(z.minLength(1), z.maxLength(64))

/** An id of ours in a request. Any other text would be an error in the database, so it never gets there. */
export const uuid = z.uuid()

/** An id from an outside provider, which may be longer than ours. */
export const providerId = z.string().check(z.minLength(1), z.maxLength(255))

/** The idempotency key, chosen by the caller once per intended payment. The same id never moves money twice. */
export const clientRequestId = z
  .string()
  .check(z.regex(/^[\w-]{8,64}$/, { error: 'Use 8 to 64 letters, digits, - or _' }))

/** A code that was sent to prove who somebody is. */
export const oneTimeCode = z
  .string()
  .check(z.regex(new RegExp(`^\\d{${codeLength}}$`), { error: `Enter the ${codeLength} digits of the code` }))

/** A typed line: not empty, and of limited length. */
export function line(maxLength: number) {
  return z.string().check(z.trim(), z.minLength(1), z.maxLength(maxLength))
}

/** Decimal currency units in a reply. A third decimal would mean that an amount was not calculated in cents. */
export const amount = z.number().check(z.multipleOf(0.01))

/**
 * Decimal currency units in a request. Text is accepted besides numbers: it is exactly what was typed, and a query
 * string contains only text.
 */
export const amountSent = z.union([
  z.number().check(z.multipleOf(0.01), z.minimum(0), z.maximum(999_999_999.99)),
  z.string().check(z.regex(/^\d{1,9}(\.\d{1,2})?$/, { error: 'Enter an amount such as 120.50' })),
])

export const percent = z.number().check(z.multipleOf(0.01), z.minimum(0), z.maximum(100))

/** An existing date, YYYY-MM-DD. */
export const calendarDate = z.iso.date()

export const holiday = z.object({ date: calendarDate, name: z.string() })

/** An instant, in UTC. */
export const instant = z.iso.datetime()

export const year = z.int().check(z.minimum(2000), z.maximum(2100))

/** Text in a path; callers may pass a number. */
export const yearInPath = described(
  'A school year, by the calendar year in which it begins: 2027 is 2027 in Australia and 2027/28 in the United Kingdom.',
  z.pipe(
    z.union([z.string().check(z.regex(/^(20\d\d|2100)$/)), year]),
    z.transform((value) => Number(value)),
  ),
)

/** One value for each region. */
export function perRegion<Schema extends z.ZodMiniType>(value: Schema) {
  return z.object({ AU: value, UK: value } satisfies Record<Region, Schema>)
}

/** The version of the text that the confirming person was shown; by default the one in force. */
export const textVersion = z.optional(z.int())

export const accountId = described('The id of an account of the customer, from the list of accounts.', uuid)

/** The path parameter of everything that belongs to one account. */
export const accountParams = z.object({ accountId })

export const surchargePercentage = z.string().check(z.regex(/^\d+(\.\d{1,2})?%$/))

export const paymentFacts = z.object({
  amount: described('The fees paid, without the surcharge.', amount),
  surchargePercentage,
  surchargeAmount: amount,
  date: calendarDate,
  accountShortId: z.string(),
  schoolName: z.string(),
})
export type PaymentFacts = z.infer<typeof paymentFacts>

const closedRequest = z.object({
  schoolName: z.string(),
  accountShortId: z.string(),
  amount: described(
    'The amount paid for it, or the amount requested if nothing was paid; absent if its debt was paid another way.',
    z.optional(amount),
  ),
  paidOn: described('The day of its last payment, if it was paid.', z.nullable(calendarDate)),
  current: described(
    'The secret of the link that now pays its debt with everything else that is overdue.',
    z.optional(z.string()),
  ),
})
export type ClosedRequest = z.infer<typeof closedRequest>

export const sentCode = z.object({
  mobileLast3Digits: described(
    'Null if there is no mobile on file. An unknown e-mail address gets made-up digits, always the same.',
    z.nullable(z.string()),
  ),
  countryCode: described('The dialling prefix, for example +61.', z.nullable(z.string())),
})
export type SentCode = z.infer<typeof sentCode>

export const refusalReply = z.object({
  code: z.enum(refusalCodes),
  msg: described('A message for the customer.', z.string()),
  fields: described(
    'For invalid input, the error of each field by its path.',
    z.optional(z.record(z.string(), z.string())),
  ),
  payment: described('The earlier payment, if it blocks this one.', z.optional(paymentFacts)),
  request: described('A payment request that can no longer be paid.', z.optional(closedRequest)),
  sentCode: described(
    'The code that was just sent, if it is too soon for another one.',
    z.optional(sentCode),
  ),
})
export type RefusalReply = z.infer<typeof refusalReply>

named({
  Amount: [amount, 'Decimal currency units with at most two decimals, for example 1249.5.'],
  AmountSent: [
    amountSent,
    'Decimal currency units with at most two decimals: a number, or text such as "120.50". Text is accepted because it is exactly what was typed, and a query string contains only text.',
  ],
  Percent: [percent, '0 to 100, with at most two decimals.'],
  SurchargePercentage: [surchargePercentage, '"1.35%"; "0%" where there is no surcharge.'],
  Holiday: [holiday, 'A weekday on which banks do not clear.'],
  PaymentFacts: [paymentFacts, 'The amount, recipient and day of a payment.'],
  ClosedRequest: [closedRequest, 'The facts shown for a closed payment request.'],
  SentCode: [sentCode, 'The destination of a log-in code.'],
  Refusal: [refusalReply, 'The body of every unsuccessful reply.'],
})
