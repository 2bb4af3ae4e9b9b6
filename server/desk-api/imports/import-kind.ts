import type { AuditAction } from '#domain/audit-words.ts'
import type { StaffRole } from '#domain/staff.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import type { StaffActor } from '../../people/audit/staff-audit.ts'
import type { Columns, RowOf } from './columns.ts'
import type { Problems } from './problems.ts'

/** A family that a file brings, for staff to look at before it is written. */
export type ImportedFamily = {
  name: string
  email: string
  students: { firstName: string; yearLevel: string; sharePercent: number; holdsRemainder: boolean }[]
}

/** What writing a file has at hand. */
export type ImportWork = {
  tx: Transaction
  deps: Deps
  actor: StaffActor
  problems: Problems
  /** Whether what is there already may be written over. */
  mayReplace: boolean
  onProgress: (done: number) => void
  /** The previews that came of it. */
  feeChanges: string[]
  /** The first of the families that came of it. */
  families: ImportedFamily[]
}

export type ImportKind<Known extends Columns = Columns> = {
  role: StaffRole
  action: AuditAction
  columns: Known
  /**
   * Compares the rows with what is there and writes them, saying how many of what. Where a problem was added nothing
   * of it stays: the caller rolls back.
   */
  write(work: ImportWork, rows: RowOf<Known>[]): Promise<Record<string, number>>
}

/** Keeps the names of columns as literal types within a kind, and hides them outside. */
export function importKind<Known extends Columns>(kind: ImportKind<Known>): ImportKind {
  return kind
}

export const rowsAtOnce = 1_000

export function* inBatches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += rowsAtOnce) yield items.slice(from, from + rowsAtOnce)
}
