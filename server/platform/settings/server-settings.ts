import * as z from 'zod/mini'
import { quietHours as quietHoursSchema } from '#contract/staff-company.ts'
import { isIP } from 'node:net'
import { environments } from '#domain/environment.ts'
import type { QuietHours } from '#domain/quiet-hours.ts'
import { regions, type Region } from '#domain/region.ts'
import type { EncryptionKey } from '../encryption/encryption.ts'
import { readRateLimits } from '../rate-limit/limits.ts'
import * as rule from './setting-rules.ts'
import {
  address,
  flag,
  oneOf,
  optional,
  port,
  portOrNone,
  refused,
  required,
  text,
  textOrNone,
  timeoutMs,
  wholeNumber,
  type Setting,
} from './setting.ts'

const sandbox = { usual: 'http://127.0.0.1:12111', usualAs: 'the sandbox' }
const ofSandbox = { usualAs: "the sandbox's" }
const example = { usualAs: 'an example' }
const ofDevelopment = (value: string) => (env: rule.Env) => (env['NODE_ENV'] === 'production' ? '' : value)

const forServer = {
  NODE_ENV: optional({
    about: '`production` turns on the rules for production; the image sets it',
    parse: oneOf('', 'production', 'development', 'test'),
  }),
  DATABASE_URL: required(
    {
      about: '`postgres://user:password@host/database?sslmode=verify-full`; see below',
      parse: databaseUrl,
      neededFor: 'names the database (postgres://…); only `npm start` brings its own',
    },
    rule.verifiedDatabase,
  ),
  DATABASE_TIMEOUT_MS: optional({
    about: 'how long a caller waits for a connection',
    usual: '3000',
    parse: timeoutMs,
  }),
  HOST: optional({
    about: 'the address to listen on; the image sets `0.0.0.0`',
    usual: '127.0.0.1',
    parse: host,
  }),
  PORT: optional({ about: 'the port of portal and API', usual: '3000', parse: port }),
  CARD_FRAME_PORT: optional({
    about: 'the port of the page in which cards are typed',
    usual: '3001',
    parse: port,
  }),
  METRICS_PORT: optional({
    about: 'a port for `/metrics`; in production they are on no other, and compose sets 9464',
    parse: portOrNone,
  }),
  METRICS_HOST: optional({
    about: 'the address of that port; compose sets `0.0.0.0`, for a network of your own',
    usual: '127.0.0.1',
    parse: host,
  }),
  PORTAL_ORIGIN: required(
    {
      about: 'where the portal is reached, an `https://` origin; links in mails begin with it',
      usual: (env) => `http://localhost:${env['PORT'] || 3000}`,
      usualAs: '`http://localhost:PORT`',
      parse: address(),
    },
    rule.origin,
  ),
  CARD_FRAME_ORIGIN: required(
    {
      about: "where your proxy serves `CARD_FRAME_PORT`: another origin than the portal's",
      usual: (env) => `http://127.0.0.1:${env['CARD_FRAME_PORT'] || 3001}`,
      usualAs: '`http://127.0.0.1:3001`',
      parse: address(),
    },
    rule.origin,
    rule.notThePortal,
  ),
  TRUSTED_PROXIES: required(
    {
      about:
        'addresses or ranges of your proxies, which send `X-Forwarded-For`; rate limits count by visitor',
      parse: proxies,
    },
    rule.ownProxies,
  ),
  ENVIRONMENT: optional(
    {
      about: '`prod`, `beta` or `localhost`: which features are switched on',
      usual: (env) => (env['NODE_ENV'] === 'production' ? 'prod' : 'localhost'),
      usualAs: '`localhost`; in production `prod`',
      parse: oneOf(...environments),
    },
    { right: 'must be "prod" or "beta"', accepts: (value) => value !== 'localhost' },
  ),
  JOBS: optional({
    about: '`elsewhere` only serves; at least one process must run without it',
    parse: (value) => {
      if (value === '' || value === 'elsewhere') return value === ''
      throw new Error(`must be "elsewhere" or left out, not "${value}"`)
    },
  }),
  LOG_LEVEL: optional({
    about: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`',
    usual: 'info',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  }),
  RATE_LIMITS: optional({
    about:
      'other figures than in `server/platform/rate-limit/limits.ts`: `{"session-reads":600,"uploads":20}`',
    parse: (value) => (readRateLimits(value), value),
  }),
  ALLOW_EMBEDDED_DB: optional({
    about: '`1` lets production run on the database of `npm start`, for a trial',
    parse: flag,
  }),
}

const secrets = {
  SESSION_KEYS: required(
    {
      about: '`id:secret,id:secret`, 32 random characters or more each; the first signs, all verify',
      usual: `local:${rule.developmentSecret}`,
      usualAs: 'public',
      parse: sessionKeys,
    },
    rule.strongKeys,
  ),
  CODE_PEPPER: required(
    {
      about: '32 random characters or more, mixed into stored log-in codes',
      usual: rule.developmentSecret,
      usualAs: 'public',
      parse: text,
    },
    rule.strong,
  ),
  ENCRYPTION_KEYS: required(
    {
      about:
        '`id:key,id:key`, each 32 random bytes in base64 (`openssl rand -base64 32`); the first encrypts, all decrypt',
      usual: `local:${rule.developmentKey}`,
      usualAs: 'public',
      parse: encryptionKeys,
    },
    rule.randomKeys,
  ),
}

const providers = {
  ...perRegion('STRIPE_SECRET_KEY', (region) =>
    required(
      {
        about: 'live keys (`sk_live_…` or `rk_live_…`), one account for each region',
        usual: `sk_test_sandbox_${region.toLowerCase()}`,
        ...ofSandbox,
        parse: text,
        rulesElsewhere: [rule.noLiveKey],
      },
      rule.liveKey('sk_live_', 'rk_live_'),
      rule.ownKey('STRIPE_SECRET_KEY', region),
    ),
  ),
  ...perRegion('STRIPE_PUBLISHABLE_KEY', (region) =>
    required(
      {
        about: 'live keys (`pk_live_…`)',
        usual: `pk_test_sandbox_${region.toLowerCase()}`,
        ...ofSandbox,
        parse: text,
      },
      rule.liveKey('pk_live_'),
      rule.ownKey('STRIPE_PUBLISHABLE_KEY', region),
    ),
  ),
  ...perRegion('STRIPE_WEBHOOK_SECRET', (region) =>
    required(
      {
        about: 'signing secrets (`whsec_…`) of `/webhooks/stripe/AU` and `/webhooks/stripe/UK`',
        usual: `whsec_sandbox_${region.toLowerCase()}`,
        ...ofSandbox,
        parse: text,
      },
      rule.signingSecret,
      rule.ownKey('STRIPE_WEBHOOK_SECRET', region),
    ),
  ),
  STRIPE_TIMEOUT_MS: optional({
    about: 'how long one call to Stripe may take',
    usual: '10000',
    parse: timeoutMs,
  }),
  STRIPE_API_URL: refused(
    { about: 'another Stripe than Stripe: the sandbox', parse: address() },
    'production talks to Stripe itself',
  ),
  STRIPE_JS_URL: refused(
    { about: 'another Stripe than Stripe: the sandbox', parse: address() },
    'production loads the script from Stripe itself',
  ),
  SMTP_URL: required(
    {
      about: '`smtps://user:password@host`, or `smtp://user:password@host:587?requireTLS=true` for STARTTLS',
      usual: 'smtp://127.0.0.1:12025',
      parse: address('smtps:', 'smtp:'),
    },
    rule.encryptedMail,
  ),
  MAIL_FROM: required(
    {
      about: 'the sender: `Larkwell <hello@your.domain>`',
      usual: 'Larkwell <hello@larkwell.example>',
      ...example,
      parse: text,
    },
    rule.mailbox,
  ),
  SMS_BASE_URL: required({ about: 'the text-message gateway', ...sandbox, parse: address() }, rule.https),
  SMS_SID: required(
    { about: 'account, token and sender there', usual: 'ACsandbox', ...ofSandbox, parse: text },
    rule.given,
  ),
  SMS_TOKEN: required(
    { about: 'account, token and sender there', usual: 'sandbox-token', ...ofSandbox, parse: text },
    rule.given,
  ),
  SMS_FROM: required({
    about: 'account, token and sender there',
    usual: 'Larkwell',
    ...ofSandbox,
    parse: text,
  }),
  ...checkAccess('IDV', 'checks identity documents with their issuers'),
  ...checkAccess('CREDIT_BODY', 'a credit reporting body'),
  SCANNER_URL: required(
    {
      about: 'the virus scanner (clamav-rest); `http://` only on this machine',
      ...sandbox,
      parse: address(),
    },
    rule.httpsOrHere,
  ),
  ADDRESS_USER: optional({
    about: 'address search (Harmony); without them addresses are entered by hand',
    parse: text,
  }),
  ADDRESS_PASSWORD: optional({
    about: 'address search (Harmony); without them addresses are entered by hand',
    parse: text,
  }),
  ADDRESS_BASE_URL: optional(
    { about: 'where that search is', usual: 'https://hosted.mastersoftgroup.com', parse: address() },
    rule.https,
  ),
  CONTRIBUTION_WEBHOOK_SECRET: optional(
    {
      about: "verifies the fund's calls to `/webhooks/contribution`; off without it",
      usual: ofDevelopment('whsec_sandbox_contribution'),
      ...ofSandbox,
      parse: textOrNone,
    },
    rule.strong,
  ),
  DEPOSIT_FOLDER: optional({
    about: 'where the bank puts its BPAY deposit files; the image sets `/var/bank`',
    parse: textOrNone,
  }),
  CHAT_APP_ID: optional({
    about: 'an Intercom app instead of our own chat panel',
    parse: (value) => {
      if (value === '' || /^[a-z\d]{4,40}$/i.test(value)) return value || null
      throw new Error(`must be letters and digits, not "${value}"`)
    },
  }),
  ERROR_REPORT_URL: optional(
    { about: 'also receives errors of browsers: `https://key@host/project`', parse: address() },
    rule.https,
  ),
}

