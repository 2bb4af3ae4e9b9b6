import type { Environment, TrackingIds } from '#domain/environment.ts'
import type { QuietHours } from '#domain/quiet-hours.ts'
import type { Region } from '#domain/region.ts'
import type { EncryptionKey } from './encryption/encryption.ts'
import { readRateLimits, type RateLimits } from './rate-limit/limits.ts'
import { databaseSettings, serverSettings } from './settings/server-settings.ts'
import type { Env } from './settings/setting-rules.ts'
import { readSettings } from './settings/setting.ts'

export type Config = {
  isProduction: boolean
  host: string
  port: number
  /** Metrics have their own port; without one, production serves none. */
  metricsHost: string
  metricsPort: number | undefined
  /** Whether this process runs jobs, or only enqueues them for another one. */
  doesJobs: boolean
  databaseUrl: string
  /** How long a caller waits for a connection to the database. */
  databaseTimeoutMs: number
  allowsEmbeddedDatabase: boolean
  portalOrigin: string
  environment: Environment
  /** The first key signs; all of them verify, so that keys can be rotated without ending sessions. */
  sessionKeys: { id: string; secret: string }[]
  codePepper: string
  /** The first key encrypts; all of them decrypt. For data that the database must never hold in clear. */
  encryptionKeys: EncryptionKey[]
  clockFile: string | undefined
  /** Addresses of the proxies in front of the server, whose report of a caller's address is trusted. */
  trustedProxies: string[]
  logLevel: string
  mail: { url: string; from: string }
  sms: { baseUrl: string; accountSid: string; authToken: string; from: string }
  /** The providers that check identity documents with their issuers, and credit with a reporting body. */
  idCheck: CheckAccess
  creditBody: CheckAccess
  /** Undefined in an environment without credentials: addresses are then entered by hand. */
  addressLookup: { baseUrl: string; user: string; password: string } | undefined
  /** The virus scanner, which sees every uploaded file before it is stored. */
  scannerUrl: string
  /** How long an identity document is kept after the decision on it. */
  identityRetentionDays: number
  /** For how many days staff can take back a decision that moves no money. */
  reviewUndoDays: number
  /** How long withdrawals and new bank accounts are blocked after a change of e-mail or mobile. */
  contactChangeBlockHours: number
  staffUndoHours: number
  /** The longest duration of a staff session, and the longest time without a call. */
  staffSession: { lifeMs: number; idleMs: number }
  stripe: Record<Region, StripeKeys>
  /** The address of Stripe's API, if it is not Stripe itself. */
  stripeApi: { host: string; port: number; protocol: 'http' | 'https' } | undefined
  /** The address of Stripe's script, if it is not Stripe itself. */
  stripeJsUrl: string | undefined
  /** The timeout of one call to Stripe. */
  stripeTimeoutMs: number
  /** The card form is a page with its own origin and port. */
  cardFrame: { origin: string; port: number }
  /** Verifies the webhooks of the fund for voluntary contributions; without it they are refused. */
  contributionSecret: string | undefined
  /** The folder in which the bank puts its deposit files. */
  depositFolder: string | undefined
  /** The point at which the process kills itself, so that tests can prove that nothing is lost there. */
  crashPoint: string | undefined
  support: Record<Region, { phone: string; email: string }>
  /** The company's legal name and number (ABN or company number), shown on receipts and under every mail. */
  legalEntity: Record<Region, LegalEntity>
  termsUrl: string
  /** For the products in which Larkwell pays the school ahead of the family. */
  fundedTermsUrl: string
  privacyUrl: string
  hideStatements: boolean
  hideEarlyPayments: boolean
  staffMayPay: boolean
  /** The hours in which only urgent messages are sent, on the reader's clock. */
  quietHours: QuietHours
  /** In cents. If staff refund more to a family within a week, a second person has to approve it. */
  refundApprovalLimit: number
  /** In cents. Accepting the loss of a larger disputed payment needs a second person's approval. */
  disputeApprovalLimit: number
  /** Optional services for chat and for error reports from browsers. */
  tracking: TrackingIds
  sandboxUrl: string | undefined
  /** Limits by address are looser where many demo families log in from one machine. */
  rateLimits: RateLimits
}

export type LegalEntity = { name: string; number: string }

/** The timeout is a setting because a parent waits for the reply. */
export type CheckAccess = { baseUrl: string; customerId: string; apiKey: string; timeoutMs: number }

export type StripeKeys = { secretKey: string; publishableKey: string; webhookSecret: string }

