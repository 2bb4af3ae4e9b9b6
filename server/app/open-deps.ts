import { movableClock, systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { ClosingStep } from '../platform/closing.ts'
import { openDatabase } from '../platform/database/open.ts'
import type { Deps } from '../platform/deps.ts'
import { loadHolidays, watchHolidays } from '../plans/holidays/known-holidays.ts'
import { openJobs } from '../platform/jobs/jobs.ts'
import { messageSources } from './message-sources.ts'
import { createLog } from '../platform/log.ts'
import { addressLookup } from '../platform/providers/address-lookup.ts'
import { creditBodyProvider } from '../platform/providers/credit-body.ts'
import { fileScanner } from '../platform/providers/file-scanner.ts'
import { idCheckProvider } from '../platform/providers/id-check.ts'
import { mailProvider } from '../platform/providers/mail.ts'
import { smsProvider } from '../platform/providers/sms.ts'
import { stripeAccounts } from '../platform/providers/stripe/client.ts'
import { tokens } from '../platform/tokens/token.ts'

/** Connects to everything in the configuration. */
export async function openDeps(config: Config, log = createLog(config.logLevel)): Promise<Deps> {
  const open = () => openDatabase(config.databaseUrl, { log, timeoutMs: config.databaseTimeoutMs })
  const db = open()
  await loadHolidays(db)
  const clock = config.clockFile ? movableClock(config.clockFile) : systemClock
  return {
    config,
    log,
    db,
    jobDb: open(),
    stopWatching: watchHolidays(db),
    clock,
    messageSources,
    startedAt: clock(),
    tokens: tokens(config.sessionKeys),
    jobs: await openJobs(config.databaseUrl, log, config),
    providers: {
      mail: mailProvider(config.mail),
      sms: smsProvider(config.sms),
      stripe: stripeAccounts(config),
      idCheck: idCheckProvider(config.idCheck),
      creditBody: creditBodyProvider(config.creditBody),
      addressLookup: addressLookup(config.addressLookup),
      scanner: fileScanner(config.scannerUrl),
    },
  }
}

/** The order matters: jobs use the connections. */
export function closingSteps({ jobs, providers, db, jobDb, stopWatching }: Deps): ClosingStep[] {
  return [
    { name: 'the watch over holidays', close: stopWatching },
    { name: 'jobs', close: () => jobs.stop() },
    { name: 'mail', close: () => providers.mail.close() },
    { name: 'the database', close: () => Promise.all([db.close(), jobDb.close()]) },
  ]
}

export async function closeDeps(deps: Deps): Promise<void> {
  for (const { close } of closingSteps(deps)) await close()
}
