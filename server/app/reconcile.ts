import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../platform/deps.ts'
import { assumeSent } from '../books/payments/carry-out.ts'
import { checkLedger } from '../books/ledger/invariants.ts'
import { sinceLastCheck } from '../books/ledger/provider-comparison.ts'
import { collectEvents } from '../books/webhooks/collect-events.ts'
import { handleEvent } from '../books/webhooks/handle-event.ts'
import { listUnhandledEvents } from '../books/webhooks/webhooks.reads.ts'
import { isHistoryCompared, recordComparison } from './compared-history.store.ts'

/**
 * Catches up with the payment provider after a database was restored to an earlier moment. Fetches the provider's
 * events since then and applies them to the payments in the database; nothing is charged and no message is sent.
 * Returns the remaining violations, above all charges whose payment the restored database lacks; jobs start only once there are none. May be
 * repeated.
 */
export async function reconcile(deps: Deps) {
  await assumeSent(deps)
  const collected = await collectEvents(deps)
  let applied = 0
  for (const id of await listUnhandledEvents(deps.db)) {
    // An event of a missing payment fails. The comparison of charges reports it.
    await handleEvent(deps, id).then(
      () => (applied += 1),
      () => {},
    )
  }
  const now = deps.clock()
  const provider = { accounts: deps.providers.stripe, since: await sinceLastCheck(deps.db, now) }
  const violations = await checkLedger(deps.db, { now, provider, isFull: true })
  if (violations.length === 0) await recordComparison(deps.db, now)
  return { collected, applied, violations }
}

const retryMs = 5 * 60_000

/**
 * Waits until the books of this database were found to agree with the payment provider. They are compared when the
 * database was restored or has failed over: jobs that run on what it lacks would collect instalments a second time.
 */
export async function untilBooksAgree(
  deps: Deps,
  stopping: AbortSignal,
  intervalMs = retryMs,
): Promise<boolean> {
  while (!stopping.aborted && !(await isHistoryCompared(deps.db))) {
    try {
      const { violations } = await reconcile(deps)
      if (violations.length === 0) break
      const about = { code: 'books_disagree', violations: violations.slice(0, 20) }
      deps.log.error(
        about,
        'no job starts: the database was restored, and its books differ from the provider',
      )
    } catch (error) {
      deps.log.error(
        { err: error, code: 'books_not_compared' },
        'no job starts: the books cannot be compared',
      )
    }
    await sleep(intervalMs, undefined, { signal: stopping }).catch(() => {})
  }
  return !stopping.aborted
}
