import * as z from 'zod/mini'
import { explainedFigures } from '#domain/explanations/explanations.ts'
import { endpoints } from './endpoint.ts'
import { amount, calendarDate, id } from './wire.ts'

const line = z.object({
  date: z.nullable(calendarDate),
  sentence: z.string(),
  amount,
  /** The transaction that it opens to, where it is one. */
  transactionId: z.nullable(id),
})

const explanation = z.object({
  figure: z.enum(explainedFigures),
  amount,
  /** What the figure is. */
  sentence: z.string(),
  /** They add up to the amount. */
  groups: z.array(
    z.object({
      sentence: z.string(),
      amount,
      /** How many there are in all. */
      count: z.int(),
      /** The newest of them. */
      lines: z.array(line),
      /** The rest, summed: with the lines they add up to the amount of the group. */
      earlier: z.nullable(z.object({ count: z.int(), amount })),
    }),
  ),
  /** For the next payment, where it differs from the one before: the reasons add up to the difference. */
  change: z.nullable(
    z.object({
      before: amount,
      by: amount,
      because: z.array(z.object({ sentence: z.string(), amount })),
    }),
  ),
})
export type Explanation = z.infer<typeof explanation>

export const explanations = endpoints({
  'GET /api/portal/customer/account/:accountId/explanations/:figure': {
    summary: 'How a balance or a total comes about, in entries that add up to it',
    access: 'account',
    params: z.object({ accountId: id, figure: z.enum(explainedFigures) }),
    reply: explanation,
    refusals: ['not_found'],
  },
})