const forCustomers = {
  TERMS_URL: required(
    { about: 'the terms', usual: 'https://larkwell.example/terms', ...example, parse: address() },
    rule.page,
  ),
  FUNDED_TERMS_URL: required(
    {
      about: 'the terms of the products in which we pay the school ahead',
      usual: 'https://larkwell.example/plus-terms',
      ...example,
      parse: address(),
    },
    rule.page,
  ),
  PRIVACY_URL: required(
    {
      about: 'the privacy policy',
      usual: 'https://larkwell.example/privacy',
      ...example,
      parse: address(),
    },
    rule.page,
  ),
  ...perRegion('SUPPORT_EMAIL', (region) =>
    required(
      {
        about: 'where customers write',
        usual: { AU: 'help@larkwell.example', UK: 'help.uk@larkwell.example' }[region],
        ...example,
        parse: text,
      },
      rule.mailbox,
    ),
  ),
  ...perRegion('SUPPORT_PHONE', (region) =>
    required(
      { about: 'where customers call', usual: rule.examplePhones[region], ...example, parse: text },
      rule.ownPhone,
    ),
  ),
  ...perRegion('LEGAL_NAME', (region) =>
    required({
      about: 'our legal entities, on receipts and under mails',
      usual: rule.exampleEntities[region].name,
      ...example,
      parse: text,
    }),
  ),
  ...perRegion('LEGAL_NUMBER', (region) =>
    required(
      {
        about: { AU: 'its ABN', UK: 'its company number' }[region],
        usual: rule.exampleEntities[region].number,
        ...example,
        parse: text,
      },
      rule.companyNumber[region],
    ),
  ),
  HIDE_STATEMENTS: optional({ about: '`1` hides these pages', parse: flag }),
  HIDE_EARLY_PAYMENTS: optional({ about: '`1` hides these pages', parse: flag }),
  IDENTITY_RETENTION_DAYS: optional({
    about: 'how long identity documents are kept after the decision',
    usual: '30',
    parse: wholeNumber({ min: 1 }),
  }),
  REVIEW_UNDO_DAYS: optional({
    about:
      'for how many days staff may take back what they decided about an invoice, a discount, new fees or a copy',
    usual: '7',
    parse: wholeNumber({ min: 0, max: 30 }),
  }),
  CONTACT_CHANGE_BLOCK_HOURS: optional({
    about: 'no withdrawals for so long after a change of e-mail or mobile',
    usual: '48',
    parse: wholeNumber({ min: 1, max: 24 * 30 }),
  }),
  STAFF_UNDO_HOURS: optional({
    about: 'staff can undo for so long what has no last moment of its own',
    usual: '24',
    parse: wholeNumber({ min: 1, max: 24 * 30 }),
  }),
  QUIET_HOURS: optional({
    about: "no reminders in these hours, on the reader's clock; the same hour twice for never",
    usual: '{"from":20,"until":8}',
    parse: quietHours,
  }),
  REFUND_APPROVAL_LIMIT: optional({
    about: 'refunds to a family above this in a week need a second person',
    usual: '500',
    parse: wholeNumber({ min: 0 }),
  }),
  DISPUTE_APPROVAL_LIMIT: optional({
    about: 'to accept the loss of a disputed payment above this needs a second person',
    usual: '500',
    parse: wholeNumber({ min: 0 }),
  }),
  STAFF_SESSION_HOURS: optional({
    about: 'staff log in again after so long',
    usual: '8',
    parse: wholeNumber({ min: 1, max: 24 }),
  }),
  STAFF_IDLE_MINUTES: optional({
    about: 'a session of staff ends after so long without a call',
    usual: '30',
    parse: wholeNumber({ min: 5, max: 120 }),
  }),
  STAFF_MAY_PAY: optional({
    about: "`1` lets staff charge a saved method on a customer's behalf",
    parse: flag,
  }),
}

