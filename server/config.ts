import { isIP } from 'node:net'
import { environments, type Environment, type TrackingIds } from '#domain/environment.ts'
import { parseQuietHours, type QuietHours } from '#domain/quiet-hours.ts'
import { regions, type Region } from '#domain/region.ts'
import type { EncryptionKey } from './encryption/encryption.ts'
import {
  developmentKey,
  developmentSecret,
  type Env,
  exampleEntities,
  examplePhones,
  hasProtocol,
  listOf,
  productionMistake,
  productionSettings,
} from './production-rules.ts'
import { readRateLimits, type RateLimits } from './rate-limit/limits.ts'

export type Config = {
  isProduction: boolean
  host: string
  port: number
  /** Metrics have a port of their own; without one, production has none. */
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
  /** The first key encrypts; all of them decrypt. For what the database must never hold in clear. */
  encryptionKeys: EncryptionKey[]
  clockFile: string | undefined
  /** Addresses of the proxies in front of us, which are trusted to say where a call came from. */
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
  /** How long withdrawals and new bank accounts are blocked after a change of e-mail or mobile. */
  contactChangeBlockHours: number
  stripe: Record<Region, StripeKeys>
  /** Where Stripe's API is, when not at Stripe. */
  stripeApi: { host: string; port: number; protocol: 'http' | 'https' } | undefined
  /** Where Stripe's script is loaded from, when not from Stripe. */
  stripeJsUrl: string | undefined
  /** The timeout of one call to Stripe. */
  stripeTimeoutMs: number
  /** The card form is a page with its own origin and port. */
  cardFrame: { origin: string; port: number }
  /** Verifies the webhooks of the fund for voluntary contributions; without it they are refused. */
  contributionSecret: string | undefined
  /** The folder in which the bank puts its deposit files. */
  depositFolder: string | undefined
  /** The point at which the process kills itself, to prove that nothing is lost there. */
  crashPoint: string | undefined
  support: Record<Region, { phone: string; email: string }>
  /** Who we are by law, on receipts and under every mail: the ABN or the company number goes with the name. */
  legalEntity: Record<Region, LegalEntity>
  termsUrl: string
  /** For the products in which we pay the school ahead of the family. */
  fundedTermsUrl: string
  privacyUrl: string
  hideStatements: boolean
  hideEarlyPayments: boolean
  staffMayPay: boolean
  /** When nothing leaves that is not urgent, on the reader's clock. */
  quietHours: QuietHours
  /** In cents: above it, what staff refund to a family within a week needs a second person. */
  refundApprovalLimit: number
  /** Optional services for chat and for error reports from browsers. */
  tracking: TrackingIds
  sandboxUrl: string | undefined
  /** Looser by address where many demo families log in from one machine. */
  rateLimits: RateLimits
}

export type LegalEntity = { name: string; number: string }

/** The timeout is a setting because a parent waits for the answer. */
export type CheckAccess = { baseUrl: string; customerId: string; apiKey: string; timeoutMs: number }

export type StripeKeys = { secretKey: string; publishableKey: string; webhookSecret: string }

/** The message lists every wrong setting with what is right; it holds no values that may be secret. */
export class WrongSettings extends Error {
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    const title = mistakes.length === 1 ? 'One setting is wrong' : `${mistakes.length} settings are wrong`
    super(`${title} (docs/settings.md explains them):\n${mistakes.map((each) => `- ${each}`).join('\n')}`)
    this.name = 'WrongSettings'
    this.mistakes = mistakes
  }
}

