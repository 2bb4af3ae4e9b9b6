import * as z from 'zod/mini'
import { codeLength } from '#domain/login.ts'
import { refusalCodes } from '#domain/refusal.ts'

/** The types that all features share. */
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

/** 0 to 100, with at most two decimals. */
export const percent = z.number().check(z.multipleOf(0.01), z.minimum(0), z.maximum(100))

/** An existing date, YYYY-MM-DD. */
export const calendarDate = z.iso.date()

/** A weekday on which banks do not clear. */
export const holiday = z.object({ date: calendarDate, name: z.string() })

/** An instant, in UTC. */
export const instant = z.iso.datetime()

export const year = z.int().check(z.minimum(2000), z.maximum(2100))

/** Text in a path; callers may pass a number. */
export const yearInPath = z.pipe(
  z.union([z.string().check(z.regex(/^(20\d\d|2100)$/)), year]),
  z.transform((value) => Number(value)),
)

/** The version of the text that was on the screen of who confirms something; without it, the one in force. */
export const textVersion = z.optional(z.int())

/** The path parameter of everything that belongs to one account. */
export const accountParams = z.object({ accountId: uuid })

/** "1.35%"; "0%" where there is no surcharge. */
export const surchargePercentage = z.string().check(z.regex(/^\d+(\.\d{1,2})?%$/))

/** The data of a payment's result screen. */
export const paymentFacts = z.object({
  /** The fees paid, without the surcharge. */
  amount,
  surchargePercentage,
  surchargeAmount: amount,
  date: calendarDate,
  accountShortId: z.string(),
  schoolName: z.string(),
})
export type PaymentFacts = z.infer<typeof paymentFacts>

/** What the page of a closed payment request says. */
const closedRequest = z.object({
  schoolName: z.string(),
  accountShortId: z.string(),
  /** What was paid for it; where nothing was, what it asked for. Absent where its debt was paid another way. */
  amount: z.optional(amount),
  /** When the last of it was paid, if it was. */
  paidOn: z.nullable(calendarDate),
  /** The secret of the link by which its debt, with all else that is overdue, can be paid now. */
  current: z.optional(z.string()),
})
export type ClosedRequest = z.infer<typeof closedRequest>

/** Where a log-in code went. */
export const sentCode = z.object({
  /** Null if there is no mobile on file. An unknown e-mail address gets made-up digits, always the same. */
  mobileLast3Digits: z.nullable(z.string()),
  /** The dialling prefix, for example +61. */
  countryCode: z.nullable(z.string()),
})
export type SentCode = z.infer<typeof sentCode>

/** The body of every reply that is not a success. */
export const refusalReply = z.object({
  code: z.enum(refusalCodes),
  /** A message for the customer. */
  msg: z.string(),
  /** Field path → its error, for invalid input. */
  fields: z.optional(z.record(z.string(), z.string())),
  /** The earlier payment, when it blocks this one. */
  payment: z.optional(paymentFacts),
  /** A payment request that can no longer be paid. */
  request: z.optional(closedRequest),
  /** The code that was sent a moment ago, when it is too soon for another one. */
  sentCode: z.optional(sentCode),
})
export type RefusalReply = z.infer<typeof refusalReply>
