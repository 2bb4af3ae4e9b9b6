import type { Region } from '#domain/region.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/open.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Log } from './log.ts'
import type { AddressLookup } from './providers/address-lookup.ts'
import type { CreditBodyProvider } from './providers/credit-body.ts'
import type { FileScanner } from './providers/file-scanner.ts'
import type { IdCheckProvider } from './providers/id-check.ts'
import type { MailProvider } from './providers/mail.ts'
import type { SmsProvider } from './providers/sms.ts'
import type { StripeAccount } from './providers/stripe/client.ts'
import type { Tokens } from './tokens/token.ts'

/** Everything a use case may need, as one plain object. */
export type Deps = {
  config: Config
  db: Database
  /** The connections of the jobs. */
  jobDb: Database
  /** Ends the regular look at the holidays in the database. */
  stopWatching: () => void
  clock: Clock
  /** Since when this process is there. */
  startedAt: Date
  log: Log
  tokens: Tokens
  jobs: Jobs
  /**
   * Set where a use case is a part of a larger transaction: what can only happen after it is left here, as a call of a
   * provider. A preview, which is rolled back, is told what would come of it.
   */
  afterCommit?: (work: (deps: Deps) => Promise<unknown>, rehearse: (deps: Deps) => Promise<unknown>) => void
  providers: {
    mail: MailProvider
    sms: SmsProvider
    stripe: Record<Region, StripeAccount>
    idCheck: IdCheckProvider
    creditBody: CreditBodyProvider
    addressLookup: AddressLookup | undefined
    scanner: FileScanner
  }
}
