import { parseArgs } from 'node:util'
import { readConfig } from './platform/config.ts'
import { reachDatabase } from './platform/database/reach.ts'
import { closeDeps, openDeps } from './app/open-deps.ts'
import { reconcile } from './app/reconcile.ts'
import { failInSentences } from './platform/program-failure.ts'

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

await main()
