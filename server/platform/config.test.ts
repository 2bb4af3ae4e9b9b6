import { describe, expect, it } from 'vitest'
import { production } from '#tools/testing/production-settings.ts'
import { readConfig, readDatabaseUrl } from './config.ts'
import { serverSettings } from './settings/server-settings.ts'
import { WrongSettings } from './settings/setting.ts'

const complaint = (env: Record<string, string | undefined>): string => {
  try {
    readConfig(env)
    return ''
  } catch (error) {
    return error instanceof WrongSettings ? error.message : `not a list of settings: ${String(error)}`
  }
}

const requiredInProduction = Object.entries(serverSettings).flatMap(([name, setting]) =>
  setting.production === 'required' ? name : [],
)

/** For every setting a value that is always invalid, or null where any text is valid. */
const wrongAnywhere: Record<keyof typeof serverSettings, string | null> = {
  NODE_ENV: 'prod',
  DATABASE_URL: 'db.internal/larkwell',
  DATABASE_TIMEOUT_MS: '3s',
  HOST: 'http://0.0.0.0',
  PORT: '70000',
  CARD_FRAME_PORT: 'abc',
  METRICS_PORT: '-1',
  METRICS_HOST: 'no host',
  PORTAL_ORIGIN: 'portal',
  CARD_FRAME_ORIGIN: 'https://',
  TRUSTED_PROXIES: 'proxy',
  ENVIRONMENT: 'staging',
  JOBS: 'never',
  LOG_LEVEL: 'loud',
  RATE_LIMITS: '{"uploads":"none"}',
  ALLOW_EMBEDDED_DB: 'yes',
  SESSION_KEYS: 'nocolon',
  CODE_PEPPER: null,
  ENCRYPTION_KEYS: 'k1:short',
  STRIPE_SECRET_KEY_AU: null,
  STRIPE_SECRET_KEY_UK: null,
  STRIPE_PUBLISHABLE_KEY_AU: null,
  STRIPE_PUBLISHABLE_KEY_UK: null,
  STRIPE_WEBHOOK_SECRET_AU: null,
  STRIPE_WEBHOOK_SECRET_UK: null,
  STRIPE_TIMEOUT_MS: '0',
  STRIPE_API_URL: '12111',
  STRIPE_JS_URL: 'stripe.js',
  SMTP_URL: 'http://mail',
  MAIL_FROM: null,
  SMS_BASE_URL: 'sms',
  SMS_SID: null,
  SMS_TOKEN: null,
  SMS_FROM: null,
  IDV_BASE_URL: 'ftp://idv',
  IDV_CUSTOMER: null,
  IDV_KEY: null,
  IDV_TIMEOUT_MS: '1.5',
  CREDIT_BODY_BASE_URL: 'bureau',
  CREDIT_BODY_CUSTOMER: null,
  CREDIT_BODY_KEY: null,
  CREDIT_BODY_TIMEOUT_MS: 'Infinity',
  SCANNER_URL: 'clamav:9000',
  ADDRESS_USER: null,
  ADDRESS_PASSWORD: null,
  ADDRESS_BASE_URL: 'harmony',
  CONTRIBUTION_WEBHOOK_SECRET: null,
  DEPOSIT_FOLDER: null,
  CHAT_APP_ID: "abc' *",
  ERROR_REPORT_URL: 'errors.example',
  TERMS_URL: 'terms.html',
  FUNDED_TERMS_URL: 'terms.html',
  PRIVACY_URL: 'privacy.html',
  SUPPORT_EMAIL_AU: null,
  SUPPORT_EMAIL_UK: null,
  SUPPORT_PHONE_AU: null,
  SUPPORT_PHONE_UK: null,
  LEGAL_NAME_AU: null,
  LEGAL_NAME_UK: null,
  LEGAL_NUMBER_AU: null,
  LEGAL_NUMBER_UK: null,
  HIDE_STATEMENTS: 'true',
  HIDE_EARLY_PAYMENTS: 'on',
  IDENTITY_RETENTION_DAYS: '0',
  REVIEW_UNDO_DAYS: '31',
  CONTACT_CHANGE_BLOCK_HOURS: '100000',
  STAFF_SESSION_HOURS: '48',
  STAFF_IDLE_MINUTES: '1',
  STAFF_UNDO_HOURS: '0',
  QUIET_HOURS: 'night',
  REFUND_APPROVAL_LIMIT: '-5',
  DISPUTE_APPROVAL_LIMIT: '-5',
  STAFF_MAY_PAY: 'true',
  SANDBOX_URL: 'localhost',
  CLOCK_FILE: null,
  FAULTS: 'yes',
  CRASH_POINT: null,
  RATE_LIMIT_SCALE: 'large',
}