/** Reads and checks all settings. */
export function readConfig(env: Env = process.env): Config {
  const isProduction = env['NODE_ENV'] === 'production'
  const mistakes = new Map<string, string>()
  const { text, url, flag, wholeNumber, port, timeoutMs, parsed } = readersOf(env, mistakes)
  const ofDevelopment = (value: string) => (isProduction ? '' : value)
  const sandbox = 'http://127.0.0.1:12111'
  /** Defaults to the sandbox's credentials. */
  const checkAccess = (name: 'IDV' | 'CREDIT_BODY'): CheckAccess => ({
    baseUrl: url(`${name}_BASE_URL`, sandbox),
    customerId: text(`${name}_CUSTOMER`, 'sandbox-customer'),
    apiKey: text(`${name}_KEY`, 'sandbox-key'),
    timeoutMs: timeoutMs(`${name}_TIMEOUT_MS`),
  })
  /** Defaults to the sandbox's keys. */
  const stripeKeys = (region: Region): StripeKeys => ({
    secretKey: text(`STRIPE_SECRET_KEY_${region}`, `sk_test_sandbox_${region.toLowerCase()}`),
    publishableKey: text(`STRIPE_PUBLISHABLE_KEY_${region}`, `pk_test_sandbox_${region.toLowerCase()}`),
    webhookSecret: text(`STRIPE_WEBHOOK_SECRET_${region}`, `whsec_sandbox_${region.toLowerCase()}`),
  })
  const support = (region: Region, email: string) => ({
    phone: text(`SUPPORT_PHONE_${region}`, examplePhones[region]),
    email: text(`SUPPORT_EMAIL_${region}`, email),
  })
  const legalEntity = (region: Region): LegalEntity => ({
    name: text(`LEGAL_NAME_${region}`, exampleEntities[region].name),
    number: text(`LEGAL_NUMBER_${region}`, exampleEntities[region].number),
  })
  const config: Config = {
    isProduction,
    host: text('HOST', '127.0.0.1'),
    port: port('PORT', 3000),
    metricsHost: text('METRICS_HOST', '127.0.0.1'),
    metricsPort: env['METRICS_PORT'] ? port('METRICS_PORT', 0) : undefined,
    doesJobs: parsed('JOBS', toDoesJobs, ''),
    databaseUrl: text('DATABASE_URL', ''),
    databaseTimeoutMs: wholeNumber('DATABASE_TIMEOUT_MS', { fallback: 3_000, min: 1 }),
    allowsEmbeddedDatabase: !isProduction || flag('ALLOW_EMBEDDED_DB'),
    portalOrigin: url('PORTAL_ORIGIN', `http://localhost:${env['PORT'] ?? 3000}`),
    environment: parsed('ENVIRONMENT', toEnvironment, isProduction ? 'prod' : 'localhost'),
    sessionKeys: parsed('SESSION_KEYS', toKeys, ofDevelopment(`local:${developmentSecret}`)),
    codePepper: text('CODE_PEPPER', ofDevelopment(developmentSecret)),
    encryptionKeys: parsed('ENCRYPTION_KEYS', toEncryptionKeys, ofDevelopment(`local:${developmentKey}`)),
    clockFile: env['CLOCK_FILE'],
    trustedProxies: parsed('TRUSTED_PROXIES', toProxies, ''),
    logLevel: parsed('LOG_LEVEL', toLogLevel, 'info'),
    mail: {
      url: url('SMTP_URL', 'smtp://127.0.0.1:12025', 'smtps:', 'smtp:'),
      from: text('MAIL_FROM', 'Larkwell <hello@larkwell.example>'),
    },
    sms: {
      baseUrl: url('SMS_BASE_URL', sandbox),
      accountSid: text('SMS_SID', 'ACsandbox'),
      authToken: text('SMS_TOKEN', 'sandbox-token'),
      from: text('SMS_FROM', 'Larkwell'),
    },
    idCheck: checkAccess('IDV'),
    creditBody: checkAccess('CREDIT_BODY'),
    addressLookup: toAddressLookup({
      baseUrl: url('ADDRESS_BASE_URL', 'https://hosted.mastersoftgroup.com'),
      user: text('ADDRESS_USER', ''),
      password: text('ADDRESS_PASSWORD', ''),
    }),
    scannerUrl: url('SCANNER_URL', sandbox),
    identityRetentionDays: wholeNumber('IDENTITY_RETENTION_DAYS', { fallback: 30, min: 1 }),
    contactChangeBlockHours: wholeNumber('CONTACT_CHANGE_BLOCK_HOURS', {
      fallback: 48,
      min: 1,
      max: 24 * 30,
    }),
    stripe: { AU: stripeKeys('AU'), UK: stripeKeys('UK') },
    stripeApi: stripeApi(url('STRIPE_API_URL', '')),
    stripeJsUrl: url('STRIPE_JS_URL', '') || undefined,
    stripeTimeoutMs: timeoutMs('STRIPE_TIMEOUT_MS'),
    cardFrame: {
      origin: url('CARD_FRAME_ORIGIN', `http://127.0.0.1:${env['CARD_FRAME_PORT'] ?? 3001}`),
      port: port('CARD_FRAME_PORT', 3001),
    },
    contributionSecret:
      text('CONTRIBUTION_WEBHOOK_SECRET', ofDevelopment('whsec_sandbox_contribution')) || undefined,
    depositFolder: env['DEPOSIT_FOLDER'],
    crashPoint: env['FAULTS'] === '1' ? env['CRASH_POINT'] : undefined,
    support: {
      AU: support('AU', 'help@larkwell.example'),
      UK: support('UK', 'help.uk@larkwell.example'),
    },
    legalEntity: { AU: legalEntity('AU'), UK: legalEntity('UK') },
    termsUrl: url('TERMS_URL', 'https://larkwell.example/terms'),
    fundedTermsUrl: url('FUNDED_TERMS_URL', 'https://larkwell.example/plus-terms'),
    privacyUrl: url('PRIVACY_URL', 'https://larkwell.example/privacy'),
    hideStatements: flag('HIDE_STATEMENTS'),
    hideEarlyPayments: flag('HIDE_EARLY_PAYMENTS'),
    staffMayPay: flag('STAFF_MAY_PAY'),
    quietHours: parsed('QUIET_HOURS', toQuietHours, '20-8'),
    refundApprovalLimit: 100 * wholeNumber('REFUND_APPROVAL_LIMIT', { fallback: 500, min: 0 }),
    tracking: {
      chatAppId: parsed('CHAT_APP_ID', toChatAppId, ''),
      errorReportUrl: url('ERROR_REPORT_URL', '') || null,
    },
    sandboxUrl: env['SANDBOX_URL'],
    rateLimits: parsed('RATE_LIMITS', (limits) => readRateLimits(limits, env['RATE_LIMIT_SCALE']), ''),
  }
  if (!env['DATABASE_URL']) mistakes.set('DATABASE_URL', databaseMissing)
  const found = isProduction ? productionMistakes(env) : liveKeysOutsideProduction(env)
  for (const [name, mistake] of found) if (!mistakes.has(name)) mistakes.set(name, mistake)
  if (mistakes.size > 0) throw new WrongSettings([...mistakes.values()])
  return config
}

