import * as z from 'zod/mini'
import { codeLength } from '#domain/login.ts'
import { refusalCodes } from '#domain/refusal.ts'

/** The types that all features share. */
export const id = z.string().check(z.minLength(1), z.maxLength(64))

/** An id from an outside provider, which may be longer than ours. */
export const providerId = z.string().check(z.minLength(1), z.maxLength(255))

/** The idempotency key, chosen by the caller once per intended payment. The same id never moves money twice. */
export const clientRequestId = z.string().check(z.regex(/^[\w-]{8,64}$/))

/** A code that was sent to prove who somebody is. */
export const oneTimeCode = z.string().check(z.regex(new RegExp(`^\\d{${codeLength}}$`)))

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
  z.string().check(z.regex(/^\d{1,9}(\.\d{1,2})?$/)),
])

/** 0 to 100, with at most two decimals. */
export const percent = z.number().check(z.multipleOf(0.01), z.minimum(0), z.maximum(100))

/** An existing date, YYYY-MM-DD. */
export const calendarDate = z.iso.date()

/** An instant, in UTC. */
export const instant = z.iso.datetime()

export const year = z.int().check(z.minimum(2000), z.maximum(2100))

/** Text in a path; callers may pass a number. */
export const yearInPath = z.pipe(
  z.union([z.string().check(z.regex(/^2\d{3}$/)), year]),
  z.transform((value) => Number(value)),
)

/** The path parameter of everything that belongs to one account. */
export const accountParams = z.object({ accountId: id })

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

/** The body of every reply that is not a success. */
export const refusalReply = z.object({
  code: z.enum(refusalCodes),
  /** A message for the customer. */
  msg: z.string(),
  /** Field path → its error, for invalid input. */
  fields: z.optional(z.record(z.string(), z.string())),
  /** The earlier payment, when it blocks this one. */
  payment: z.optional(paymentFacts),
})
export type RefusalReply = z.infer<typeof refusalReply>