/** Reads and checks all settings. */
export function readConfig(env: Env = process.env): Config {
  const set = readSettings(serverSettings, env)
  const isProduction = set.NODE_ENV === 'production'
  const checkAccess = (name: 'IDV' | 'CREDIT_BODY'): CheckAccess => ({
    baseUrl: set[`${name}_BASE_URL`],
    customerId: set[`${name}_CUSTOMER`],
    apiKey: set[`${name}_KEY`],
    timeoutMs: set[`${name}_TIMEOUT_MS`],
  })
  const stripeKeys = (region: Region): StripeKeys => ({
    secretKey: set[`STRIPE_SECRET_KEY_${region}`],
    publishableKey: set[`STRIPE_PUBLISHABLE_KEY_${region}`],
    webhookSecret: set[`STRIPE_WEBHOOK_SECRET_${region}`],
  })
  const support = (region: Region) => ({
    phone: set[`SUPPORT_PHONE_${region}`],
    email: set[`SUPPORT_EMAIL_${region}`],
  })
  const legalEntity = (region: Region): LegalEntity => ({
    name: set[`LEGAL_NAME_${region}`],
    number: set[`LEGAL_NUMBER_${region}`],
  })
  return {
    isProduction,
    host: set.HOST,
    port: set.PORT,
    metricsHost: set.METRICS_HOST,
    metricsPort: set.METRICS_PORT,
    doesJobs: set.JOBS,
    databaseUrl: set.DATABASE_URL,
    databaseTimeoutMs: set.DATABASE_TIMEOUT_MS,
    allowsEmbeddedDatabase: !isProduction || set.ALLOW_EMBEDDED_DB,
    portalOrigin: set.PORTAL_ORIGIN,
    environment: set.ENVIRONMENT,
    sessionKeys: set.SESSION_KEYS,
    codePepper: set.CODE_PEPPER,
    encryptionKeys: set.ENCRYPTION_KEYS,
    clockFile: set.CLOCK_FILE,
    trustedProxies: set.TRUSTED_PROXIES,
    logLevel: set.LOG_LEVEL,
    mail: { url: set.SMTP_URL, from: set.MAIL_FROM },
    sms: {
      baseUrl: set.SMS_BASE_URL,
      accountSid: set.SMS_SID,
      authToken: set.SMS_TOKEN,
      from: set.SMS_FROM,
    },
    idCheck: checkAccess('IDV'),
    creditBody: checkAccess('CREDIT_BODY'),
    addressLookup:
      set.ADDRESS_USER && set.ADDRESS_PASSWORD
        ? { baseUrl: set.ADDRESS_BASE_URL, user: set.ADDRESS_USER, password: set.ADDRESS_PASSWORD }
        : undefined,
    scannerUrl: set.SCANNER_URL,
    identityRetentionDays: set.IDENTITY_RETENTION_DAYS,
    reviewUndoDays: set.REVIEW_UNDO_DAYS,
    contactChangeBlockHours: set.CONTACT_CHANGE_BLOCK_HOURS,
    staffUndoHours: set.STAFF_UNDO_HOURS,
    staffSession: {
      lifeMs: set.STAFF_SESSION_HOURS * 60 * 60_000,
      idleMs: set.STAFF_IDLE_MINUTES * 60_000,
    },
    stripe: { AU: stripeKeys('AU'), UK: stripeKeys('UK') },
    stripeApi: stripeApi(set.STRIPE_API_URL),
    stripeJsUrl: set.STRIPE_JS_URL || undefined,
    stripeTimeoutMs: set.STRIPE_TIMEOUT_MS,
    cardFrame: { origin: set.CARD_FRAME_ORIGIN, port: set.CARD_FRAME_PORT },
    contributionSecret: set.CONTRIBUTION_WEBHOOK_SECRET,
    depositFolder: set.DEPOSIT_FOLDER,
    crashPoint: set.FAULTS ? set.CRASH_POINT : undefined,
    support: { AU: support('AU'), UK: support('UK') },
    legalEntity: { AU: legalEntity('AU'), UK: legalEntity('UK') },
    termsUrl: set.TERMS_URL,
    fundedTermsUrl: set.FUNDED_TERMS_URL,
    privacyUrl: set.PRIVACY_URL,
    hideStatements: set.HIDE_STATEMENTS,
    hideEarlyPayments: set.HIDE_EARLY_PAYMENTS,
    staffMayPay: set.STAFF_MAY_PAY,
    quietHours: set.QUIET_HOURS,
    refundApprovalLimit: 100 * set.REFUND_APPROVAL_LIMIT,
    disputeApprovalLimit: 100 * set.DISPUTE_APPROVAL_LIMIT,
    tracking: { chatAppId: set.CHAT_APP_ID, errorReportUrl: set.ERROR_REPORT_URL || null },
    sandboxUrl: set.SANDBOX_URL,
    rateLimits: readRateLimits(set.RATE_LIMITS, set.RATE_LIMIT_SCALE),
  }
}

/** For programs that need only the database. */
export function readDatabaseUrl(env: Env = process.env): string {
  return readSettings(databaseSettings, env).DATABASE_URL
}

function stripeApi(url: string): Config['stripeApi'] {
  if (!url) return undefined
  const { hostname, port: ownPort, protocol } = new URL(url)
  const isPlain = protocol === 'http:'
  return {
    host: hostname,
    port: Number(ownPort || (isPlain ? 80 : 443)),
    protocol: isPlain ? 'http' : 'https',
  }
}