/** For programs that need nothing but the database. */
export function readDatabaseUrl(env: Env = process.env): string {
  const url = env['DATABASE_URL']
  if (!url) throw new WrongSettings([databaseMissing])
  const mistake = env['NODE_ENV'] === 'production' ? productionMistake('DATABASE_URL', env) : undefined
  if (mistake) throw new WrongSettings([mistake])
  return url
}

/** For a program's first line. */
export function orExit<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof WrongSettings) exitFor(error.mistakes)
    throw error
  }
}

/** Wrong settings are the whole output of a program, without a stack trace. */
export function exitFor(mistakes: readonly string[]): never {
  process.stderr.write(`${new WrongSettings(mistakes).message}\n`)
  process.exit(1)
}

const databaseMissing =
  'DATABASE_URL is missing: `npm start` brings its own database; alone, the server needs one (postgres://…)'

function productionMistakes(env: Env): [name: string, mistake: string][] {
  return productionSettings.flatMap((name) => {
    const mistake = productionMistake(name, env)
    return mistake ? [[name, mistake]] : []
  })
}

/** Without NODE_ENV=production none of the rules for production apply. Real money must not move then. */
function liveKeysOutsideProduction(env: Env): [name: string, mistake: string][] {
  return regions
    .map((region) => `STRIPE_SECRET_KEY_${region}`)
    .filter((name) => /^[rs]k_live_/.test(env[name] ?? ''))
    .map((name) => [name, `${name} is a live key, which needs NODE_ENV=production`])
}

