import * as z from 'zod/mini'
import { described, named } from './documented.ts'
import { reason, uuid } from './staff-wire.ts'

/** Files that staff bring in, as text/csv to POST /api/staff/imports/:kind. */
export const importKinds = ['fee-schedules', 'fee-changes', 'enrolments', 'payment-requests'] as const

/** In a query everything is text. */
const flag = z.pipe(
  z.optional(z.enum(['true', 'false'])),
  z.transform((typed) => typed === 'true'),
)

export const importQuery = z.object({
  reason,
  dryRun: described('Finds everything that is wrong and writes nothing.', flag),
  replace: described('Fees of a year that is there already are written over.', flag),
  schoolId: described('Rows of any other school are refused.', z.optional(uuid)),
})

const progress = z.object({ phase: z.enum(['Read', 'Written']), rows: z.int() })

const result = z.object({
  outcome: described('Checked: it would have been written.', z.enum(['Written', 'Checked', 'Refused'])),
  rows: z.int(),
  made: described('How many of what came of it.', z.record(z.string(), z.int())),
  feeChanges: described(
    'The previews that a file of fee changes gave, one for each school and year.',
    z.optional(z.array(z.string())),
  ),
  families: described(
    'The first families that the file brings, as far as it brings any.',
    z.array(
      z.object({
        name: z.string(),
        email: z.string(),
        students: z.array(
          z.object({
            firstName: z.string(),
            yearLevel: z.string(),
            sharePercent: z.number(),
            holdsRemainder: z.boolean(),
          }),
        ),
      }),
    ),
  ),
  problemCount: z.int(),
  problemRows: described('How many rows have a problem.', z.int()),
  problems: described(
    'The first of them, in the order of the file.',
    z.array(
      z.object({
        line: z.int(),
        column: z.nullable(z.string()),
        cell: described('What stands there; null where it is about no one cell.', z.nullable(z.string())),
        problem: z.string(),
      }),
    ),
  ),
})
export type ImportResult = z.infer<typeof result>

const failure = z.object({ outcome: z.literal('Failed') })

export const importLine = z.union([progress, result, failure])
export type ImportLine = z.infer<typeof importLine>

named({
  ImportProgress: [progress, 'How far an import has come.'],
  ImportResult: [result, 'What came of an import.'],
  ImportFailure: [failure, 'By no fault of the file; nothing was written.'],
  ImportLine: [importLine, 'The reply is lines of JSON: how far it has come, and at last what came of it.'],
})
