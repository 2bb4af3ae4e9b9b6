import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import { addDays, dateIn } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { movableClock, systemClock } from '#server/platform/clock.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { failInSentences, ProgramFailure } from '#server/platform/program-failure.ts'
import { isDatabaseUnavailable, openDatabase, type Db } from '#server/platform/database/open.ts'
import { sql } from '#server/platform/database/sql.ts'
import { createLog } from '#server/platform/log.ts'
import { ProviderFailure } from '#server/platform/providers/provider-failure.ts'
import { stripeAccounts } from '#server/platform/providers/stripe/client.ts'
import { closeDeps, openDeps } from '#server/app/open-deps.ts'
import { encryptBankDetails } from './bank-details.ts'
import { fillDesk } from './desk/fill-desk.ts'
import { encryptFiles, type DrawFile } from './files.ts'
import { makeDemoStatements } from './statements.ts'
import { demoFamilies } from './families/families.ts'
import { insertFamilies, type Family } from './family.ts'
import { linkPayments } from './link-payments.ts'
import { linkSources } from './link-sources.ts'
import { payRemittances, remitByLedger } from './remittances.ts'
import { encryptLinks } from './request-links.ts'
import { insertSchools, schools } from './schools.ts'
import { encryptDocuments } from './document-numbers.ts'
import { insertStaff, staffId } from './staff.ts'

/** The desk shows the steps of what has gone to the schools since. */
const daysUntilPaid = 28

/** Fills an empty database with schools, staff and families that show every state of every screen. */
export async function loadDemo(db: Db, now: Date, draw?: DrawFile): Promise<number> {
  // On a busy machine the transaction waits longer than usual while the families are calculated.
  await db.run(sql`select set_config('idle_in_transaction_session_timeout', '0', true)`)
  await db.run(sql`select set_config('statement_timeout', '0', true)`)
  await insertSchools(db, now)
  await insertStaff(db, now)
  await insertFamilies(db, demoFamilies.map(withMobile), now, draw)
  await remitByLedger(db)
  await payRemittances(db, addDays(dateIn('AU', now), -daysUntilPaid))
  await db.run(sql`update product_change set invited_by = ${staffId('staff.ops')}`)
  return demoFamilies.length
}

const mobilePrefix: Record<Region, string> = { AU: '+61491570', UK: '+447700900' }

/** Screens show only the last three digits of a mobile, so every family has different ones. */
function withMobile(family: Family, index: number): Family {
  if (family.mobile !== undefined) return family
  const school = family.accounts?.[0]?.school ?? 'Wattle Grove College'
  return { ...family, mobile: `${mobilePrefix[family.region ?? schools[school].region]}${101 + index}` }
}

async function load(config: Config): Promise<void> {
  const clock = config.clockFile ? movableClock(config.clockFile) : systemClock
  const db = openDatabase(config.databaseUrl, { connections: 4, timeoutMs: config.databaseTimeoutMs })
  try {
    const loaded = await db.transaction(async (tx) => {
      const isInUse = await tx.first(sql`select 1 from customer limit 1`)
      return isInUse ? 0 : loadDemo(tx, clock())
    })
    console.log(loaded === 0 ? 'There are families already.' : `Loaded ${loaded} families.`)
    await encryptBankDetails({ db, config })
    await encryptFiles({ db, config })
    await encryptDocuments({ db, config })
    await encryptLinks({ db, config })
    await makeDemoStatements({ db, config }, demoFamilies, clock())
    // Test payment methods only exist at the sandbox's provider.
    if (config.stripeApi) {
      const deps = { db, providers: { stripe: stripeAccounts(config) } }
      await linkSources(deps)
      await linkPayments(deps)
    }
  } finally {
    await db.close()
  }
  const deps = await openDeps(config, createLog('warn'))
  try {
    await fillDesk(deps)
  } finally {
    await closeDeps(deps)
  }
}

const attempts = 4

/** Every step skips what is done, so that a second attempt continues where a busy machine stopped the first. */
async function main(): Promise<void> {
  failInSentences()
  const config = readConfig()
  for (let attempt = 1; ; attempt++) {
    try {
      return await load(config)
    } catch (error) {
      if (!willPass(error)) throw error
      if (attempt === attempts) throw giveUp(error)
      await sleep(attempt * 2_000)
    }
  }
}

function willPass(error: unknown): boolean {
  if (error instanceof ProviderFailure) return error.isRetryable
  return isDatabaseUnavailable(error) || error instanceof Stripe.errors.StripeConnectionError
}

function giveUp(error: unknown): ProgramFailure {
  const part = isDatabaseUnavailable(error) ? 'database' : 'sandbox'
  return new ProgramFailure(
    `The ${part} did not answer in time, so the demo families are not complete yet.\n` +
      'This machine may be very busy. Start again: it continues where it stopped.',
    { cause: error },
  )
}

if (import.meta.main) await main()
