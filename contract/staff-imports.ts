import * as z from 'zod/mini'
import { reason } from './staff-wire.ts'

/** Files that staff bring in, as text/csv to POST /api/staff/imports/:kind. */
export const importKinds = ['fee-schedules', 'fee-changes', 'enrolments', 'payment-requests'] as const

/** In a query everything is text. */
const flag = z.pipe(
  z.optional(z.enum(['true', 'false'])),
  z.transform((typed) => typed === 'true'),
)

export const importQuery = z.object({
  reason,
  /** Finds everything that is wrong and writes nothing. */
  dryRun: flag,
  /** Fees of a year that is there already are written over. */
  replace: flag,
})

const progress = z.object({ phase: z.enum(['Read', 'Written']), rows: z.int() })

const result = z.object({
  /** Checked: it would have been written. */
  outcome: z.enum(['Written', 'Checked', 'Refused']),
  rows: z.int(),
  /** How many of what came of it. */
  made: z.record(z.string(), z.int()),
  /** The previews that a file of fee changes gave, one for each school and year. */
  feeChanges: z.optional(z.array(z.string())),
  problemCount: z.int(),
  /** The first of them, in the order of the file. */
  problems: z.array(z.object({ line: z.int(), column: z.nullable(z.string()), problem: z.string() })),
})
export type ImportResult = z.infer<typeof result>

/** By no fault of the file; nothing was written. */
const failure = z.object({ outcome: z.literal('Failed') })

/** The reply is lines of JSON: how far it has come, and at last what came of it. */
export const importLine = z.union([progress, result, failure])
export type ImportLine = z.infer<typeof importLine>
