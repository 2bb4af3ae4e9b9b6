import { movableClock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { openDatabase } from './database/open.ts'
import type { Deps } from './deps.ts'
import { openJobs } from './jobs/jobs.ts'
import { createLog } from './log.ts'
import { addressLookup } from './providers/address-lookup.ts'
import { creditBodyProvider } from './providers/credit-body.ts'
import { fileScanner } from './providers/file-scanner.ts'
import { idCheckProvider } from './providers/id-check.ts'
import { mailProvider } from './providers/mail.ts'
import { smsProvider } from './providers/sms.ts'
import { stripeAccounts } from './providers/stripe/client.ts'
import { tokens } from './session/token.ts'

/** Connects to everything in the configuration. */
export async function openDeps(config: Config): Promise<Deps> {
  const log = createLog(config.logLevel)
  return {
    config,
    log,
    db: openDatabase(config.databaseUrl, { log, timeoutMs: config.databaseTimeoutMs }),
    clock: config.clockFile ? movableClock(config.clockFile) : systemClock,
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

export async function closeDeps({ jobs, providers, db }: Deps): Promise<void> {
  await jobs.stop()
  providers.mail.close()
  await db.close()
}
