import { environments, type Environment, type TrackingIds } from '#domain/environment.ts'
import { regions, type Region } from '#domain/region.ts'
import type { EncryptionKey } from './encryption/encryption.ts'
import { readRateLimits, type RateLimits } from './rate-limit/limits.ts'

export type Config = {
  isProduction: boolean
  host: string
  port: number
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
  termsUrl: string
  /** For the products in which we pay the school ahead of the family. */
  fundedTermsUrl: string
  privacyUrl: string
  hideStatements: boolean
  hideEarlyPayments: boolean
  staffMayPay: boolean
  /** In cents: above it, what staff refund to a family within a week needs a second person. */
  refundApprovalLimit: number
  /** Optional services for chat and for error reports from browsers. */
  tracking: TrackingIds
  sandboxUrl: string | undefined
  /** Looser by address where many demo families log in from one machine. */
  rateLimits: RateLimits
}

/** The timeout is a setting because a parent waits for the answer. */
export type CheckAccess = { baseUrl: string; customerId: string; apiKey: string; timeoutMs: number }

export type StripeKeys = { secretKey: string; publishableKey: string; webhookSecret: string }

type Env = Record<string, string | undefined>

/** Reads and checks all settings. A mistake stops the start; in production the message names all of them. */
export function readConfig(env: Env = process.env): Config {
  const isProduction = env['NODE_ENV'] === 'production'
  const config: Config = {
    isProduction,
    host: env['HOST'] ?? '127.0.0.1',
    port: port('PORT', env, 3000),
    metricsPort: env['METRICS_PORT'] ? port('METRICS_PORT', env, 0) : undefined,
    doesJobs: readDoesJobs(env['JOBS']),
    databaseUrl: readDatabaseUrl(env),
    databaseTimeoutMs: wholeNumber('DATABASE_TIMEOUT_MS', env, { fallback: 3_000, min: 1 }),
    allowsEmbeddedDatabase: !isProduction || env['ALLOW_EMBEDDED_DB'] === '1',
    portalOrigin: env['PORTAL_ORIGIN'] ?? `http://localhost:${env['PORT'] ?? 3000}`,
    environment: toEnvironment(env['ENVIRONMENT'], isProduction),
    sessionKeys: toKeys(env['SESSION_KEYS'] ?? (isProduction ? '' : `local:${developmentSecret}`)),
    codePepper: env['CODE_PEPPER'] ?? (isProduction ? '' : developmentSecret),
    encryptionKeys: toEncryptionKeys(
      env['ENCRYPTION_KEYS'] ?? (isProduction ? '' : `local:${developmentKey}`),
    ),
    clockFile: env['CLOCK_FILE'],
    trustedProxies: (env['TRUSTED_PROXIES'] ?? '').split(',').filter((address) => address !== ''),
    logLevel: env['LOG_LEVEL'] ?? 'info',
    mail: {
      url: env['SMTP_URL'] ?? 'smtp://127.0.0.1:12025',
      from: env['MAIL_FROM'] ?? 'Larkwell <hello@larkwell.example>',
    },
    sms: {
      baseUrl: env['SMS_BASE_URL'] ?? 'http://127.0.0.1:12111',
      accountSid: env['SMS_SID'] ?? 'ACsandbox',
      authToken: env['SMS_TOKEN'] ?? 'sandbox-token',
      from: env['SMS_FROM'] ?? 'Larkwell',
    },
    idCheck: checkAccess('IDV', env),
    creditBody: checkAccess('CREDIT_BODY', env),
    addressLookup: addressLookup(env),
    scannerUrl: env['SCANNER_URL'] ?? 'http://127.0.0.1:12111',
    identityRetentionDays: wholeNumber('IDENTITY_RETENTION_DAYS', env, { fallback: 30, min: 1 }),
    contactChangeBlockHours: wholeNumber('CONTACT_CHANGE_BLOCK_HOURS', env, {
      fallback: 48,
      min: 1,
      max: 24 * 30,
    }),
    stripe: { AU: stripeKeys('AU', env), UK: stripeKeys('UK', env) },
    stripeApi: stripeApi(env['STRIPE_API_URL']),
    stripeJsUrl: env['STRIPE_JS_URL'],
    stripeTimeoutMs: timeoutMs('STRIPE_TIMEOUT_MS', env),
    cardFrame: {
      origin: env['CARD_FRAME_ORIGIN'] ?? `http://127.0.0.1:${env['CARD_FRAME_PORT'] ?? 3001}`,
      port: port('CARD_FRAME_PORT', env, 3001),
    },
    contributionSecret:
      env['CONTRIBUTION_WEBHOOK_SECRET'] ?? (isProduction ? undefined : 'whsec_sandbox_contribution'),
    depositFolder: env['DEPOSIT_FOLDER'],
    crashPoint: env['FAULTS'] === '1' ? env['CRASH_POINT'] : undefined,
    support: {
      AU: {
        phone: env['SUPPORT_PHONE_AU'] ?? '1300 139 445',
        email: env['SUPPORT_EMAIL_AU'] ?? 'help@larkwell.example',
      },
      UK: {
        phone: env['SUPPORT_PHONE_UK'] ?? '020 7946 0445',
        email: env['SUPPORT_EMAIL_UK'] ?? 'help.uk@larkwell.example',
      },
    },
    termsUrl: env['TERMS_URL'] ?? 'https://larkwell.example/terms',
    fundedTermsUrl: env['FUNDED_TERMS_URL'] ?? 'https://larkwell.example/plus-terms',
    privacyUrl: env['PRIVACY_URL'] ?? 'https://larkwell.example/privacy',
    hideStatements: env['HIDE_STATEMENTS'] === '1',
    hideEarlyPayments: env['HIDE_EARLY_PAYMENTS'] === '1',
    staffMayPay: env['STAFF_MAY_PAY'] === '1',
    refundApprovalLimit: 100 * wholeNumber('REFUND_APPROVAL_LIMIT', env, { fallback: 500, min: 0 }),
    tracking: {
      chatAppId: toChatAppId(env['CHAT_APP_ID']),
      errorReportUrl: toReportUrl(env['ERROR_REPORT_URL']),
    },
    sandboxUrl: env['SANDBOX_URL'],
    rateLimits: readRateLimits(env['RATE_LIMITS'], env['RATE_LIMIT_SCALE']),
  }
  const mistakes = isProduction ? productionMistakes(config, env) : []
  if (mistakes.length > 0)
    throw new Error(`This configuration is not fit for production:\n- ${mistakes.join('\n- ')}`)
  return config
}

