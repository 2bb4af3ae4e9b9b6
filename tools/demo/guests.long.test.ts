import { beforeAll, describe, expect, it } from 'vitest'
import type { GuestPaymentPage } from '#contract/guest-payments.ts'
import type { PaymentPage } from '#contract/pay-now.ts'
import { sql } from '#server/platform/database/sql.ts'
import { testServer } from '../testing/server.ts'
import { guestFamilies } from './families/guests.ts'
import { payNowFamilies } from './families/pay-now.ts'
import { insertFamilies } from './family.ts'
import { encryptLinks } from './request-links.ts'
import { insertSchools } from './schools.ts'

const server = await testServer()
const { call, deps } = server

beforeAll(async () => {
  const now = deps.clock()
  await deps.db.transaction(async (tx) => {
    await insertSchools(tx, now)
    await insertFamilies(tx, [...guestFamilies, ...payNowFamilies], now)
  })
  await encryptLinks(deps)
})

const get = (path: string, word: string, query = '') =>
  call(`GET /api/portal/guest/${path}?request=demo-${word}${query}`)

const visa = { displayName: 'Visa ending 4242', cardType: 'visa', surchargePercentage: '1%' }
const american = { cardType: 'amex', surchargePercentage: '1.35%' }
const debit = { cardType: 'visa', surchargePercentage: '0%' }
const bank = { type: 'BankAccount', surchargePercentage: '0%' }
const [usual, first] = [
  { isDefault: true, isUsable: true },
  { isDefault: false, isUsable: true },
]
const wattle = ['Wattle Grove College', 'None']

type Row = {
  due?: number
  school?: string[]
  sources: object[]
  bpay: boolean
  breakdown?: { annual: boolean; overdue: number }
  isWithoutPeriod?: true
  region?: 'AU' | 'UK'
}

const rows: [word: string, row: Row][] = [
  [
    'full',
    {
      sources: [
        { ...visa, ...usual },
        { ...american, ...first },
        { ...bank, ...first },
      ],
      bpay: true,
      breakdown: { annual: true, overdue: 310 },
    },
  ],
  ['nobreakdown', { sources: [{ ...debit, ...usual }], bpay: false }],
  ['noannual', { sources: [], bpay: true, breakdown: { annual: false, overdue: 0 } }],
  ['empty', { sources: [], bpay: false }],
  ['nodefault', { sources: [{ ...visa, ...first }], bpay: true }],
  ['nodefaultnobpay', { sources: [{ ...visa, ...first }], bpay: false }],
  [
    'vm',
    {
      school: ['Banksia Grammar', 'VisaAndMastercard'],
      sources: [{ ...american, ...usual }],
      bpay: true,
      breakdown: { annual: true, overdue: 310 },
    },
  ],
  [
    'all',
    {
      school: ['Jacaranda School', 'All'],
      sources: [{ ...american, ...usual, surchargePercentage: '0%' }],
      bpay: true,
      breakdown: { annual: true, overdue: 310 },
    },
  ],
  [
    'uk',
    {
      due: 1534.57,
      school: ['Oakfield School', 'None'],
      sources: [{ ...debit, ...usual }],
      bpay: false,
      breakdown: { annual: true, overdue: 310 },
      region: 'UK',
    },
  ],
  ['small', { due: 0.6, sources: [{ ...debit, ...usual }], bpay: false }],
  ['zero', { due: 0, sources: [{ ...debit, ...usual }], bpay: false }],
  ['noperiod', { sources: [{ ...debit, ...usual }], bpay: false, isWithoutPeriod: true }],
  [
    'partpaid',
    {
      due: 800,
      sources: [{ ...debit, ...usual }],
      bpay: true,
      breakdown: { annual: true, overdue: 310 },
    },
  ],
  [
    'breakdownfail',
    { sources: [{ ...debit, ...usual }], bpay: false, breakdown: { annual: true, overdue: 310 } },
  ],
  ['noinvoice', { sources: [{ ...debit, ...usual }], bpay: false }],
  ['expressfail', { sources: [{ ...debit, ...usual }], bpay: false }],
  ['expiredcard', { sources: [{ ...debit, isDefault: true, isUsable: false }], bpay: true }],
]

