import * as z from 'zod/mini'
import { described } from './documented.ts'
import { id, line, uuid } from './wire.ts'

export const reason = described('The reason for the action, stored with it.', line(300))

/** The body of every staff change: its fields and always the reason. */
export function change<const Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject({ ...shape, reason })
}

/** A mobile number in international format: +61491570156. */
export const mobile = z.string().check(z.trim(), z.regex(/^\+[1-9]\d{6,14}$/))

/** A field that defaults to its usual value. */
export function unlessSent<Schema extends z.ZodMiniType>(schema: Schema, usual: z.output<Schema>) {
  return z.pipe(
    z.optional(schema),
    z.transform((sent): z.output<Schema> => sent ?? usual),
  )
}

/** Query parameters are text. */
export function countInQuery(most: number) {
  return described(
    `How many at most; up to ${most}.`,
    z.pipe(
      z.string().check(z.regex(/^\d{1,4}$/)),
      z.pipe(z.transform(Number), z.int().check(z.minimum(1), z.maximum(most))),
    ),
  )
}

/** The number of a payout batch, as text in paths and queries. */
export const payoutNumber = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), z.transform(Number))

export const accountId = described('The account of a family.', uuid)

export { uuid } from './wire.ts'

/** The position of a case among those that are open. */
export const queuePosition = z.object({
  number: described('The position, from 1; null once it is decided.', z.nullable(z.int())),
  count: z.int(),
  previousId: z.nullable(id),
  nextId: z.nullable(id),
})