export function readDatabaseUrl(env: Env = process.env): string {
  const url = env['DATABASE_URL']
  if (!url)
    throw new Error(
      'DATABASE_URL is not set. `npm start` brings its own database; alone, the server needs one.',
    )
  return url
}

function readDoesJobs(jobs: string | undefined): boolean {
  if (jobs && jobs !== 'elsewhere') throw new Error(`JOBS is "${jobs}": it may be "elsewhere", or left out`)
  return !jobs
}

/** Public on purpose: production refuses it. */
const developmentSecret = 'development-only-secret-that-production-refuses'
const developmentKey = Buffer.from(developmentSecret).subarray(0, 32).toString('base64')

function productionMistakes(config: Config, env: Env): string[] {
  const weak = (secret: string) => secret.length < 32 || secret === developmentSecret
  const required = [
    'SMTP_URL',
    'SMS_BASE_URL',
    'SMS_SID',
    'SMS_TOKEN',
    'SMS_FROM',
    'MAIL_FROM',
    'PORTAL_ORIGIN',
    'CARD_FRAME_ORIGIN',
    'IDV_BASE_URL',
    'IDV_CUSTOMER',
    'IDV_KEY',
    'CREDIT_BODY_BASE_URL',
    'CREDIT_BODY_CUSTOMER',
    'CREDIT_BODY_KEY',
    'SCANNER_URL',
    ...regions.flatMap((region) => [
      `SUPPORT_EMAIL_${region}`,
      `STRIPE_SECRET_KEY_${region}`,
      `STRIPE_PUBLISHABLE_KEY_${region}`,
      `STRIPE_WEBHOOK_SECRET_${region}`,
    ]),
  ]
  const missing = required.filter((name) => !env[name])
  const { origin: frameOrigin } = config.cardFrame
  return [
    ...missing.map((name) => `${name} is missing`),
    ...(config.sessionKeys.length === 0 || config.sessionKeys.some((key) => weak(key.secret))
      ? ['SESSION_KEYS needs keys "id:secret" of at least 32 characters, none of them a default']
      : []),
    ...(weak(config.codePepper)
      ? ['CODE_PEPPER needs at least 32 characters and must not be a default']
      : []),
    ...(config.encryptionKeys.length === 0 || config.encryptionKeys.some(isDevelopmentKey)
      ? ['ENCRYPTION_KEYS needs keys "id:32 bytes in base64", none of them a default']
      : []),
    ...Object.entries({
      SMTP_URL: config.mail.url,
      SMS_BASE_URL: config.sms.baseUrl,
      IDV_BASE_URL: config.idCheck.baseUrl,
      CREDIT_BODY_BASE_URL: config.creditBody.baseUrl,
      ...(config.addressLookup && { ADDRESS_BASE_URL: config.addressLookup.baseUrl }),
    })
      .filter(([, url]) => isLoopback(url))
      .map(([name]) => `${name} points at this machine, where only the sandbox listens`),
    ...(config.stripeApi || config.stripeJsUrl
      ? ['STRIPE_API_URL or STRIPE_JS_URL is set: production talks to Stripe itself']
      : []),
    ...regions
      .filter((region) => config.stripe[region].secretKey.startsWith('sk_test_'))
      .map((region) => `STRIPE_SECRET_KEY_${region} is a test key`),
    ...(frameOrigin.startsWith('https://') && frameOrigin !== config.portalOrigin
      ? []
      : ['CARD_FRAME_ORIGIN must begin with https:// and differ from PORTAL_ORIGIN']),
    ...(env['FAULTS'] ? ['FAULTS is set: production does not kill itself'] : []),
    ...(config.sandboxUrl ? ['SANDBOX_URL is set'] : []),
    ...(config.tracking.errorReportUrl?.startsWith('http:')
      ? ['ERROR_REPORT_URL must begin with https://']
      : []),
    ...(config.clockFile ? ['CLOCK_FILE is set: production time cannot be moved'] : []),
    ...(config.portalOrigin.startsWith('https://') ? [] : ['PORTAL_ORIGIN must begin with https://']),
    ...(Number(env['RATE_LIMIT_SCALE'] ?? 1) === 1 ? [] : ['RATE_LIMIT_SCALE must stay 1']),
  ]
}

