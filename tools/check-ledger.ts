import { regions } from '#domain/region.ts'
import { movableClock, systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open.ts'
import { checkLedger, sealLedger, type ProviderCharge } from '#server/ledger/invariants.ts'
import { listCharges } from '#server/providers/stripe/charges.ts'
import { stripeAccounts } from '#server/providers/stripe/client.ts'

/**
 * Checks the ledger of any database: `DATABASE_URL=… npm run check:ledger`. `--provider` also compares the payment
 * provider's charges. `--seal` seals a ledger without violations, so that the next check can see whether its past was
 * changed.
 */
const wants = (flag: string) => process.argv.includes(flag)
const config = readConfig()
const db = openDatabase(config.databaseUrl, { connections: 1 })
const now = config.clockFile ? movableClock(config.clockFile)() : systemClock()
try {
  const charges = wants('--provider') ? await allCharges() : undefined
  const violations = await checkLedger(db, { now, ...(charges && { charges }) })
  for (const { invariant, subject } of violations) console.error(`${invariant}: ${subject}`)
  if (violations.length === 0 && wants('--seal')) await sealLedger(db, now)
  console.log(violations.length === 0 ? 'The ledger is sound.' : `${violations.length} things are wrong.`)
  process.exitCode = violations.length === 0 ? 0 : 1
} finally {
  await db.close()
}

async function allCharges(): Promise<ProviderCharge[]> {
  const accounts = stripeAccounts(config)
  const charges: ProviderCharge[] = []
  for (const region of regions) for await (const charge of listCharges(accounts[region])) charges.push(charge)
  return charges
}