describe('The demo request', () => {
  it.each(rows)('demo-%s shows its case', async (word, row) => {
    const { status, body, headers } = await get('payment-page-details', word)
    const page = body as GuestPaymentPage
    expect([status, headers.get('x-larkwell-region')]).toEqual([200, row.region ?? 'AU'])
    expect([page.institutionInfo.displayName, page.institutionInfo.absorbCardSurcharge]).toEqual(
      row.school ?? wattle,
    )
    expect(page.payableDetails).toEqual({
      amountDue: row.due ?? 1250,
      parts: [],
      fee: 0,
      periodName: row.isWithoutPeriod ? null : expect.stringMatching(/^Term \d \d{4}$/),
      onItsWay: null,
    })
    expect(page.accountInfo.repaymentSources).toHaveLength(row.sources.length)
    expect(page.accountInfo.repaymentSources).toMatchObject(row.sources)
    expect(page.accountInfo.bpayInfo).toEqual(
      row.bpay
        ? {
            billerCode: expect.stringMatching(/^\d+$/),
            reference: expect.stringMatching(/^\d+$/),
            amount: null,
          }
        : null,
    )
    expect(page.config.showBreakdown).toBe(row.breakdown !== undefined)

    const breakdown = await get('payment-page-breakdown', word, '&amount=1')
    if (row.breakdown)
      expect(breakdown.body).toEqual({
        amountDueNow: row.due ?? 1250,
        overdueFees: row.breakdown.overdue,
        paymentFrequency: row.breakdown.annual ? expect.any(String) : null,
        annualTotalFees: row.breakdown.annual ? expect.any(Number) : null,
        paidThisYear: expect.any(Number),
      })
    else expect(breakdown.status).toBe(404)

    const invoice = await fetch(`${server.url}/api/portal/guest/invoice?request=demo-${word}`)
    if (word === 'noinvoice') expect(await invoice.json()).toMatchObject({ code: 'file_missing' })
    else expect([invoice.status, invoice.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  })

  it.each([
    ['paid', 409, 'request_paid'],
    ['cancelled', 410, 'request_cancelled'],
    ['expired', 410, 'request_expired'],
    ['nobody-has', 404, 'not_found'],
  ])('demo-%s says in words why it cannot be paid', async (word, status, code) => {
    const { body, ...reply } = await get('payment-page-details', word)
    expect([reply.status, body.code, body.msg]).toEqual([status, code, expect.stringMatching(/\w/)])
  })

  it('demo-500 cannot be shown, because its data are wrong', async () => {
    const { status, body } = await get('payment-page-details', '500')
    expect([status, body.code]).toEqual([500, 'server_error'])
  })

  it('exists for every guest family', () => {
    const named = guestFamilies.map(({ accounts }) => accounts?.[0]?.requests?.[0]?.id)
    const tried = [...rows.map(([word]) => word), 'paid', 'cancelled', 'expired', '500']
    expect(named.toSorted()).toEqual(tried.map((word) => `demo-${word}`).toSorted())
  })
})

const card = { ...debit, ...usual }
const oakfield = ['Oakfield School', 'None']

describe('The demo family', () => {
  it.each([
    ['pay.one', [wattle], [card], true],
    ['pay.two', [wattle, ['Jacaranda School', 'All']], [card], true],
    ['pay.vm', [['Banksia Grammar', 'VisaAndMastercard']], [card], true],
    ['pay.nosource', [wattle], [], false],
    ['pay.nobpay', [wattle], [card], false],
    ['pay.uk', [oakfield], [card, bank], false],
    ['pay.fail', [wattle], [card], true],
    ['pay.detailsfail', [wattle], [card], true],
  ])('%s can pay as described', async (name, schools, sources, hasBpay) => {
    const email = `${name}@demo.example`
    const row = await deps.db.first<{ mobile: string; accountId: string; hasBpay: boolean }>(sql`
      select mobile_e164 as mobile, account_facts.account_id as "accountId", facts->>'bpay' is not null as "hasBpay"
      from customer join account_member on customer_id = customer.id
        join account_facts on account_facts.account_id = account_member.account_id
      where email = ${email}`)
    const token = await server.logIn(email, row?.mobile ?? '')
    const { body } = await call(`GET /api/portal/customer/account/${row?.accountId}/payment-page-details`, {
      token,
    })
    const { institutions, repaymentSources } = body as PaymentPage
    expect(institutions.map((school) => [school.name, school.absorbCardSurcharge])).toEqual(schools)
    expect(repaymentSources).toHaveLength(sources.length)
    expect(repaymentSources).toMatchObject(sources)
    expect(row?.hasBpay).toBe(hasBpay)
  })
})
