import { addMonthsClamped, dateIn } from '#domain/calendar/calendar.ts'
import { regions } from '#domain/region.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Transaction } from '#server/platform/database/open.ts'
import { sql } from '#server/platform/database/sql.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { firstOfMonth, makeStatement, monthOf } from '#server/portal-api/statements/make-statements.ts'
import { finishMonth } from '#server/portal-api/statements/make-statements.store.ts'
import type { Family } from './family.ts'
import { idOf } from './ids.ts'
import { noonOf } from './moment.ts'
import { schools } from './schools.ts'

/** Old statements are not mailed, so no job is queued. */
const noJobs = {} as Jobs

/**
 * Makes the statements of families that have any, with the job's own code, as if on the first of each month. Past
 * months then count as done, so that the job starts with the next one and leaves the other families alone.
 */
export async function makeDemoStatements(
  { db, config }: { db: Database; config: Config },
  families: readonly Family[],
  now: Date,
): Promise<void> {
  const isDone = await db.first(sql`select 1 from statement_run limit 1`)
  if (isDone) return
  await db.transaction(async (tx) => {
    for (const family of families) await makeFor(tx, config, family, now)
    for (const region of regions) {
      const month = firstOfMonth(dateIn(region, now))
      for (let back = 1; back <= 12; back += 1)
        await finishMonth(tx, region, addMonthsClamped(month, -back), now)
    }
  })
}

async function makeFor(tx: Transaction, config: Config, family: Family, now: Date): Promise<void> {
  for (const [index, { documents, school = 'Wattle Grove College' }] of (family.accounts ?? []).entries()) {
    if (documents?.lacksFile) continue
    const { region } = schools[school]
    const thisMonth = firstOfMonth(dateIn(region, now))
    // Oldest first: each begins with the closing balance of the one before.
    for (const months of (documents?.statements ?? []).toSorted((a, b) => b - a)) {
      const month = monthOf(addMonthsClamped(thisMonth, -months))
      const asOf = new Date(Math.min(Date.parse(noonOf(month.to, region)), now.getTime()))
      await makeStatement(
        tx,
        { config, jobs: noJobs, clock: () => asOf },
        { accountId: idOf(family.email, 'account', index), month, asOf, isNewest: false, isNotified: false },
      )
    }
  }
}
