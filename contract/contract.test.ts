import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { clientRequestIdHeader, fileNameHeader, regionHeader } from './headers.ts'
import { contract } from './contract.ts'
import { isFile, type Endpoint } from './endpoint.ts'
import { staffContract } from './staff.ts'

const table: Record<string, Endpoint> = contract
const keys = Object.keys(contract)

const calls = {
  '/api/auth/customer/': [
    'POST send-otp',
    'POST otp-login',
    'POST email-login',
    'POST token-login',
    'POST contact-change',
    'POST stop-contact-change',
  ],
  '/api/portal/customer/': [
    'GET accounts',
    'GET transactions',
    'GET product-switch/agreement',
    'GET selectable-fees/institution/:institutionId/year/:year',
    'GET stripe-pub-key',
    'POST address-search',
    'GET chat',
    'POST chat',
  ],
  '/api/portal/customer/account/:accountId/': [
    'GET account-setup-status',
    'GET overview',
    'GET profile',
    'GET transactions',
    'GET transactions/export',
    'GET transactions/:transactionId',
    'GET transactions/:transactionId/receipt',
    'GET explanations/:figure',
    'GET statements',
    'GET statements/:statementId',
    'GET invoices',
    'GET invoices/:invoiceId',
    'POST invoices/upload',
    'GET bank-accounts',
    'POST bank-accounts',
    'POST bank-accounts/:bankAccountId/confirm',
    'POST bank-accounts/:bankAccountId/send-code',
    'GET withdrawal-requests',
    'GET available-to-withdraw',
    'POST withdrawal-requests',
    'POST withdrawal-requests/:requestId/confirm',
    'POST withdrawal-requests/:requestId/send-code',
    'POST withdrawal-requests/:requestId/cancel',
    'GET repayment-details',
    'POST repayment-details',
    'PUT repayment-details',
    'POST repayment-sources',
    'POST activate-repayment-source',
    'POST remove-repayment-source',
    'GET direct-debit-agreement',
    'GET repayment-sources/:sourceId/authorisation',
    'POST stripe-setup-intent',
    'POST stripe-checkout-session',
    'POST stripe-payment-success',
    'GET payment-page-details',
    'POST payments',
    'GET payment-outcome',
    'POST payment-cancellation',
    'GET payments/:paymentId/receipt',
    'POST stripe-express-checkout-verification',
    'GET payment-schedule',
    'GET calculate-estimate',
    'POST calculate-plan',
    'POST save-plan',
    'POST discount-letters',
    'GET year/:year/date/:date/repayment-duration-options',
    'GET enrolments',
    'GET plan-material',
    'GET methods-of-payment',
    'POST choose-method-of-payment',
    'POST move-payment',
    'POST skip-payments',
    'POST undo-plan-change',
    'POST switch-extra-outcome',
    'POST move-failed-payment',
    'POST pay-with-method',
    'GET care',
    'GET arrangement-agreement',
    'POST care-request',
    'POST care-request/words',
    'POST care-request/withdraw',
    'POST care-offer/accept',
    'POST care-offer/ask-change',
    'GET fee-schedule/:feeScheduleId',
    'GET calendar-feed',
    'POST calendar-feed',
    'POST remove-calendar-feed',
    'GET customer-details',
    'POST customer-details',
    'GET identification-details',
    'POST identification-details',
    'POST identification-details/manual',
  ],
  '/api/portal/guest/': [
    'GET payment-page-details',
    'GET payment-page-breakdown',
    'GET invoice',
    'POST payments',
    'GET saved-method-access',
    'POST saved-method-access',
    'POST saved-method-code',
    'GET payment-outcome',
    'POST payment-cancellation',
    'GET receipt',
    'GET stripe-pub-key',
    'POST stripe-checkout-session',
    'POST stripe-payment-success',
    'POST stripe-express-checkout-verification',
  ],
  '/api/support/': ['POST chat', 'POST chat/messages'],
  '/api/': ['GET settings', 'POST client-errors'],
}

const promised = Object.entries(calls).flatMap(([path, ends]) =>
  ends.map((end) => end.replace(' ', ` ${path}`)),
)

