import { environments, type Environment, type TrackingIds } from '#domain/environment.ts'
import { regions, type Region } from '#domain/region.ts'
import type { EncryptionKey } from './encryption/encryption.ts'
import { readRateLimits, type RateLimits } from './rate-limit/limits.ts'

export type Config = {
  isProduction: boolean
  host: string
  port: number
  metricsPort: number | undefined
  /** Whether jobs are done in this process, or only put in for another one. */
  doesJobs: boolean
  databaseUrl: string
  allowsEmbeddedDatabase: boolean
  portalOrigin: string
  environment: Environment
  /** The first key signs; all of them verify, so that keys can be rotated without ending sessions. */
  sessionKeys: { id: string; secret: string }[]
  codePepper: string
  /** The first key encrypts; all of them decrypt. For numbers that must never lie in the database in clear. */
  encryptionKeys: EncryptionKey[]
  clockFile: string | undefined
  /** Addresses of the proxies in front of us, whose word on a caller's address is taken. */
  trustedProxies: string[]
  logLevel: string
  mail: { url: string; from: string }
  sms: { baseUrl: string; accountSid: string; authToken: string; from: string }
  /** Who asks the issuers of documents for us, and who asks a credit reporting body. */
  idCheck: CheckAccess
  creditBody: CheckAccess
  /** Undefined in an environment without credentials: addresses are then entered by hand. */
  addressLookup: { baseUrl: string; user: string; password: string } | undefined
  /** Where every uploaded file is looked at before it is kept. */
  scannerUrl: string
  /** After the decision on it, a document of identity is kept for so long. */
  identityRetentionDays: number
  stripe: Record<Region, StripeKeys>
  /** Where Stripe's interface is, when not at Stripe. */
  stripeApi: { host: string; port: number; protocol: 'http' | 'https' } | undefined
  /** Where Stripe's script is loaded from, when not from Stripe. */
  stripeJsUrl: string | undefined
  /** How long one asking of Stripe may take. */
  stripeTimeoutMs: number
  /** The page in which a card is typed has an origin of its own, and a port for it. */
  cardFrame: { origin: string; port: number }
  /** Signs what the fund for voluntary contributions tells us; without it the fund is not heard. */
  contributionSecret: string | undefined
  /** Where the bank leaves its files of deposits. */
  depositFolder: string | undefined
  /** Names the point at which the process kills itself, to prove that nothing is lost there. */
  crashPoint: string | undefined
  support: Record<Region, { phone: string; email: string }>
  termsUrl: string
  /** Of the products in which the house pays the school ahead of the family. */
  fundedTermsUrl: string
  privacyUrl: string
  hideStatements: boolean
  hideEarlyPayments: boolean
  staffMayPay: boolean
  /** Who else answers chats and hears of faults in browsers, where an installation names them. */
  tracking: TrackingIds
  sandboxUrl: string | undefined
  /** What may be tried how often; looser by address where many demo families log in from one machine. */
  rateLimits: RateLimits
}

/** How long one asking may take is a setting too: a parent waits for it. */
export type CheckAccess = { baseUrl: string; customerId: string; apiKey: string; timeoutMs: number }

export type StripeKeys = { secretKey: string; publishableKey: string; webhookSecret: string }

type Env = Record<string, string | undefined>

/** Reads and checks everything the process is told from outside; a mistake stops the start, with all of them named. */
export function readConfig(env: Env = process.env): Config {
  const isProduction = env['NODE_ENV'] === 'production'
  const config: Config = {
    isProduction,
    host: env['HOST'] ?? '127.0.0.1',
    port: toPort(env['PORT'], 3000),
    metricsPort: env['METRICS_PORT'] ? toPort(env['METRICS_PORT'], 0) : undefined,
    doesJobs: readDoesJobs(env['JOBS']),
    databaseUrl: readDatabaseUrl(env),
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
    identityRetentionDays: toDays('IDENTITY_RETENTION_DAYS', env, 30),
    stripe: { AU: stripeKeys('AU', env), UK: stripeKeys('UK', env) },
    stripeApi: stripeApi(env['STRIPE_API_URL']),
    stripeJsUrl: env['STRIPE_JS_URL'],
    stripeTimeoutMs: Number(env['STRIPE_TIMEOUT_MS'] ?? 10_000),
    cardFrame: {
      origin: env['CARD_FRAME_ORIGIN'] ?? `http://127.0.0.1:${env['CARD_FRAME_PORT'] ?? 3001}`,
      port: toPort(env['CARD_FRAME_PORT'], 3001),
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

/** Without credentials of its own, those of the sandbox. */
function checkAccess(name: 'IDV' | 'CREDIT_BODY', env: Env): CheckAccess {
  return {
    baseUrl: env[`${name}_BASE_URL`] ?? 'http://127.0.0.1:12111',
    customerId: env[`${name}_CUSTOMER`] ?? 'sandbox-customer',
    apiKey: env[`${name}_KEY`] ?? 'sandbox-key',
    timeoutMs: Number(env[`${name}_TIMEOUT_MS`] ?? 10_000),
  }
}

function addressLookup(env: Env): Config['addressLookup'] {
  const user = env['ADDRESS_USER']
  const password = env['ADDRESS_PASSWORD']
  if (!user || !password) return undefined
  return { baseUrl: env['ADDRESS_BASE_URL'] ?? 'https://hosted.mastersoftgroup.com', user, password }
}

function toDays(name: string, env: Env, fallback: number): number {
  const days = Number(env[name] ?? fallback)
  if (!Number.isInteger(days) || days < 1)
    throw new Error(`${name} must be a whole number of days above zero`)
  return days
}

/** Without keys of its own a region has those of the sandbox. */
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
  const { hostname, port, protocol } = new URL(url)
  const isPlain = protocol === 'http:'
  return {
    host: hostname,
    port: Number(port || (isPlain ? 80 : 443)),
    protocol: isPlain ? 'http' : 'https',
  }
}

function toChatAppId(text: string | undefined): string | null {
  if (!text) return null
  if (!/^[a-z\d]{4,40}$/i.test(text)) throw new Error(`CHAT_APP_ID must be letters and digits, not "${text}"`)
  return text
}

/** Its origin goes into a header, so that it must be an address and nothing else. */
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

function toPort(text: string | undefined, fallback: number): number {
  const port = Number(text ?? fallback)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${text} is not a port number`)
  return port
}

function toEnvironment(text: string | undefined, isProduction: boolean): Environment {
  const name = text ?? (isProduction ? 'prod' : 'localhost')
  const environment = environments.find((known) => known === name)
  if (!environment) throw new Error(`ENVIRONMENT must be one of ${environments.join(', ')}, not "${name}"`)
  return environment
}
