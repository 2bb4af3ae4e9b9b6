import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const secret = 'a-long-enough-secret-for-a-real-installation'

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://larkwell@db.internal/larkwell',
  PORTAL_ORIGIN: 'https://portal.larkwell.example',
  SESSION_KEYS: `2026:${secret}`,
  CODE_PEPPER: secret,
  ENCRYPTION_KEYS: `2026:${Buffer.alloc(32, 7).toString('base64')}`,
  CARD_FRAME_ORIGIN: 'https://cards.larkwell.example',
  STRIPE_SECRET_KEY_AU: 'sk_live_au',
  STRIPE_PUBLISHABLE_KEY_AU: 'pk_live_au',
  STRIPE_WEBHOOK_SECRET_AU: 'whsec_au',
  STRIPE_SECRET_KEY_UK: 'sk_live_uk',
  STRIPE_PUBLISHABLE_KEY_UK: 'pk_live_uk',
  STRIPE_WEBHOOK_SECRET_UK: 'whsec_uk',
  SMTP_URL: 'smtps://mail.larkwell.example',
  MAIL_FROM: 'Larkwell <hello@larkwell.example>',
  SMS_BASE_URL: 'https://sms.larkwell.example',
  SMS_SID: 'AC1',
  SMS_TOKEN: 'token',
  SMS_FROM: 'Larkwell',
  IDV_BASE_URL: 'https://idv.larkwell.example',
  IDV_CUSTOMER: 'larkwell',
  IDV_KEY: 'key',
  CREDIT_BODY_BASE_URL: 'https://bureau.larkwell.example',
  CREDIT_BODY_CUSTOMER: 'larkwell',
  CREDIT_BODY_KEY: 'key',
  SCANNER_URL: 'http://127.0.0.1:9000',
  SUPPORT_EMAIL_AU: 'help@larkwell.example',
  SUPPORT_EMAIL_UK: 'help.uk@larkwell.example',
}

