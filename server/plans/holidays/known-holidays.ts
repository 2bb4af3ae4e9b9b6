import { keepHolidays } from '../../platform/bank-calendars.ts'
import type { Db } from '../../platform/database/open.ts'
import { lockForUse } from './holidays.store.ts'
import { findVersion, listHolidays, type StoredHolidays } from './holidays.reads.ts'

/** The version of the holidays that this process calculates with. */
let knownVersion = 0

/** Before a process does anything else: without holidays there are no business days. */
export async function loadHolidays(db: Db): Promise<void> {
  know(await listHolidays(db))
}

/** Takes up what staff have changed since, if anything. */
export async function refreshHolidays(db: Db): Promise<void> {
  if ((await findVersion(db)) <= knownVersion) return
  const stored = await listHolidays(db)
  // A slow reading must not undo what a later one has brought.
  if (stored.version > knownVersion) know(stored)
}

function know({ version, holidays }: StoredHolidays): void {
  keepHolidays(holidays)
  knownVersion = version
}

/**
 * For a transaction that promises days: until it ends, nobody changes the holidays, and this process knows them all.
 * Taken before any instalment is locked, because a change of holidays waits for instalments.
 */
export async function holdHolidays(tx: Db): Promise<void> {
  await lockForUse(tx)
  // A statement of its own: one that waits for the lock would still see what was there before it waited.
  await refreshHolidays(tx)
}

const refreshMs = 5_000

/** Keeps a process up to date for everything that is only shown. Returns how to stop. */
export function watchHolidays(db: Db): () => void {
  let isReading = false
  const timer = setInterval(() => {
    if (isReading) return
    isReading = true
    refreshHolidays(db)
      // While the database is away the last ones are as good as any; its absence is reported elsewhere.
      .catch(() => {})
      .finally(() => (isReading = false))
  }, refreshMs)
  timer.unref()
  return () => clearInterval(timer)
}