const forTests = {
  SANDBOX_URL: refused(
    { about: 'tells the server that there is a sandbox', parse: (value) => address()(value) || undefined },
    'production has no sandbox',
  ),
  CLOCK_FILE: refused(
    { about: 'a clock that can be moved; jobs run when it has been', parse: textOrNone },
    'production time cannot be moved',
  ),
  FAULTS: refused({ about: '`1` allows `CRASH_POINT`', parse: flag }, 'production does not kill itself'),
  CRASH_POINT: optional({
    about: 'where a process kills itself, to prove that nothing is lost',
    parse: textOrNone,
  }),
  RATE_LIMIT_SCALE: optional(
    {
      about: 'loosens the limits per address, for many families on one machine',
      usual: '1',
      parse: (value) => (readRateLimits('', value), value),
    },
    { right: 'must be 1 or left out', accepts: (value) => Number(value) === 1 },
  ),
}

/** By the headings of docs/settings.md. */
export const serverSettingGroups = {
  'Server and database': forServer,
  Secrets: secrets,
  Providers: providers,
  'What customers see': forCustomers,
  'Demo, tests and development': forTests,
}

export const serverSettings = { ...forServer, ...secrets, ...providers, ...forCustomers, ...forTests }

/** For programs that need nothing but the database. */
export const databaseSettings = { DATABASE_URL: forServer.DATABASE_URL }