describe('Every setting', () => {
  const here = { DATABASE_URL: 'postgres://x' }

  it.each(Object.entries(wrongAnywhere))('%s is named when it is %s, and alone', (name, value) => {
    const lines = complaint({ ...here, [name]: value ?? 'any text' }).split('\n')
    if (value === null) expect(lines).toEqual([''])
    else
      expect(lines).toEqual([
        expect.stringMatching(/^One setting is wrong/),
        expect.stringMatching(`^- ${name} must `),
      ])
  })

  it.each(Object.keys(wrongAnywhere))('%s counts as left out when it is empty', (name) => {
    expect(complaint({ ...here, [name]: '' })).toBe(name === 'DATABASE_URL' ? complaint({}) : '')
  })
})

describe('Production', () => {
  it('starts when every required setting is set', () => {
    expect(readConfig(production)).toMatchObject({ isProduction: true, environment: 'prod' })
  })

  it.each<[name: string, value: string]>([
    // Data and secrets travel only over connections that are encrypted and verified.
    ['DATABASE_URL', 'postgres://larkwell:pw@db.internal/larkwell?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://pw@db.internal/larkwell?sslmode=verify-full&sslrootcert=/etc/ca.pem'],
    ['DATABASE_URL', 'postgres://larkwell:p@w@a.internal:5432,b.internal:5432/x?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://larkwell:pw@127.0.0.1:6432/larkwell'],
    ['DATABASE_URL', 'postgresql://larkwell:pw@localhost/larkwell'],
    ['DATABASE_URL', 'postgres://larkwell:pw@%2Fvar%2Frun%2Fpostgresql/larkwell'],
    ['DATABASE_URL', 'postgres://larkwell:pw@/larkwell?host=/var/run/postgresql'],
    ['SMTP_URL', 'smtp://user:pw@mail.larkwell.com.au:587?requireTLS=true'],
    ['SCANNER_URL', 'https://scanner.internal'],
    ['SCANNER_URL', 'http://127.0.0.1:9000'],
    ['STRIPE_SECRET_KEY_AU', 'rk_live_restricted'],
    ['TRUSTED_PROXIES', '10.0.0.7, 10.1.0.0/16,2001:db8::/32'],
    ['CONTRIBUTION_WEBHOOK_SECRET', 'a-long-enough-secret-for-the-fund'],
  ])('accepts %s=%s', (name, value) => {
    expect(complaint({ ...production, [name]: value })).toBe('')
  })

  it.each<[name: string, value: string | undefined, right: string]>([
    ['DATABASE_URL', 'postgres://larkwell:pw@db.internal/larkwell', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://larkwell:pw@db.internal/larkwell?sslmode=require', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://pw@db.internal/x?sslmode=verify-full&sslmode=disable', 'verify-full'],
    ['DATABASE_URL', 'postgres://pw@127.0.0.1,db.internal/larkwell', 'sslmode=verify-full'],
    ['DATABASE_URL', undefined, 'is missing'],
    ['SMTP_URL', 'smtp://mail.larkwell.com.au', 'smtps://'],
    ['SMTP_URL', 'smtp://mail.larkwell.com.au?requireTLS=false', 'requireTLS=true'],
    ['SMTP_URL', 'smtps://mail.larkwell.com.au?tls.rejectUnauthorized=false', 'smtps://'],
    ['SMTP_URL', 'smtp://127.0.0.1:12025', 'smtps://'],
    ['SMTP_URL', 'mail.larkwell.com.au', 'smtps://'],
    ['SMS_BASE_URL', 'http://sms.larkwell.com.au', 'https://'],
    ['SMS_BASE_URL', 'https://localhost:12111', 'another machine'],
    ['IDV_BASE_URL', 'http://idv.larkwell.com.au', 'https://'],
    ['IDV_BASE_URL', 'not an address', 'https://'],
    ['CREDIT_BODY_BASE_URL', 'http://bureau.larkwell.com.au', 'https://'],
    ['ADDRESS_BASE_URL', 'http://addresses.larkwell.com.au', 'https://'],
    ['SCANNER_URL', 'http://scanner.internal:9000', 'https://'],
    ['SCANNER_URL', '', 'is missing'],
    ['ERROR_REPORT_URL', 'http://key@errors.larkwell.com.au/1', 'https://'],
    ['PORTAL_ORIGIN', 'http://portal.larkwell.com.au', 'https://'],
    ['PORTAL_ORIGIN', 'https://portal.larkwell.com.au/', 'without a path'],
    ['CARD_FRAME_ORIGIN', 'http://cards.larkwell.com.au', 'https://'],
    ['CARD_FRAME_ORIGIN', 'https://portal.larkwell.com.au', 'differ from PORTAL_ORIGIN'],
    // Real keys are required, one pair for each region.
    ['STRIPE_SECRET_KEY_AU', 'sk_test_1', 'live key (sk_live_… or rk_live_…)'],
    ['STRIPE_SECRET_KEY_UK', 'rk_test_1', 'live key (sk_live_… or rk_live_…)'],
    ['STRIPE_SECRET_KEY_UK', production.STRIPE_SECRET_KEY_AU, 'differ from STRIPE_SECRET_KEY_AU'],
    ['STRIPE_SECRET_KEY_AU', undefined, 'is missing'],
    ['STRIPE_PUBLISHABLE_KEY_AU', 'pk_test_1', 'live key (pk_live_…)'],
    ['STRIPE_PUBLISHABLE_KEY_AU', 'sk_live_1', 'live key (pk_live_…)'],
    [
      'STRIPE_PUBLISHABLE_KEY_UK',
      production.STRIPE_PUBLISHABLE_KEY_AU,
      'differ from STRIPE_PUBLISHABLE_KEY_AU',
    ],
    ['STRIPE_WEBHOOK_SECRET_AU', 'x', 'whsec_'],
    ['STRIPE_WEBHOOK_SECRET_AU', 'whsec_sandbox_au', 'whsec_'],
    ['STRIPE_WEBHOOK_SECRET_UK', production.STRIPE_WEBHOOK_SECRET_AU, 'differ from STRIPE_WEBHOOK_SECRET_AU'],
    ['CONTRIBUTION_WEBHOOK_SECRET', 'x', '32 random characters'],
    ['SMS_TOKEN', undefined, 'is missing'],
    ['SMS_TOKEN', 'sandbox-token', 'your provider'],
    ['IDV_KEY', 'sandbox-key', 'your provider'],
    // Secrets must not be guessable.
    ['SESSION_KEYS', undefined, 'is missing'],
    ['SESSION_KEYS', '2026:short', '32 random characters'],
    ['SESSION_KEYS', `2026:${'a'.repeat(64)}`, '32 random characters'],
    ['SESSION_KEYS', `2026:${'0123456789abcdef'.repeat(4)}`, '32 random characters'],
    ['SESSION_KEYS', `${production.SESSION_KEYS},2025:short`, '32 random characters'],
    ['CODE_PEPPER', undefined, 'is missing'],
    ['CODE_PEPPER', 'development-only-secret-that-production-refuses', 'not be a default'],
    ['CODE_PEPPER', '0'.repeat(32), '32 random characters'],
    ['ENCRYPTION_KEYS', undefined, 'is missing'],
    ['ENCRYPTION_KEYS', `k:${Buffer.alloc(32).toString('base64')}`, '32 random bytes'],
    ['ENCRYPTION_KEYS', `k:${Buffer.alloc(32, 'abcd').toString('base64')}`, '32 random bytes'],
    ['ENCRYPTION_KEYS', 'local:ZGV2ZWxvcG1lbnQtb25seS1zZWNyZXQtdGhhdC1wcm8=', 'a default'],
    // Texts that customers see must be set.
    ['TERMS_URL', undefined, 'is missing'],
    ['TERMS_URL', 'https://larkwell.example/terms', 'not an example'],
    ['FUNDED_TERMS_URL', 'https://example.com/terms', 'not an example'],
    ['PRIVACY_URL', 'http://www.larkwell.com.au/privacy', 'https://'],
    ['SUPPORT_PHONE_AU', undefined, 'is missing'],
    ['SUPPORT_PHONE_AU', '1300139445', 'your own number'],
    ['SUPPORT_PHONE_UK', '+44 20 7946 0445', 'your own number'],
    ['SUPPORT_EMAIL_UK', 'help@larkwell.example', 'not an example'],
    ['MAIL_FROM', 'Larkwell <hello@larkwell.example>', 'not an example'],
    // Without these, all callers would share the proxy's address or could claim any.
    ['TRUSTED_PROXIES', undefined, 'is missing'],
    ['TRUSTED_PROXIES', '0.0.0.0/0', 'not of everybody'],
    ['TRUSTED_PROXIES', 'proxy', 'IP addresses'],
    // These are only for tests and demos.
    ['STRIPE_API_URL', 'http://127.0.0.1:12111', 'production talks to Stripe itself'],
    ['STRIPE_JS_URL', 'http://127.0.0.1:12111/stripe.js', 'from Stripe itself'],
    ['SANDBOX_URL', 'http://127.0.0.1:12111', 'no sandbox'],
    ['CLOCK_FILE', '/tmp/clock.json', 'cannot be moved'],
    ['FAULTS', '1', 'does not kill itself'],
    ['RATE_LIMIT_SCALE', '1000', 'must be 1'],
    ['ENVIRONMENT', 'localhost', '"prod" or "beta"'],
    ['IDENTITY_RETENTION_DAYS', '0', 'whole number'],
  ])('refuses %s=%s', (name, value, right) => {
    const lines = complaint({ ...production, [name]: value }).split('\n')
    expect(lines).toEqual([expect.stringMatching(/^One setting is wrong/), expect.any(String)])
    expect(lines[1]).toMatch(new RegExp(`^- ${name} `))
    expect(lines[1]).toContain(right)
  })

  it('has its own figures where it says so', () => {
    const { rateLimits } = readConfig({ ...production, RATE_LIMITS: '{"session-reads":900}' })
    expect(rateLimits).toMatchObject({ 'session-reads': 900, 'session-writes': 60 })
  })

  it('names every wrong setting at once, and never its value', () => {
    const wrong = {
      DATABASE_URL: 'postgres://larkwell:hunter2@db.internal/larkwell',
      SMTP_URL: 'smtp://user:hunter2@mail.larkwell.com.au',
      SESSION_KEYS: '2026:hunter2',
      CODE_PEPPER: 'hunter2',
      ENCRYPTION_KEYS: 'hunter2:hunter2',
      STRIPE_SECRET_KEY_AU: 'sk_test_hunter2',
      STRIPE_WEBHOOK_SECRET_UK: 'hunter2',
      SMS_TOKEN: 'sandbox-hunter2',
      PORT: 'seventy',
      TRUSTED_PROXIES: undefined,
      TERMS_URL: undefined,
      SANDBOX_URL: 'http://127.0.0.1:12111',
    }
    const [title, ...lines] = complaint({ ...production, ...wrong }).split('\n')
    expect(title).toMatch(/^12 settings are wrong/)
    expect(lines.map((line) => line.split(' ')[1]).sort()).toEqual(Object.keys(wrong).sort())
    expect(lines.join('\n')).not.toContain('hunter2')
  })

  it('lists every missing setting when none is set', () => {
    const lines = complaint({ NODE_ENV: 'production' }).split('\n').slice(1)
    expect(lines.map((line) => line.split(' ')[1]).sort()).toEqual(requiredInProduction.sort())
    for (const line of lines) expect(line).toContain('is missing')
  })

  it('is the only place for live keys', () => {
    const { STRIPE_SECRET_KEY_AU, STRIPE_SECRET_KEY_UK } = production
    const lines = complaint({ DATABASE_URL: 'postgres://x', STRIPE_SECRET_KEY_AU, STRIPE_SECRET_KEY_UK })
    expect(lines).toContain('STRIPE_SECRET_KEY_AU is a live key, which needs NODE_ENV=production')
    expect(lines).toContain('STRIPE_SECRET_KEY_UK is a live key')
  })

  it.each([
    ['postgres://db.internal/larkwell', 'sslmode=verify-full'],
    [undefined, 'is missing'],
  ])('refuses the database %s where only that is read', (DATABASE_URL, right) => {
    expect(() => readDatabaseUrl({ NODE_ENV: 'production', DATABASE_URL })).toThrow(right)
  })
})

describe('Configuration', () => {
  it('needs a database', () => {
    expect(() => readConfig({})).toThrow(/DATABASE_URL/)
  })

  it('takes several session keys, of which the first signs', () => {
    const { sessionKeys } = readConfig({ DATABASE_URL: 'postgres://x', SESSION_KEYS: 'new:aaa:b,old:ccc' })
    expect(sessionKeys).toEqual([
      { id: 'new', secret: 'aaa:b' },
      { id: 'old', secret: 'ccc' },
    ])
  })

  const ports = ['PORT', 'METRICS_PORT', 'CARD_FRAME_PORT'].flatMap((name) =>
    ['abc', '70000', '-1', '30.5', 'NaN', ' '].map((value) => [name, value] as const),
  )
  const timeouts = [
    'DATABASE_TIMEOUT_MS',
    'STRIPE_TIMEOUT_MS',
    'IDV_TIMEOUT_MS',
    'CREDIT_BODY_TIMEOUT_MS',
  ].flatMap((name) => ['10s', '0', '-5', '1.5', 'Infinity'].map((value) => [name, value] as const))

  it.each<readonly [string, string]>([
    ...ports,
    ...timeouts,
    ['IDENTITY_RETENTION_DAYS', 'x'],
    ['IDENTITY_RETENTION_DAYS', '0'],
    ['RATE_LIMITS', 'many'],
    ['RATE_LIMIT_SCALE', 'large'],
    ['RATE_LIMIT_SCALE', 'NaN'],
  ])('refuses the number %s=%s, and names it', (name, value) => {
    const message = new RegExp(`^- ${name} must .*"${value.split('=').pop()}"$`, 'm')
    expect(complaint({ DATABASE_URL: 'postgres://x', [name]: value })).toMatch(message)
  })

  it('takes whole numbers', () => {
    const env = { PORT: '0', METRICS_PORT: '9100', STRIPE_TIMEOUT_MS: '400', IDENTITY_RETENTION_DAYS: '7' }
    expect(readConfig({ DATABASE_URL: 'postgres://x', ...env })).toMatchObject({
      port: 0,
      metricsPort: 9100,
      stripeTimeoutMs: 400,
      identityRetentionDays: 7,
    })
  })

  it.each([
    [{}, { chatAppId: null, errorReportUrl: null }],
    [
      { ENVIRONMENT: 'beta', CHAT_APP_ID: 'beta1' },
      { chatAppId: 'beta1', errorReportUrl: null },
    ],
    [
      { ENVIRONMENT: 'prod', CHAT_APP_ID: 'prod1', ERROR_REPORT_URL: 'https://k@errors.example/1' },
      { chatAppId: 'prod1', errorReportUrl: 'https://k@errors.example/1' },
    ],
  ])('takes from each environment who answers chats and hears of faults: %o', (env, tracking) => {
    expect(readConfig({ DATABASE_URL: 'postgres://x', ...env }).tracking).toEqual(tracking)
  })
})