describe('Production', () => {
  it('starts when everything it needs is said', () => {
    expect(readConfig(production)).toMatchObject({ isProduction: true, environment: 'prod' })
  })

  it.each([
    ['no session key', { SESSION_KEYS: undefined }, /SESSION_KEYS/],
    ['a short session key', { SESSION_KEYS: '2026:short' }, /SESSION_KEYS/],
    [
      'the development secret',
      { CODE_PEPPER: 'development-only-secret-that-production-refuses' },
      /CODE_PEPPER/,
    ],
    ['no pepper', { CODE_PEPPER: undefined }, /CODE_PEPPER/],
    ['a test key of Stripe', { STRIPE_SECRET_KEY_UK: 'sk_test_1' }, /STRIPE_SECRET_KEY_UK is a test key/],
    ['no key of Stripe', { STRIPE_SECRET_KEY_AU: undefined }, /STRIPE_SECRET_KEY_AU is missing/],
    ['another Stripe', { STRIPE_API_URL: 'http://127.0.0.1:12111' }, /production talks to Stripe itself/],
    [
      'card forms on its own origin',
      { CARD_FRAME_ORIGIN: 'https://portal.larkwell.example' },
      /CARD_FRAME_ORIGIN/,
    ],
    ['points to die at', { FAULTS: '1' }, /FAULTS is set/],
    ['no encryption key', { ENCRYPTION_KEYS: undefined }, /ENCRYPTION_KEYS/],
    [
      'the development key',
      { ENCRYPTION_KEYS: 'local:ZGV2ZWxvcG1lbnQtb25seS1zZWNyZXQtdGhhdC1wcm8=' },
      /ENCRYPTION_KEYS/,
    ],
    ['reports of faults in clear', { ERROR_REPORT_URL: 'http://key@errors.example/1' }, /ERROR_REPORT_URL/],
    ['mail to the sandbox', { SMTP_URL: 'smtp://127.0.0.1:12025' }, /SMTP_URL/],
    ['identity checks by the sandbox', { IDV_BASE_URL: 'http://127.0.0.1:12111' }, /IDV_BASE_URL/],
    ['a credit body in the sandbox', { CREDIT_BODY_BASE_URL: 'http://localhost:1' }, /CREDIT_BODY_BASE_URL/],
    ['no scanner for files', { SCANNER_URL: '' }, /SCANNER_URL/],
    ['documents that are never deleted', { IDENTITY_RETENTION_DAYS: '0' }, /IDENTITY_RETENTION_DAYS/],
    ['text messages to the sandbox', { SMS_BASE_URL: 'http://localhost:12111' }, /SMS_BASE_URL/],
    ['a sandbox', { SANDBOX_URL: 'http://127.0.0.1:12111' }, /SANDBOX_URL/],
    ['a movable clock', { CLOCK_FILE: '/tmp/clock.json' }, /CLOCK_FILE/],
    ['pages without TLS', { PORTAL_ORIGIN: 'http://portal.larkwell.example' }, /https/],
    ['loosened limits', { RATE_LIMIT_SCALE: '1000' }, /RATE_LIMIT_SCALE/],
    ['no way to send text messages', { SMS_TOKEN: undefined }, /SMS_TOKEN is missing/],
  ])('refuses to start with %s', (_, change, complaint) => {
    expect(() => readConfig({ ...production, ...change })).toThrow(complaint)
  })

  it('has its own figures where it says so', () => {
    const { rateLimits } = readConfig({ ...production, RATE_LIMITS: 'session-reads=900' })
    expect(rateLimits).toMatchObject({ 'session-reads': 900, 'session-writes': 60 })
  })

  it('names every mistake at once', () => {
    expect(() => readConfig({ NODE_ENV: 'production', DATABASE_URL: 'postgres://x' })).toThrow(
      /SMTP_URL is missing[\s\S]*SESSION_KEYS[\s\S]*CODE_PEPPER/,
    )
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

  it.each([
    ['ENVIRONMENT', 'staging'],
    ['RATE_LIMITS', 'logins=5'],
    ['JOBS', 'never'],
    ['SESSION_KEYS', 'nocolon'],
    ['ENCRYPTION_KEYS', 'k1:dG9vIHNob3J0'],
    ['CHAT_APP_ID', "abc' *"],
    ['ERROR_REPORT_URL', 'errors.example'],
  ])('refuses %s=%s', (name, value) => {
    expect(() => readConfig({ DATABASE_URL: 'postgres://x', [name]: value })).toThrow()
  })

  const ports = ['PORT', 'METRICS_PORT', 'CARD_FRAME_PORT'].flatMap((name) =>
    ['abc', '70000', '-1', '30.5', 'NaN', ' '].map((value) => [name, value] as const),
  )
  const timeouts = [
    'DATABASE_TIMEOUT_MS',
    'STRIPE_TIMEOUT_MS',
    'IDV_TIMEOUT_MS',
    'CREDIT_BODY_TIMEOUT_MS',
  ].flatMap((name) => ['10s', '0', '-5', '1.5', 'Infinity', ''].map((value) => [name, value] as const))

  it.each<readonly [string, string]>([
    ...ports,
    ['PORT', ''],
    ...timeouts,
    ['IDENTITY_RETENTION_DAYS', 'x'],
    ['IDENTITY_RETENTION_DAYS', '0'],
    ['IDENTITY_RETENTION_DAYS', ''],
    ['RATE_LIMITS', 'uploads=none'],
    ['RATE_LIMITS', 'uploads=NaN'],
    ['RATE_LIMITS', 'uploads='],
    ['RATE_LIMIT_SCALE', 'large'],
    ['RATE_LIMIT_SCALE', 'NaN'],
  ])('refuses the number %s=%s, and names it', (name, value) => {
    const message = new RegExp(`^${name} must .*"${value.split('=').pop()}"`)
    expect(() => readConfig({ DATABASE_URL: 'postgres://x', [name]: value })).toThrow(message)
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