function perRegion<Name extends string, T>(name: Name, of: (region: Region) => Setting<T>) {
  const pairs = regions.map((region) => [`${name}_${region}`, of(region)])
  return Object.fromEntries(pairs) as Record<`${Name}_${Region}`, Setting<T>>
}

/** Two providers that speak the same protocol. */
function checkAccess<Name extends 'IDV' | 'CREDIT_BODY'>(name: Name, about: string) {
  const credentials = { about: 'account and key there', ...ofSandbox, parse: text }
  return {
    [`${name}_BASE_URL`]: required({ about, ...sandbox, parse: address() }, rule.https),
    [`${name}_CUSTOMER`]: required({ ...credentials, usual: 'sandbox-customer' }, rule.given),
    [`${name}_KEY`]: required({ ...credentials, usual: 'sandbox-key' }, rule.given),
    [`${name}_TIMEOUT_MS`]: optional({
      about: 'how long a parent waits for the answer',
      usual: '10000',
      parse: timeoutMs,
    }),
  } as Record<`${Name}_${'BASE_URL' | 'CUSTOMER' | 'KEY'}`, Setting<string>> &
    Record<`${Name}_TIMEOUT_MS`, Setting<number>>
}

/** Several hosts are allowed, so it is no URL; the driver takes it apart itself. */
function databaseUrl(value: string): string {
  const [, authority] = /^postgres(?:ql)?:\/\/([^/?]*)/.exec(value) ?? []
  const hosts = authority?.slice(authority.lastIndexOf('@') + 1).split(',')
  const isHost = (part: string) => /^(\[[\da-f:.]+\]|[^:[\]\s]*)(:\d{1,5})?$/i.test(part)
  if (hosts?.every(isHost)) return value
  // The value holds a password and is not repeated.
  throw new Error(
    'must read postgres://user:password@host:port/database, with % codes for special characters',
  )
}

function host(value: string): string {
  if (isIP(value) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(value)) return value
  throw new Error(`must be an IP address or the name of this machine, not "${value}"`)
}

function proxies(value: string): string[] {
  const addresses = rule.listOf(value)
  const isProxy = (each: string) => {
    const [ip = '', bits = '0'] = each.split('/')
    return isIP(ip) !== 0 && /^\d+$/.test(bits) && Number(bits) <= (isIP(ip) === 4 ? 32 : 128)
  }
  if (addresses.every(isProxy)) return addresses
  throw new Error('must list IP addresses or ranges, like "10.0.0.7,10.1.0.0/16"')
}

function quietHours(value: string): QuietHours {
  const { success, data } = z.safeParse(quietHoursSchema, rule.jsonOf(value))
  if (!success) throw new Error(`must read {"from":20,"until":8}, not "${value}"`)
  return data
}

function sessionKeys(value: string): { id: string; secret: string }[] {
  return rule.listOf(value).map((part) => {
    const [id = '', ...rest] = part.split(':')
    if (id === '' || rest.length === 0) throw new Error('must read "id:secret,id:secret"')
    return { id, secret: rest.join(':') }
  })
}

/** The text is a secret and must not appear in a message. */
function encryptionKeys(value: string): EncryptionKey[] {
  return rule.listOf(value).map((part) => {
    const [id = '', encoded = ''] = part.split(':')
    const key = Buffer.from(encoded, 'base64')
    if (id === '' || key.length !== 32)
      throw new Error('must read "id:32 bytes in base64,id:32 bytes in base64"')
    return { id, key }
  })
}
