import { describe, expect, it } from 'vitest'
import { addDays, dateIn } from '#domain/calendar/calendar.ts'
import { addFamily } from '#tools/testing/family.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff, approveAs } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { deps, call } = server
const { token, staffId } = await addStaff(server, 'admin')
const support = (await addStaff(server, 'support')).token
const reason = 'Signed on Friday'
await addFamily(server, { email: 'schools@demo.example', mobile: null })

const change = (methodAndPath: string, body: object) =>
  call(methodAndPath, { token, body: { reason, ...body } })

const kurrajong = {
  larkwellId: 'sch-kurrajong',
  region: 'AU',
  name: 'Kurrajong School',
  email: 'accounts@kurrajong.example',
  phone: '+61 2 5550 0000',
  bpayBillerCode: '771234',
  absorbCardSurcharge: 'None',
  allowedRegionalMethods: ['AuBankAccount', 'PaymentCard'],
  allowedPortalMethods: ['BankAccount', 'PaymentCard'],
  showsDirectDebitAuthorisation: true,
  requiresManualReview: false,
  allowsFeeVarianceUpdates: true,
  allowsOutstandingFeeUpdates: true,
  showsBreakdown: true,
  onlyLongestPlans: false,
  renewalOpensDays: 60,
  renewsOnLastFees: false,
  dishonourFee: '12.50',
}

async function schoolNamed(name: string) {
  const { body } = await call('GET /api/staff/schools', { token: support })
  return body.find((school: { name: string }) => school.name === name)
}

const actions = async (action: string) =>
  deps.db.many<{ details: Record<string, string> }>(sql`
    select details from audit_event where action = ${action} and actor_id = ${staffId} order by at, id`)

describe('A school', () => {
  it('is taken on once, and changed in what is named', async () => {
    const made = await change('POST /api/staff/schools', kurrajong)
    expect([made.status, made.body]).toMatchObject([200, { ...kurrajong, dishonourFee: 12.5 }])
    expect((await change('POST /api/staff/schools', kurrajong)).body.code).toBe('already_exists')
    const edited = await change(`PUT /api/staff/schools/${made.body.id}`, {
      requiresManualReview: true,
      absorbCardSurcharge: 'All',
    })
    expect(edited.body).toEqual({ ...made.body, requiresManualReview: true, absorbCardSurcharge: 'All' })
    expect(await schoolNamed('Kurrajong School')).toEqual(edited.body)
    expect(await actions('SchoolChanged')).toMatchObject([
      { details: { absorbCardSurcharge: 'None → All', requiresManualReview: 'false → true', reason } },
    ])
  })

  it.each([
    [
      'a way to pay of the other country',
      { allowedRegionalMethods: [...kurrajong.allowedRegionalMethods, 'UkBankAccount'] },
      'allowedRegionalMethods',
    ],
    [
      'a way in the portal that it does not offer',
      { allowedPortalMethods: ['CustomerDeposit'] },
      'allowedPortalMethods',
    ],
    [
      'BPAY in the United Kingdom',
      { region: 'UK', allowedRegionalMethods: ['PaymentCard'], allowedPortalMethods: ['PaymentCard'] },
      'bpayBillerCode',
    ],
    ['no name', { name: ' ' }, 'name'],
  ])('does not get %s', async (_, fault, field) => {
    const reply = await change('POST /api/staff/schools', { ...kurrajong, larkwellId: 'sch-other', ...fault })
    expect([reply.status, Object.keys(reply.body.fields)]).toEqual([400, [field]])
  })
})

describe('The fees of a school', () => {
  const item = {
    kind: 'Fixed',
    yearLevel: 'Year 4',
    name: 'Tuition',
    amount: 7000,
    percent: null,
    isDiscountable: true,
    taxPercent: 0,
    options: [],
  }
  const terms = [{ no: 1, startsOn: '2030-01-28', endsOn: '2030-04-10' }]

  it('are written for a year and read again', async () => {
    const { id } = await schoolNamed('Banksia Grammar')
    const path = `/api/staff/schools/${id}/fee-schedules`
    const written = await change(`PUT ${path}/2030`, {
      terms,
      items: [item, { ...item, yearLevel: null, name: 'Levy' }],
    })
    expect(written.body).toMatchObject({ year: 2030, terms, items: [item, { name: 'Levy' }] })
    const years = await call(`GET ${path}`, { token: support })
    expect(years.body[0]).toMatchObject({ year: 2030, termCount: 1, itemCount: 2 })
    expect(await actions('FeesWritten')).toMatchObject([{ details: { year: '2030', items: '2', reason } }])
  })

  it.each([
    ['a year level of nobody', { items: [{ ...item, yearLevel: 'Year 44' }] }, 'items.0.yearLevel'],
    ['a fee twice', { items: [item, item] }, 'items.1.name'],
    ['neither amount nor percentage', { items: [{ ...item, amount: null }] }, 'items.0.amount'],
    [
      'a percentage that is no discount',
      { items: [{ ...item, amount: null, percent: 5 }] },
      'items.0.percent',
    ],
    ['nothing to choose among', { items: [{ ...item, kind: 'Selectable' }] }, 'items.0.options'],
    [
      'terms in another year',
      { terms: [{ no: 1, startsOn: '2031-01-28', endsOn: '2031-04-10' }] },
      'terms.0.startsOn',
    ],
    [
      'terms that overlap',
      { terms: [...terms, { no: 2, startsOn: '2030-04-10', endsOn: '2030-06-10' }] },
      'terms.1.startsOn',
    ],
    [
      'a term that ends before it starts',
      { terms: [{ no: 1, startsOn: '2030-04-28', endsOn: '2030-04-10' }] },
      'terms.0.endsOn',
    ],
  ])('are refused with %s', async (_, fault, field) => {
    const { id } = await schoolNamed('Banksia Grammar')
    const reply = await change(`PUT /api/staff/schools/${id}/fee-schedules/2030`, {
      terms,
      items: [item],
      ...fault,
    })
    expect([reply.status, Object.keys(reply.body.fields)]).toEqual([400, [field]])
  })
})

