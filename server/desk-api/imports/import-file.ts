import type { Deps } from '../../platform/deps.ts'
import { companyId, recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'
import { enrolmentImport } from './enrolments.ts'
import { feeChangeImport, feeScheduleImport } from './fee-schedules.ts'
import type { ImportedFamily, ImportKind } from './import-kind.ts'
import { paymentRequestImport } from './payment-requests.ts'
import { onlyOfSchool } from './of-school.ts'
import { collectProblems, type CellProblem } from './problems.ts'
import { readRows } from './read-rows.ts'

export const importKinds = {
  'fee-schedules': feeScheduleImport,
  'fee-changes': feeChangeImport,
  enrolments: enrolmentImport,
  'payment-requests': paymentRequestImport,
} as const satisfies Record<string, ImportKind>
export type ImportName = keyof typeof importKinds

export type ImportProgress = { phase: 'Read' | 'Written'; rows: number }
export type ImportResult = {
  /** Checked means that it could be written. */
  outcome: 'Written' | 'Checked' | 'Refused'
  rows: number
  made: Record<string, number>
  feeChanges?: string[]
  families: ImportedFamily[]
  problemCount: number
  problemRows: number
  problems: CellProblem[]
}

/** Rolls back a transaction of which only the findings are needed. */
class Undone extends Error {}

/**
 * Imports a file as a whole or not at all. It is read first, without a transaction that would wait for the client's
 * network; then everything is written in one transaction, which is rolled back after a problem or a rehearsal. So a
 * rehearsal finds every problem that writing would.
 */
export async function importFile(
  deps: Deps,
  actor: StaffActor,
  name: ImportName,
  file: AsyncIterable<Uint8Array>,
  options: {
    isRehearsal: boolean
    mayReplace: boolean
    /** Rows of other schools are refused. */
    schoolId: string | null
    onProgress: (progress: ImportProgress) => void
  },
): Promise<ImportResult> {
  const kind: ImportKind = importKinds[name]
  const problems = collectProblems()
  const { isRehearsal, mayReplace, onProgress } = options
  const { rows, count, cellOf } = await readRows(file, kind.columns, problems, (soFar) =>
    onProgress({ phase: 'Read', rows: soFar }),
  )
  onProgress({ phase: 'Read', rows: count })
  problems.endReading()
  if (options.schoolId !== null) await onlyOfSchool(deps.db, options.schoolId, rows, problems)
  let made: Record<string, number> = {}
  const feeChanges: string[] = []
  const families: ImportedFamily[] = []
  try {
    await deps.db.transaction(async (tx) => {
      made = await kind.write(
        {
          tx,
          deps,
          actor,
          problems,
          mayReplace,
          feeChanges,
          families,
          onProgress: (done) => onProgress({ phase: 'Written', rows: done }),
        },
        rows,
      )
      if (problems.count() > 0 || isRehearsal) throw new Undone()
      await recordAction(tx, actor, {
        subjectId: companyId,
        action: kind.action,
        at: deps.clock(),
        details: Object.fromEntries(Object.entries(made).map(([what, count]) => [what, String(count)])),
      })
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  const isGood = problems.count() === 0
  return {
    outcome: isGood ? (isRehearsal ? 'Checked' : 'Written') : 'Refused',
    rows: count,
    made: isGood ? made : {},
    ...(isGood && !isRehearsal && feeChanges.length > 0 && { feeChanges }),
    families: isGood ? families : [],
    problemCount: problems.count(),
    problemRows: problems.rowCount(),
    problems: problems.list(cellOf),
  }
}
