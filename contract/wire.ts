import * as z from 'zod/mini'
import { refusalCodes } from '#domain/refusal.ts'

/** The vocabulary that every feature's calls are written in. */
export const id = z.string().check(z.minLength(1), z.maxLength(64))

/** A name that an outside provider gave: theirs may be longer than ours. */
export const providerId = z.string().check(z.minLength(1), z.maxLength(255))

/** Chosen by the caller, once per intended payment; the same id never moves money twice. */
export const clientRequestId = z.string().check(z.regex(/^[\w-]{8,64}$/))

/** A line that somebody typed: never empty, never endless. */
export function line(maxLength: number) {
  return z.string().check(z.trim(), z.minLength(1), z.maxLength(maxLength))
}

/** Decimal currency units in a reply; a third decimal would mean that a sum left the cents. */
export const amount = z.number().check(z.multipleOf(0.01))

/**
 * Decimal currency units in a request. Text is taken as well as a number: it says exactly what was
 * typed, and in a query string nothing else exists.
 */
export const amountSent = z.union([
  z.number().check(z.multipleOf(0.01), z.minimum(0), z.maximum(999_999_999.99)),
  z.string().check(z.regex(/^\d{1,9}(\.\d{1,2})?$/)),
])

/** Zero to a hundred, with two decimals at most. */
export const percent = z.number().check(z.multipleOf(0.01), z.minimum(0), z.maximum(100))

/** A day on the calendar, YYYY-MM-DD, that really exists. */
export const calendarDate = z.iso.date()

/** A moment, in UTC. */
export const instant = z.iso.datetime()

export const year = z.int().check(z.minimum(2000), z.maximum(2100))

/** A caller may write the number; in a path it arrives as text. */
export const yearInPath = z.pipe(
  z.union([z.string().check(z.regex(/^2\d{3}$/)), year]),
  z.transform((value) => Number(value)),
)

/** Path parameters of everything that belongs to one account. */
export const accountParams = z.object({ accountId: id })

/** "1.35%"; "0%" where there is no surcharge. */
export const surchargePercentage = z.string().check(z.regex(/^\d+(\.\d{1,2})?%$/))

/** What a result screen shows of a payment. */
export const paymentFacts = z.object({
  /** The fees that were paid, without the surcharge. */
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
  /** A sentence for the customer. */
  msg: z.string(),
  /** Field path → what is wrong with it, for bad input. */
  fields: z.optional(z.record(z.string(), z.string())),
  /** The payment that came first, where one stands in the way of another. */
  payment: z.optional(paymentFacts),
})
export type RefusalReply = z.infer<typeof refusalReply>