describe('the calls of the portal', () => {
  it.each(promised)('%s is one of them', (key) => {
    expect(keys).toContain(key)
  })

  it('are no others, except log-out, what staff in a customer’s place may not do, and the deliberate failure', () => {
    expect(keys.filter((key) => !promised.includes(key)).toSorted()).toEqual([
      'GET /api/portal/customer/impersonation',
      'POST /api/auth/customer/logout',
      'POST /api/auth/customer/test-error',
    ])
  })

  it('repeat no call under another parameter name', () => {
    const shapes = keys.map((key) => key.replaceAll(/:\w+/g, ':'))
    expect(new Set(shapes).size).toBe(keys.length)
  })

  it('list the money calls that require a client request id', () => {
    const demanding = keys.filter((key) => table[key]?.needsClientRequestId)
    expect(demanding.toSorted()).toEqual([
      'GET /api/portal/customer/account/:accountId/payment-outcome',
      'GET /api/portal/guest/payment-outcome',
      'POST /api/portal/customer/account/:accountId/payment-cancellation',
      'POST /api/portal/customer/account/:accountId/payments',
      'POST /api/portal/customer/account/:accountId/stripe-express-checkout-verification',
      'POST /api/portal/customer/account/:accountId/stripe-payment-success',
      'POST /api/portal/guest/payment-cancellation',
      'POST /api/portal/guest/payments',
      'POST /api/portal/guest/stripe-checkout-session',
      'POST /api/portal/guest/stripe-express-checkout-verification',
      'POST /api/portal/guest/stripe-payment-success',
    ])
  })

  it('reply with a file where a document is requested', () => {
    const files = keys.filter((key) => isFile(table[key]?.reply))
    expect(files.toSorted()).toEqual([
      'GET /api/portal/customer/account/:accountId/arrangement-agreement',
      'GET /api/portal/customer/account/:accountId/direct-debit-agreement',
      'GET /api/portal/customer/account/:accountId/invoices/:invoiceId',
      'GET /api/portal/customer/account/:accountId/payments/:paymentId/receipt',
      'GET /api/portal/customer/account/:accountId/repayment-sources/:sourceId/authorisation',
      'GET /api/portal/customer/account/:accountId/statements/:statementId',
      'GET /api/portal/customer/account/:accountId/transactions/:transactionId/receipt',
      'GET /api/portal/customer/account/:accountId/transactions/export',
      'GET /api/portal/guest/invoice',
      'GET /api/portal/guest/receipt',
    ])
  })

  it('take a file where a document is uploaded', () => {
    const uploads = keys.filter((key) => table[key]?.upload)
    expect(uploads.toSorted()).toEqual([
      'POST /api/portal/customer/account/:accountId/discount-letters',
      'POST /api/portal/customer/account/:accountId/identification-details/manual',
      'POST /api/portal/customer/account/:accountId/invoices/upload',
    ])
  })

  it('use the agreed header names', () => {
    expect([regionHeader, clientRequestIdHeader, fileNameHeader.toLowerCase()]).toEqual([
      'X-Larkwell-Region',
      'X-Larkwell-Client-Req-Id',
      'x-filename',
    ])
  })
})

function accessOf(path: string): Endpoint['access'] {
  if (path.includes('/account/:accountId/')) return 'account'
  if (path.startsWith('/api/portal/customer/') || path.endsWith('/logout')) return 'customer'
  return path.startsWith('/api/portal/guest/') ? 'guest' : 'public'
}

describe('every call', () => {
  const all = Object.entries(table).map(([key, endpoint]) => {
    const [method = '', path = ''] = key.split(' ')
    return { key, method, path, endpoint }
  })

  it('is open to the callers its path names', () => {
    const wrong = all.filter(({ path, endpoint }) => endpoint.access !== accessOf(path))
    expect(wrong.map(({ key }) => key)).toEqual([])
  })

  it.each(all)('$key describes each parameter of its path and no other', ({ path, endpoint }) => {
    const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(Object.keys(endpoint.params?.shape ?? {})).toEqual(named)
  })

  it('accepts only ids of ours in its path, except where a school or a request has a name of its own', () => {
    const everything = Object.entries<Endpoint>({ ...contract, ...staffContract })
    const loose = everything.flatMap(([key, { params }]) =>
      Object.entries(params?.shape ?? {})
        .filter(([name, schema]) => name.endsWith('Id') && z.safeParse(schema, 'x').success)
        .map(([name]) => `${key} ${name}`),
    )
    expect(loose.toSorted()).toEqual([
      'GET /api/portal/customer/selectable-fees/institution/:institutionId/year/:year institutionId',
      'GET /api/staff/payment-requests/:requestId requestId',
      'POST /api/staff/payment-requests/:requestId/cancel requestId',
      'POST /api/staff/payment-requests/:requestId/resend requestId',
    ])
  })

  it('has a summary that reads like a sentence', () => {
    const summaries = all.map(({ endpoint }) => endpoint.summary)
    expect(summaries.filter((summary) => !/^[A-Z].{15,}[^.]$/.test(summary))).toEqual([])
  })

  it('has no body when it reads and no query when it writes', () => {
    const wrong = all.filter(({ method, endpoint }) => (method === 'GET' ? endpoint.body : endpoint.query))
    expect(wrong.map(({ key }) => key)).toEqual([])
  })
})

/** Whether an unknown field of a body is refused. */
function isStrict(schema: z.ZodMiniType): boolean {
  if (schema instanceof z.ZodMiniUnion)
    return schema.def.options.every((option) => isStrict(option as z.ZodMiniType))
  return schema instanceof z.ZodMiniObject && schema.def.catchall instanceof z.ZodMiniNever
}

describe('A body', () => {
  const bodies = Object.entries<Endpoint>({ ...table, ...staffContract }).flatMap(([key, { body }]) =>
    body ? [{ key, body }] : [],
  )

  it.each(bodies)('with an unknown field is refused by $key', ({ body }) => {
    expect(isStrict(body)).toBe(true)
  })
})