describe('What holds for all schools', () => {
  it('are the rates of surcharges: a new one ends the one before, and never begins in the past', async () => {
    const today = dateIn('AU', deps.clock())
    const validFrom = addDays(today, 30)
    const rate = { region: 'AU', cardGroup: 'AmericanExpress', percent: 1.2, validFrom }
    const asked = await change('POST /api/staff/surcharge-rates', rate)
    const admin = await addStaff(server, 'admin')
    await approveAs(server, admin, asked.body)
    const { body } = await call('GET /api/staff/surcharge-rates', { token: admin.token })
    expect(
      body.filter(({ region, cardGroup }: any) => region === 'AU' && cardGroup === 'AmericanExpress'),
    ).toEqual([
      {
        region: 'AU',
        cardGroup: 'AmericanExpress',
        percent: 1.35,
        validFrom: '2020-01-01',
        validTo: addDays(validFrom, -1),
      },
      { ...rate, validTo: null },
    ])
    expect((await change('POST /api/staff/surcharge-rates', rate)).body.code).toBe('not_possible')
    expect(
      (await change('POST /api/staff/surcharge-rates', { ...rate, validFrom: today })).body.fields,
    ).toHaveProperty('validFrom')
    expect(
      (await change('POST /api/staff/surcharge-rates', { ...rate, region: 'UK' })).body.fields,
    ).toHaveProperty('percent')
    const [set] = await deps.db.many<{ details: object }>(sql`
      select details from audit_event where action = 'SurchargeRateSet' and actor_id = ${admin.staffId}`)
    expect(set?.details).toMatchObject({ approvedBy: admin.email })
  })

  const amex = { region: 'AU', cardGroup: 'AmericanExpress' }
  const amexRates = async () => {
    const { body } = await call('GET /api/staff/surcharge-rates', { token: support })
    return body
      .filter(({ region, cardGroup }: any) => region === 'AU' && cardGroup === 'AmericanExpress')
      .map(({ percent, validFrom, validTo }: any) => ({ percent, validFrom, validTo }))
  }

  /** One admin asks for it, another one approves. */
  const setRate = async (rate: object) => {
    const { body } = await change('POST /api/staff/surcharge-rates', rate)
    return approveAs(server, await addStaff(server, 'admin'), body)
  }

  it('are capped surcharges: no rate above the cap is taken, and an admin can set the cap', async () => {
    const validFrom = addDays(dateIn('AU', deps.clock()), 60)
    const tooHigh = await change('POST /api/staff/surcharge-rates', { ...amex, percent: 9, validFrom })
    expect([tooHigh.status, tooHigh.body.fields]).toEqual([
      400,
      { percent: 'Must not be above the cap of 1.5%. An admin can change the cap in the settings.' },
    ])
    const settings = await change('PUT /api/staff/settings', { surchargeCapAu: 2 })
    expect(settings.body.surchargeCap).toEqual({ AU: 2, UK: 0 })
    expect((await setRate({ ...amex, percent: 1.9, validFrom })).status).toBe(200)
    await change('POST /api/staff/surcharge-rates/withdraw', { ...amex, validFrom })
    await change('PUT /api/staff/settings', { surchargeCapAu: null })
    const again = await change('POST /api/staff/surcharge-rates', { ...amex, percent: 1.9, validFrom })
    expect(again.body.fields).toHaveProperty('percent')
  })

  it('are surcharges that can be withdrawn before they start, and the rate before goes on without a gap', async () => {
    const today = dateIn('AU', deps.clock())
    const [first, last] = [addDays(today, 100), addDays(today, 200)]
    const before = await amexRates()
    await setRate({ ...amex, percent: 1.4, validFrom: first })
    await setRate({ ...amex, percent: 1.1, validFrom: last })

    const between = await change('POST /api/staff/surcharge-rates/withdraw', { ...amex, validFrom: first })
    expect(between.status).toBe(200)
    expect(await amexRates()).toEqual([
      ...before.slice(0, -1),
      { ...before.at(-1), validTo: addDays(last, -1) },
      { percent: 1.1, validFrom: last, validTo: null },
    ])
    await change('POST /api/staff/surcharge-rates/withdraw', { ...amex, validFrom: last })
    expect(await amexRates()).toEqual(before)
    expect(await actions('SurchargeRateWithdrawn')).toMatchObject([
      { details: { reason } },
      { details: { percent: '1.4', validFrom: first, reason } },
      { details: { percent: '1.1', validFrom: last, reason } },
    ])

    const gone = await change('POST /api/staff/surcharge-rates/withdraw', { ...amex, validFrom: last })
    expect(gone.status).toBe(404)
    const started = await change('POST /api/staff/surcharge-rates/withdraw', {
      ...amex,
      validFrom: '2020-01-01',
    })
    expect(started.body.fields).toEqual({
      validFrom: 'This rate has started. Set another rate from a future day instead.',
    })
    const { status } = await call('POST /api/staff/surcharge-rates/withdraw', {
      token: support,
      body: { ...amex, validFrom: last, reason },
    })
    expect(status).toBe(403)
  })
})
