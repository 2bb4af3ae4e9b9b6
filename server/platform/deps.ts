import type { Region } from '#domain/region.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/open.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Log } from './log.ts'
import type { MessageSources } from './message-sources.ts'
import type { AddressLookup } from './providers/address-lookup.ts'
import type { CreditBodyProvider } from './providers/credit-body.ts'
import type { FileScanner } from './providers/file-scanner.ts'
import type { IdCheckProvider } from './providers/id-check.ts'
import type { MailProvider } from './providers/mail.ts'
import type { SmsProvider } from './providers/sms.ts'
import type { StripeAccount } from './providers/stripe/client.ts'
import type { Tokens } from './tokens/token.ts'

/** The dependencies of use cases, as one plain object. */
export type Deps = {
  config: Config
  db: Database
  /** The connections of the jobs. */
  jobDb: Database
  /** Stops the regular reload of holidays from the database. */
  stopWatching: () => void
  clock: Clock
  /** The start time of this process. */
  startedAt: Date
  log: Log
  tokens: Tokens
  jobs: Jobs
  /**
   * Set where a use case is part of a larger transaction: work that must wait for the commit, such as a call to a
   * provider, is passed here. A preview, which is rolled back, runs `rehearse` instead.
   */
  afterCommit?: (work: (deps: Deps) => Promise<unknown>, rehearse: (deps: Deps) => Promise<unknown>) => void
  messageSources: MessageSources
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

/** What a use case needs to read and to know the time. */
export type BasicDeps = Pick<Deps, 'db' | 'clock'>
/** The same, for one that depends on the installation. */
export type ReadDeps = Pick<Deps, 'db' | 'clock' | 'config'>
/** What it takes to write to a family within a transaction. */
export type LetterDeps = Pick<Deps, 'clock' | 'jobs' | 'config'>
/** What a use case needs that changes something and writes to the family. */
export type ChangeDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>
