import { keepHolidays } from '../../platform/bank-calendars.ts'
import type { Db } from '../../platform/database/open.ts'
import { lockForChange, lockForUse } from './holidays.store.ts'
import { findVersion, listHolidays, type StoredHolidays } from './holidays.reads.ts'

/** The version of the holidays that this process calculates with. */
let knownVersion = 0

/** Loads the holidays before a process does anything else: without them there are no business days. */
export async function loadHolidays(db: Db): Promise<void> {
  know(await listHolidays(db))
}

/** Loads the holidays again if staff have changed them since. */
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
 * Locks the holidays for a transaction that promises days: until it ends, nobody changes them, and this process has the
 * latest version. Taken before any instalment is locked, because a change of holidays waits for instalments.
 */
export async function lockHolidays(tx: Db): Promise<void> {
  await lockForUse(tx)
  // A separate statement is needed: one that waits for the lock would still see the state from before the wait.
  await refreshHolidays(tx)
}

export { lockForChange }

const refreshMs = 5_000

/** Keeps the holidays of a process up to date for everything that is only shown. Returns a function that stops it. */
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
