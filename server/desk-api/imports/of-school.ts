import { orNotFound } from '#domain/refusal.ts'
import type { Db } from '../../platform/database/open.ts'
import { inBatches } from './import-kind.ts'
import { listKnownAccounts, listKnownSchools } from './imports.store.ts'
import type { Problems } from './problems.ts'

type Row = { line: number; school?: string | null; account?: string | null }

/**
 * Refuses rows of other schools in a file imported on a school's page. A row without a school means the school of its
 * account.
 */
export async function onlyOfSchool(
  db: Db,
  schoolId: string,
  rows: readonly Row[],
  problems: Problems,
): Promise<void> {
  const school = orNotFound((await listKnownSchools(db)).find(({ id }) => id === schoolId))
  for (const row of rows) {
    if (typeof row.school === 'string' && row.school !== school.larkwellId)
      problems.add(row.line, 'school', `Is another school: this file is for ${school.larkwellId}`)
  }
  for (const batch of inBatches(rows.filter((row) => typeof row.school !== 'string'))) {
    const accounts = await listKnownAccounts(
      db,
      batch.flatMap(({ account }) => account ?? []),
    )
    const foreign = new Set(
      accounts.filter(({ institutionId }) => institutionId !== schoolId).map(({ shortId }) => shortId),
    )
    for (const { line, account } of batch) {
      if (typeof account === 'string' && foreign.has(account))
        problems.add(line, 'account', `Is of another school: this file is for ${school.larkwellId}`)
    }
  }
}
