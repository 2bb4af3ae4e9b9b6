import * as z from 'zod/mini'
import { explainedFigures } from '#domain/explanations/explanations.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { amount, calendarDate, id, accountId } from './wire.ts'

const line = z.object({
  date: z.nullable(calendarDate),
  sentence: z.string(),
  amount,
  transactionId: described('The transaction it links to, if any.', z.nullable(id)),
})

export const explanation = z.object({
  figure: z.enum(explainedFigures),
  amount,
  sentence: described('A sentence that names the amount.', z.string()),
  groups: described(
    'The groups add up to the amount.',
    z.array(
      z.object({
        sentence: z.string(),
        amount,
        count: described('The total number of lines.', z.int()),
        lines: described('The newest lines.', z.array(line)),
        earlier: described(
          "The sum of the rest: with the lines it adds up to the group's amount.",
          z.nullable(z.object({ count: z.int(), amount })),
        ),
      }),
    ),
  ),
  change: described(
    'Set for a next payment that differs from the previous one; the reasons add up to the difference.',
    z.nullable(
      z.object({
        before: amount,
        by: amount,
        because: z.array(z.object({ sentence: z.string(), amount })),
      }),
    ),
  ),
})
export type Explanation = z.infer<typeof explanation>

named({
  ExplanationLine: [line, 'One entry of a figure.'],
  Explanation: [explanation, 'How a figure is made up.'],
})

export const explanations = endpoints({
  'GET /api/portal/customer/account/:accountId/explanations/:figure': {
    summary: 'How a balance or a total is made up, in entries that add up to it',
    access: 'account',
    params: z.object({ accountId, figure: described('The figure to explain.', z.enum(explainedFigures)) }),
    reply: explanation,
  },
})
