import * as z from 'zod/mini'
import { explainedFigures } from '#domain/explanations/explanations.ts'
import { endpoints } from './endpoint.ts'
import { amount, calendarDate, id, uuid } from './wire.ts'

const line = z.object({
  date: z.nullable(calendarDate),
  sentence: z.string(),
  amount,
  /** The transaction it links to, if any. */
  transactionId: z.nullable(id),
})

const explanation = z.object({
  figure: z.enum(explainedFigures),
  amount,
  /** What the amount is. */
  sentence: z.string(),
  /** They add up to the amount. */
  groups: z.array(
    z.object({
      sentence: z.string(),
      amount,
      /** The total number of lines. */
      count: z.int(),
      /** The newest of them. */
      lines: z.array(line),
      /** The sum of the rest: with the lines it adds up to the group's amount. */
      earlier: z.nullable(z.object({ count: z.int(), amount })),
    }),
  ),
  /** For the next payment, if it differs from the previous one: the reasons add up to the difference. */
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
    summary: 'How a balance or a total is made up, in entries that add up to it',
    access: 'account',
    params: z.object({ accountId: uuid, figure: z.enum(explainedFigures) }),
    reply: explanation,
    refusals: ['not_found'],
  },
})
