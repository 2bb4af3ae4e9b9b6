import { Refusal } from '#domain/refusal.ts'
import type { Db } from '../../database/open.ts'
import { listKnownSchools } from './imports.store.ts'
import type { Problems } from './problems.ts'

/** Whoever brings a file to the page of a school means that school: a row of another one is a slip. */
export async function onlyOfSchool(
  db: Db,
  schoolId: string,
  rows: readonly { line: number; school?: unknown }[],
  problems: Problems,
): Promise<void> {
  const school = (await listKnownSchools(db)).find(({ id }) => id === schoolId)
  if (!school) throw new Refusal('not_found')
  for (const row of rows) {
    if (row.school !== undefined && row.school !== school.larkwellId)
      problems.add(row.line, 'school', `Is another school: this file is for ${school.larkwellId}`)
  }
}