/** A mistake is noted, and the default returned, so that all mistakes are found in one pass. */
function readersOf(env: Env, mistakes: Map<string, string>) {
  const wrong = (name: string, right: string) => void mistakes.set(name, `${name} ${right}`)
  /** Rejects what `Number` would turn into NaN, and an empty text, which it would turn into 0. */
  const wholeNumber = (
    name: string,
    { fallback, min, max = 999_999_999 }: { fallback: number; min: number; max?: number },
  ) => {
    const value = env[name] ?? String(fallback)
    if (/^\d+$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value)
    wrong(name, `must be a whole number from ${min} to ${max}, not "${value}"`)
    return fallback
  }
  return {
    wholeNumber,
    /** 0 lets the system choose a free port. */
    port: (name: string, fallback: number) => wholeNumber(name, { fallback, min: 0, max: 65_535 }),
    timeoutMs: (name: string) => wholeNumber(name, { fallback: 10_000, min: 1 }),
    text: (name: string, fallback: string) => env[name] ?? fallback,
    url: (name: string, fallback: string, ...protocols: string[]) => {
      const allowed = protocols.length > 0 ? protocols : ['https:', 'http:']
      const value = env[name] || fallback
      if (value === '' || hasProtocol(value, ...allowed)) return value
      wrong(name, `must be an address that begins with ${allowed[0]}//`)
      return fallback
    },
    flag: (name: string) => {
      const value = env[name] ?? ''
      if (!['', '0', '1'].includes(value)) wrong(name, `must be 1, 0 or left out, not "${value}"`)
      return value === '1'
    },
    /** The parser's message is a whole sentence that begins with the setting. */
    parsed: <T>(name: string, parse: (value: string) => T, fallback: string): T => {
      try {
        return parse(env[name] || fallback)
      } catch (error) {
        mistakes.set(name, (error as Error).message)
        return undefined as T
      }
    },
  }
}

function toDoesJobs(jobs: string): boolean {
  if (jobs !== '' && jobs !== 'elsewhere')
    throw new Error(`JOBS must be "elsewhere" or left out, not "${jobs}"`)
  return jobs === ''
}

function toProxies(value: string): string[] {
  const addresses = listOf(value)
  const isProxy = (address: string) => {
    const [ip = '', bits = '0'] = address.split('/')
    return isIP(ip) !== 0 && /^\d+$/.test(bits) && Number(bits) <= (isIP(ip) === 4 ? 32 : 128)
  }
  if (addresses.every(isProxy)) return addresses
  throw new Error('TRUSTED_PROXIES must list IP addresses or ranges, like "10.0.0.7,10.1.0.0/16"')
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

function toLogLevel(level: string): string {
  if (logLevels.includes(level)) return level
  throw new Error(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${level}"`)
}

function toAddressLookup(access: NonNullable<Config['addressLookup']>): Config['addressLookup'] {
  return access.user && access.password ? access : undefined
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

function toQuietHours(text: string): QuietHours {
  const hours = parseQuietHours(text)
  if (!hours) throw new Error(`QUIET_HOURS must read "20-8" or "off", not "${text}"`)
  return hours
}

function toChatAppId(text: string): string | null {
  if (!text) return null
  if (!/^[a-z\d]{4,40}$/i.test(text)) throw new Error(`CHAT_APP_ID must be letters and digits, not "${text}"`)
  return text
}

function toKeys(text: string): { id: string; secret: string }[] {
  return listOf(text).map((part) => {
    const [id = '', ...rest] = part.split(':')
    if (id === '' || rest.length === 0) throw new Error('SESSION_KEYS must read "id:secret,id:secret"')
    return { id, secret: rest.join(':') }
  })
}

function toEncryptionKeys(text: string): EncryptionKey[] {
  return listOf(text).map((part) => {
    const [id = '', encoded = ''] = part.split(':')
    const key = Buffer.from(encoded, 'base64')
    // The text itself is a secret and must not appear in a message.
    if (id === '' || key.length !== 32)
      throw new Error('ENCRYPTION_KEYS must read "id:32 bytes in base64,id:32 bytes in base64"')
    return { id, key }
  })
}

function toEnvironment(name: string): Environment {
  const environment = environments.find((known) => known === name)
  if (!environment) throw new Error(`ENVIRONMENT must be one of ${environments.join(', ')}, not "${name}"`)
  return environment
}
