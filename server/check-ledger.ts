import { parseArgs } from 'node:util'
import { movableClock, systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config.ts'
import { openDatabase } from './platform/database/open.ts'
import { reachDatabase } from './platform/database/reach.ts'
import { auditHead, sealAuditTrail } from './people/audit/audit-chain.ts'
import { checkLedger, sealLedger } from './books/ledger/invariants.ts'
import { allCharges } from './platform/providers/stripe/charges.ts'
import { stripeAccounts } from './platform/providers/stripe/client.ts'
import { failInSentences } from './platform/program-failure.ts'

/**
 * Checks the ledger and the audit trail of any database: `DATABASE_URL=… npm run check:ledger`. `--provider` also
 * compares the payment provider's charges. `--seal` seals both if there are no violations, so that the next check can
 * see whether their past was changed. `--audit-head <hash>` also checks whether the audit trail still contains a hash
 * that this command or the log has printed before.
 */
failInSentences()
const { values: flags } = parseArgs({
  options: {
    provider: { type: 'boolean' },
    seal: { type: 'boolean' },
    'audit-head': { type: 'string' },
  },
})
const config = readConfig()
await reachDatabase(config.databaseUrl)
const db = openDatabase(config.databaseUrl, { connections: 1 })
const now = config.clockFile ? movableClock(config.clockFile)() : systemClock()
try {
  const charges = flags.provider ? await allCharges(stripeAccounts(config)) : undefined
  const head = flags['audit-head']
  const violations = await checkLedger(db, {
    now,
    ...(charges && { charges }),
    ...(head !== undefined && { auditHead: head }),
  })
  for (const { invariant, subject } of violations) console.error(`${invariant}: ${subject}`)
  if (violations.length === 0 && flags.seal) {
    await sealLedger(db, now)
    await sealAuditTrail({ db, clock: () => now })
  }
  console.log(
    violations.length === 0 ? 'The ledger is sound.' : `${violations.length} violations were found.`,
  )
  const last = await auditHead(db)
  if (last) console.log(`The audit trail is chained up to ${last}.`)
  process.exitCode = violations.length === 0 ? 0 : 1
} finally {
  await db.close()
}
