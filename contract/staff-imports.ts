import * as z from 'zod/mini'
import { described, named } from './documented.ts'
import { reason, uuid } from './staff-wire.ts'

/** The kinds of files that staff import, as text/csv to POST /api/staff/imports/:kind. */
export const importKinds = ['fee-schedules', 'fee-changes', 'enrolments', 'payment-requests'] as const

/** Query parameters are text. */
const flag = z.pipe(
  z.optional(z.enum(['true', 'false'])),
  z.transform((typed) => typed === 'true'),
)

export const importQuery = z.object({
  reason,
  dryRun: described('Checks the file and writes nothing.', flag),
  replace: described('Overwrites fees of a year that already exists.', flag),
  schoolId: described('Rows of any other school are refused.', z.optional(uuid)),
})

const progress = z.object({ phase: z.enum(['Read', 'Written']), rows: z.int() })

const result = z.object({
  outcome: described(
    '`Checked` means that the file is valid and would have been written.',
    z.enum(['Written', 'Checked', 'Refused']),
  ),
  rows: z.int(),
  made: described('The numbers of created items, by kind.', z.record(z.string(), z.int())),
  feeChanges: described(
    'The previews from a file of fee changes, one for each school and year.',
    z.optional(z.array(z.string())),
  ),
  families: described(
    'The first families in the file, if it contains any.',
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
  problemRows: described('The number of rows with a problem.', z.int()),
  problems: described(
    'The first problems, in the order of the file.',
    z.array(
      z.object({
        line: z.int(),
        column: z.nullable(z.string()),
        cell: described(
          "The cell's content; null if the problem concerns no single cell.",
          z.nullable(z.string()),
        ),
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
  ImportProgress: [progress, 'The progress of an import.'],
  ImportResult: [result, 'The result of an import.'],
  ImportFailure: [failure, 'A failure that the file did not cause; nothing was written.'],
  ImportLine: [importLine, 'The reply is lines of JSON: progress, and finally the result.'],
})
