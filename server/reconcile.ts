import { parseArgs } from 'node:util'
import { readConfig } from './platform/config.ts'
import { reachDatabase } from './platform/database/reach.ts'
import type { Deps } from './platform/deps.ts'
import { checkLedger } from './books/ledger/invariants.ts'
import { sinceLastCheck } from './books/ledger/provider-comparison.ts'
import { closeDeps, openDeps } from './app/open-deps.ts'
import { assumeSent } from './books/payments/carry-out.ts'
import { failInSentences } from './platform/program-failure.ts'
import { collectEvents } from './books/webhooks/collect-events.ts'
import { handleEvent } from './books/webhooks/handle-event.ts'
import { listUnhandledEvents } from './books/webhooks/webhooks.reads.ts'

/**
 * Catches up with the payment provider after a database was restored to an earlier moment. Fetches the provider's
 * events since then and applies them to the payments in the database; nothing is charged and no message is sent.
 * Returns the remaining violations, above all charges whose payment the restored database lacks. May be repeated.
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
  return { collected, applied, violations: await checkLedger(deps.db, { now, provider, isFull: true }) }
}

async function main(): Promise<void> {
  failInSentences()
  // It takes no options: `--dry-run` must not change anything.
  parseArgs()
  const config = readConfig()
  await reachDatabase(config.databaseUrl)
  // No job may run before the books agree: a debit that the restored database does not know would be collected again.
  const deps = await openDeps({ ...config, doesJobs: false })
  try {
    const { collected, applied, violations } = await reconcile(deps)
    console.log(`${collected} new events of the payment provider, of which ${applied} could be applied.`)
    for (const { invariant, subject } of violations) console.error(`${invariant}: ${subject}`)
    console.log(
      violations.length === 0
        ? 'The ledger is sound and agrees with the provider. Jobs may run.'
        : `${violations.length} violations were found. Keep jobs off until they are resolved.`,
    )
    process.exitCode = violations.length === 0 ? 0 : 1
  } finally {
    await closeDeps(deps)
  }
}

if (import.meta.main) await main()
