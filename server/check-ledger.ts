import { parseArgs } from 'node:util'
import { isCalendarDate } from '#domain/calendar/calendar.ts'
import { movableClock, systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config.ts'
import { openDatabase } from './platform/database/open.ts'
import { reachDatabase } from './platform/database/reach.ts'
import { auditHead, sealAuditTrail } from './people/audit/audit-chain.ts'
import { checkLedger, sealLedger } from './books/ledger/invariants.ts'
import { defaultSince } from './books/ledger/provider-comparison.ts'
import { stripeAccounts } from './platform/providers/stripe/client.ts'
import { failInSentences, ProgramFailure } from './platform/program-failure.ts'

/**
 * Checks the ledger and the audit trail of any database: `DATABASE_URL=… npm run check:ledger`. `--provider` also
 * compares the payment provider's charges, refunds and disputes of the last 35 days, or since the day of
 * `--since 2026-11-01`. `--all` compares those of all times, and every seal instead of a part of them. `--seal` seals both if there are no violations, so that the next check can
 * see whether their past was changed. `--audit-head <hash>` also checks whether the audit trail still contains a hash
 * that this command or the log has printed before.
 */
failInSentences()
const { values: flags } = parseArgs({
  options: {
    provider: { type: 'boolean' },
    since: { type: 'string' },
    all: { type: 'boolean', default: false },
    seal: { type: 'boolean' },
    'audit-head': { type: 'string' },
  },
})
const config = readConfig()
await reachDatabase(config.databaseUrl)
const db = openDatabase(config.databaseUrl, { connections: 1 })
const now = config.clockFile ? movableClock(config.clockFile)() : systemClock()
const since = readSince(flags.since, flags.all)
try {
  const head = flags['audit-head']
  const violations = await checkLedger(db, {
    now,
    isFull: flags.all,
    ...(flags.provider && { provider: { accounts: stripeAccounts(config), since } }),
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

function readSince(day: string | undefined, isEverything: boolean): Date {
  if (isEverything) return new Date(0)
  if (day === undefined) return defaultSince(now)
  if (!isCalendarDate(day)) throw new ProgramFailure(`--since needs a day such as 2026-11-01, not ${day}.`)
  return new Date(`${day}T00:00:00Z`)
}
