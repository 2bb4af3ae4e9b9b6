import type { AuditAction } from '#domain/audit-words.ts'
import type { StaffRole } from '#domain/staff.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import type { StaffActor } from '../../people/audit/staff-audit.ts'
import type { Columns, RowOf } from './columns.ts'
import type { Problems } from './problems.ts'

/** A family in the file, shown to staff before it is written. */
export type ImportedFamily = {
  name: string
  email: string
  students: { firstName: string; yearLevel: string; sharePercent: number; holdsRemainder: boolean }[]
}

/** The dependencies and results of writing a file. */
export type ImportWork = {
  tx: Transaction
  deps: Deps
  actor: StaffActor
  problems: Problems
  /** Whether existing data may be replaced. */
  mayReplace: boolean
  onProgress: (done: number) => void
  /** The ids of the previews made. */
  feeChanges: string[]
  /** The first families of the file. */
  families: ImportedFamily[]
}

export type ImportKind<Known extends Columns = Columns> = {
  role: StaffRole
  action: AuditAction
  columns: Known
  /**
   * Compares the rows with existing data, writes them and returns the counts by kind. After any problem the caller
   * rolls back.
   */
  write(work: ImportWork, rows: RowOf<Known>[]): Promise<Record<string, number>>
}

/** Keeps the column names as literal types within a kind and hides them outside. */
export function importKind<Known extends Columns>(kind: ImportKind<Known>): ImportKind {
  return kind
}

export const rowsAtOnce = 1_000

export function* inBatches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += rowsAtOnce) yield items.slice(from, from + rowsAtOnce)
}