/** Defaults to the sandbox's credentials. */
function checkAccess(name: 'IDV' | 'CREDIT_BODY', env: Env): CheckAccess {
  return {
    baseUrl: env[`${name}_BASE_URL`] ?? 'http://127.0.0.1:12111',
    customerId: env[`${name}_CUSTOMER`] ?? 'sandbox-customer',
    apiKey: env[`${name}_KEY`] ?? 'sandbox-key',
    timeoutMs: timeoutMs(`${name}_TIMEOUT_MS`, env),
  }
}

function addressLookup(env: Env): Config['addressLookup'] {
  const user = env['ADDRESS_USER']
  const password = env['ADDRESS_PASSWORD']
  if (!user || !password) return undefined
  return { baseUrl: env['ADDRESS_BASE_URL'] ?? 'https://hosted.mastersoftgroup.com', user, password }
}

/** Rejects what `Number` would turn into NaN, and an empty text, which it would turn into 0. */
function wholeNumber(
  name: string,
  env: Env,
  { fallback, min, max = 999_999_999 }: { fallback: number; min: number; max?: number },
): number {
  const text = env[name] ?? String(fallback)
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new Error(`${name} must be a whole number from ${min} to ${max}, not "${text}"`)
  return value
}

/** 0 lets the system choose a free port. */
const port = (name: string, env: Env, fallback: number) =>
  wholeNumber(name, env, { fallback, min: 0, max: 65_535 })

const timeoutMs = (name: string, env: Env) => wholeNumber(name, env, { fallback: 10_000, min: 1 })

/** Defaults to the sandbox's keys. */
function stripeKeys(region: Region, env: Env): StripeKeys {
  const name = region.toLowerCase()
  return {
    secretKey: env[`STRIPE_SECRET_KEY_${region}`] ?? `sk_test_sandbox_${name}`,
    publishableKey: env[`STRIPE_PUBLISHABLE_KEY_${region}`] ?? `pk_test_sandbox_${name}`,
    webhookSecret: env[`STRIPE_WEBHOOK_SECRET_${region}`] ?? `whsec_sandbox_${name}`,
  }
}

function stripeApi(url: string | undefined): Config['stripeApi'] {
  if (!url) return undefined
  const { hostname, port: ownPort, protocol } = new URL(url)
  const isPlain = protocol === 'http:'
  return {
    host: hostname,
    port: Number(ownPort || (isPlain ? 80 : 443)),
    protocol: isPlain ? 'http' : 'https',
  }
}

function toChatAppId(text: string | undefined): string | null {
  if (!text) return null
  if (!/^[a-z\d]{4,40}$/i.test(text)) throw new Error(`CHAT_APP_ID must be letters and digits, not "${text}"`)
  return text
}

/** Its origin goes into a header, so it must be a plain URL. */
function toReportUrl(text: string | undefined): string | null {
  if (!text) return null
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Error('ERROR_REPORT_URL must be an address that begins with https://')
  return text
}

function isLoopback(url: string): boolean {
  const host = new URL(url).hostname
  return host === 'localhost' || host.startsWith('127.') || host === '[::1]' || host === '0.0.0.0'
}

function toKeys(text: string): { id: string; secret: string }[] {
  return text
    .split(',')
    .filter((part) => part !== '')
    .map((part) => {
      const [id = '', ...rest] = part.split(':')
      if (id === '' || rest.length === 0) throw new Error('SESSION_KEYS must read "id:secret,id:secret"')
      return { id, secret: rest.join(':') }
    })
}

function toEncryptionKeys(text: string): EncryptionKey[] {
  return text
    .split(',')
    .filter((part) => part !== '')
    .map((part) => {
      const [id = '', encoded = ''] = part.split(':')
      const key = Buffer.from(encoded, 'base64')
      // The text itself is a secret and must not appear in a message.
      if (id === '' || key.length !== 32)
        throw new Error('ENCRYPTION_KEYS must read "id:32 bytes in base64,id:32 bytes in base64"')
      return { id, key }
    })
}

function isDevelopmentKey({ key }: EncryptionKey): boolean {
  return key.toString('base64') === developmentKey
}

function toEnvironment(text: string | undefined, isProduction: boolean): Environment {
  const name = text ?? (isProduction ? 'prod' : 'localhost')
  const environment = environments.find((known) => known === name)
  if (!environment) throw new Error(`ENVIRONMENT must be one of ${environments.join(', ')}, not "${name}"`)
  return environment
}
