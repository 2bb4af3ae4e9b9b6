import { describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import { addDays, calendarDate, dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import { cents } from '#domain/money.ts'
import type { SurchargeRate } from '#domain/payment-methods/surcharges.ts'
import {
  amex,
  bankAccount,
  bpay,
  mastercardCredit,
  mastercardDebit,
  ukBankAccount,
  ukVisaDebit,
  visaCredit,
  visaDebit,
} from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { firstOf } from '#tools/testing/long.ts'
import { payer } from '#tools/testing/payer.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { isCardExpired, problemOf } from './paying-source.ts'
import type { MethodFacts, StoredRepayment } from './payment-methods.store.ts'
import { methodFacts, toDetails } from './repayment-details.ts'

const server = await testServer()
const { deps } = server
const schema = contract['GET /api/portal/customer/account/:accountId/repayment-details'].reply

describe('Repayment details', () => {
  it('have exactly the fields of the contract', async () => {
    const parent = await payer(server, { sources: [visaCredit(), bankAccount(), amex()] })
    const details = await parent.details()
    expect(schema.parse(details)).toEqual(details)
    expect(details.repayments).toHaveLength(1)
    expect(details.repayments[0]).toMatchObject({
      source: { id: parent.sourceIds[0] },
      frequency: 'Fortnight',
      changeEffectiveDate: null,
      allowChange: true,
      isPending: false,
    })
  })

  it('list payment methods oldest first, without removed ones', async () => {
    const parent = await payer(server, { sources: [visaDebit(), mastercardDebit(), amex()] })
    await deps.db.run(sql`
      update repayment_source set status = 'Removed' where account_id = ${parent.accountId} and id = ${parent.sourceIds[1]}`)
    const { repaymentSources } = await parent.details()
    expect(repaymentSources.map(({ id }) => id)).toEqual([parent.sourceIds[0], parent.sourceIds[2]])
  })

  it('name the amount and the day of the next collection', async () => {
    const parent = await payer(server, { plans: [{ status: 'Saved', year: 'Next' }] })
    const next = await deps.db.first<{ amount: number; date: string }>(sql`
      select amount_minor as amount, collect_on as date from instalment
      where account_id = ${parent.accountId} and status = 'Scheduled' order by seq limit 1`)
    expect((await parent.details()).repayments).toMatchObject([
      { amount: (next?.amount ?? 0) / 100, nextRepaymentDate: next?.date, hasMissedCutoff: false },
    ])
  })

  it.each([
    ['Draft', []],
    ['Completed', []],
  ] as const)('have no repayments for a plan that is %s', async (status, repayments) => {
    const parent = await payer(server, { plans: [{ status, year: status === 'Draft' ? 'This' : 'Last' }] })
    expect((await parent.details()).repayments).toEqual(repayments)
  })

  it('warn when a payment is with the bank already', async () => {
    const plans = [{ status: 'Current' as const, starts: -84, isCollecting: true }]
    const parent = await payer(server, { plans })
    const [taken] = await deps.db.many<{ amount: number; date: string }>(sql`
      select amount_minor as amount, coalesce(retry_on, collect_on) as date from instalment
      where account_id = ${parent.accountId} and status = 'Collecting'`)
    expect((await parent.details()).repayments).toMatchObject([
      { hasMissedCutoff: true, withBank: { amount: (taken?.amount ?? 0) / 100, date: taken?.date } },
    ])
  })

  it('warn when a payment is collected today', async () => {
    const parent = await payer(server, { plans: [{ status: 'Saved', year: 'Next' }] })
    const today = dateIn('AU', deps.clock())
    await deps.db.run(sql`
      update instalment set due_on = ${today}, collect_on = ${today}
      where account_id = ${parent.accountId} and seq = 1`)
    expect((await parent.details()).repayments).toMatchObject([{ hasMissedCutoff: true }])
  })

  it('show a change that waits for its day', async () => {
    const parent = await payer(server, {
      sources: [bankAccount(), visaDebit()],
      pendingChange: { toSource: 1, inDays: 5 },
    })
    expect((await parent.details()).repayments).toMatchObject([
      {
        source: { id: parent.sourceIds[1] },
        isPending: true,
        changeEffectiveDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    ])
  })

  it.each(
    firstOf(2, [
      [true, true, true],
      [false, true, false],
      [true, false, false],
    ]),
  )(
    'allow a change when account (%s) and configuration (%s) do: %s',
    async (allowsRepaymentChange, allowsSourceUpdates, allowChange) => {
      const parent = await payer(server, { allowsRepaymentChange, allowsSourceUpdates })
      expect((await parent.details()).repayments).toMatchObject([{ allowChange }])
    },
  )

  it('have no source before there is a payment method', async () => {
    const parent = await payer(server, { sources: [] })
    expect(await parent.details()).toMatchObject({ repayments: [{ source: null }], repaymentSources: [] })
  })

  it("are not told to another family's parent", async () => {
    const [parent, stranger] = [await payer(server), await payer(server)]
    const path = `GET /api/portal/customer/account/${stranger.accountId}/repayment-details`
    expect((await server.call(path, { token: parent.token })).status).toBe(403)
  })
})

describe('The surcharge of a payment method', () => {
  const sources = [
    visaCredit(),
    visaDebit(),
    mastercardCredit(),
    mastercardDebit(),
    amex(),
    bankAccount(),
    bpay(),
  ]

  it.each(
    firstOf(1, [
      ['None', ['1%', '0%', '1%', '0%', '1.35%', '0%', '0%']],
      ['VisaAndMastercard', ['0%', '0%', '0%', '0%', '1.35%', '0%', '0%']],
      ['All', ['0%', '0%', '0%', '0%', '0%', '0%', '0%']],
    ]),
  )('where the school absorbs %s', async (absorb, percentages) => {
    const parent = await payer(server, { sources })
    await deps.db.run(sql`
      update institution set absorb_card_surcharge = ${absorb}
      where id = (select institution_id from account where id = ${parent.accountId})`)
    const { repaymentSources } = await parent.details()
    await deps.db.run(sql`
      update institution set absorb_card_surcharge = 'None'
      where id = (select institution_id from account where id = ${parent.accountId})`)
    expect(repaymentSources.map(({ surchargePercentage }) => surchargePercentage)).toEqual(percentages)
  })

  it('is nothing in the United Kingdom', async () => {
    const parent = await payer(server, {
      school: 'Oakfield School',
      sources: [visaCredit(), ukVisaDebit(), amex(), ukBankAccount()],
    })
    const { repaymentSources } = await parent.details()
    expect(repaymentSources.map(({ surchargePercentage }) => surchargePercentage)).toEqual(
      repaymentSources.map(() => '0%'),
    )
  })
})

const noonOf = (day: string) => new Date(`${day}T02:00:00Z`)
const waiting = (on: string, owing: number, isRetry = false) => ({
  seq: 1,
  on: calendarDate(on),
  collectOn: calendarDate(on),
  retryOn: isRetry ? calendarDate(on) : null,
  noticedOn: calendarDate('2026-01-01'),
  owingMinor: cents(owing),
  isRetry,
})
const plan = (...payments: ReturnType<typeof waiting>[]): StoredRepayment => ({
  planId: '7d3b1e52-0d5f-4c58-9d0c-1f6a0f0f3a11',
  frequency: 'Fortnight',
  waiting: payments,
  collecting: [],
})

describe('What a payment method costs', async () => {
  const sources = [visaCredit(), amex(), visaDebit(), bankAccount(), bpay()]
  const australian = await methodFacts(deps.db, (await payer(server, { sources })).accountId)
  const british = await methodFacts(
    deps.db,
    (await payer(server, { school: 'Oakfield School', sources: [visaCredit(), amex()] })).accountId,
  )
  const rate = (cardGroup: SurchargeRate['cardGroup'], basisPoints: number, from: string, to?: string) => ({
    region: 'AU' as const,
    cardGroup,
    basisPoints,
    validFrom: calendarDate(from),
    validTo: to ? calendarDate(to) : null,
  })
  const surchargeRates: SurchargeRate[] = [
    rate('VisaOrMastercardCredit', 100, '2020-01-01', '2027-06-30'),
    rate('VisaOrMastercardCredit', 80, '2027-07-01'),
    rate('AmericanExpress', 135, '2020-01-01'),
    { ...rate('AmericanExpress', 135, '2020-01-01'), region: 'UK' },
  ]
  const repayments = [
    plan(waiting('2027-06-25', 120_50), waiting('2027-07-23', 33_33)),
    plan(waiting('2027-07-09', 120_50)),
  ]
  const costs = (facts: MethodFacts, day: string) =>
    toDetails(facts, noonOf(day)).repaymentSources.map(({ surcharge }) => [
      surcharge.nextPayment,
      surcharge.remainingPayments,
    ])
  const facts = { ...australian, surchargeRates, repayments }
  const nothing = [0, 0]

  it('is the rate of each payment’s own day, each rounded by itself, over all plans', () => {
    expect(costs(facts, '2027-06-20')).toEqual([
      // 1.21 + 0.96 + 0.27, and 1.63 + 1.63 + 0.45.
      [1.21, 2.44],
      [1.63, 3.71],
      nothing,
      nothing,
      nothing,
    ])
  })

  it('is the rate of today for a payment that is late', () => {
    expect(costs(facts, '2027-07-02')[0]).toEqual([0.96, 2.19])
  })

  it.each([
    ['VisaAndMastercard', [nothing, [1.63, 3.71]], ['1.35%', '0%']],
    ['All', [nothing, nothing], []],
    [
      'None',
      [
        [1.21, 2.44],
        [1.63, 3.71],
      ],
      ['1.35%', '1%'],
    ],
  ] as const)('where the school absorbs %s, for saved and for new cards', (absorb, cards, groups) => {
    const absorbing = { ...facts, account: { ...facts.account, absorbCardSurcharge: absorb } }
    expect(costs(absorbing, '2027-06-20').slice(0, 2)).toEqual(cards)
    const { cardSurcharges } = toDetails(absorbing, noonOf('2027-06-20'))
    expect(cardSurcharges.map(({ surchargePercentage }) => surchargePercentage)).toEqual(groups)
    if (absorb === 'None')
      expect(cardSurcharges).toEqual([
        {
          cardGroup: 'AmericanExpress',
          surchargePercentage: '1.35%',
          nextPayment: 1.63,
          remainingPayments: 3.71,
        },
        {
          cardGroup: 'VisaOrMastercardCredit',
          surchargePercentage: '1%',
          nextPayment: 1.21,
          remainingPayments: 2.44,
        },
      ])
  })

  it('is nothing in the United Kingdom, whatever a rate says', () => {
    const uk = { ...british, surchargeRates, repayments }
    expect(costs(uk, '2027-06-20')).toEqual([nothing, nothing])
    expect(toDetails(uk, noonOf('2027-06-20')).cardSurcharges).toEqual([])
  })

  it('is nothing where nothing is left to pay, though cards have their rates', () => {
    const paid = { ...facts, repayments: [] }
    expect(costs(paid, '2027-06-20')[0]).toEqual(nothing)
    expect(toDetails(paid, noonOf('2027-06-20')).cardSurcharges[1]).toMatchObject({
      surchargePercentage: '1%',
      remainingPayments: 0,
    })
  })
})

describe('The first payment that a change would reach', async () => {
  const sources = [visaDebit(), bankAccount(), bpay({ isPreferred: false })]
  const facts = await methodFacts(deps.db, (await payer(server, { sources })).accountId)
  const [card, bank, deposit] = facts.sources
  // The second is the first business day after Easter.
  const repayments = [
    plan(waiting('2027-03-12', 100_00), waiting('2027-03-30', 200_00), waiting('2027-04-09', 300_00)),
  ]
  const first = (more: Partial<MethodFacts>, day: string) =>
    toDetails({ ...facts, repayments, ...more }, noonOf(day)).repayments[0]?.firstToMove

  it.each([
    ['weeks before', '2027-02-20', { amount: 100, date: '2027-03-12' }],
    ['on the last day before the cut-off', '2027-03-10', { amount: 100, date: '2027-03-12' }],
    ['after the cut-off', '2027-03-11', { amount: 200, date: '2027-03-30' }],
    ['on the day itself', '2027-03-12', { amount: 200, date: '2027-03-30' }],
    ['when it is late', '2027-03-14', { amount: 200, date: '2027-03-30' }],
    ['on the last day before a long weekend', '2027-03-24', { amount: 200, date: '2027-03-30' }],
    ['past the cut-off of two of them', '2027-03-25', { amount: 300, date: '2027-04-09' }],
    ['past the cut-off of the last', '2027-04-08', null],
  ])('%s', (_, day, expected) => {
    expect(first({}, day)).toEqual(expected)
  })

  it('is the same while another change waits for its day', () => {
    const pendingChange = { id: '1', sourceId: bank?.id ?? '', effectiveOn: calendarDate('2027-03-13') }
    expect(first({ pendingChange }, '2027-03-11')).toEqual({ amount: 200, date: '2027-03-30' })
  })

  it('is the late one, on the next business day, where the active payment method cannot pay', () => {
    const broken = [{ ...card!, status: 'Unusable' as const }, bank!]
    // A Sunday.
    expect(first({ sources: broken }, '2027-03-14')).toEqual({ amount: 100, date: '2027-03-15' })
  })

  it('is one that failed, on the day of its next try', () => {
    const retrying = [plan(waiting('2027-03-16', 100_00, true), waiting('2027-03-30', 200_00))]
    expect(first({ repayments: retrying }, '2027-03-15')).toEqual({ amount: 100, date: '2027-03-16' })
  })

  it('leaves a deposit its time to arrive, so that nothing is paid twice', () => {
    const paysByDeposit = [
      { ...deposit!, isPreferred: true },
      { ...card!, isPreferred: false },
    ]
    // Due on Friday 12 March; it counts as missed on Thursday 18 March.
    expect(first({ sources: paysByDeposit }, '2027-03-10')).toEqual({ amount: 100, date: '2027-03-12' })
    expect(first({ sources: paysByDeposit }, '2027-03-15')).toEqual({ amount: 200, date: '2027-03-30' })
    const soon = [plan(waiting('2027-03-12', 100_00), waiting('2027-03-18', 200_00))]
    expect(first({ sources: paysByDeposit, repayments: soon }, '2027-03-15')).toBeNull()
  })
})

describe('What is left to pay', () => {
  async function payerOf(
    rows: {
      on: CalendarDate
      status: string
      amount: number
      paid?: number
      reserved?: number
      retryOn?: CalendarDate
    }[],
  ) {
    const parent = await payer(server, {
      plans: [{ status: 'Saved', year: 'Next' }],
      sources: [visaCredit()],
    })
    await deps.db.run(
      sql`delete from instalment where account_id = ${parent.accountId} and seq > ${rows.length}`,
    )
    for (const [place, { on, status, amount, paid = 0, reserved = 0, retryOn = null }] of rows.entries())
      await deps.db.run(sql`
        update instalment set status = ${status}, due_on = ${on}, collect_on = ${on}, retry_on = ${retryOn},
          amount_minor = ${amount}, settled_minor = ${paid}, reserved_minor = ${reserved}
        where account_id = ${parent.accountId} and seq = ${place + 1}`)
    return parent
  }
  const inDays = (days: number) => addDays(dateIn('AU', deps.clock()), days)

  it('is what will really be taken: without what came ahead, with what is tried again', async () => {
    // As every new try, on a day on which banks are open.
    const retryOn = addBusinessDays(inDays(12), -1, calendars.AU)
    const parent = await payerOf([
      { on: inDays(-30), status: 'Paid', amount: 400_00, paid: 400_00 },
      { on: inDays(-20), status: 'Overdue', amount: 400_00 },
      { on: inDays(-5), status: 'Retrying', amount: 400_00, retryOn },
      { on: inDays(14), status: 'Scheduled', amount: 400_00, paid: 150_00 },
      { on: inDays(28), status: 'Scheduled', amount: 400_00, reserved: 400_00 },
      { on: inDays(42), status: 'Scheduled', amount: 399_50 },
    ])
    const { repayments, repaymentSources } = await parent.details()
    expect(repayments).toMatchObject([
      { amount: 400, nextRepaymentDate: retryOn, remainingPayments: 3, hasMissedCutoff: false },
    ])
    expect(repaymentSources[0]?.surcharge).toEqual({ nextPayment: 4, remainingPayments: 4 + 2.5 + 4 })
  })

  it('is nothing but what is with the bank, once that is the last of it', async () => {
    const parent = await payerOf([{ on: inDays(-1), status: 'Collecting', amount: 400_00, reserved: 400_00 }])
    expect((await parent.details()).repayments).toMatchObject([
      {
        amount: 400,
        nextRepaymentDate: inDays(-1),
        remainingPayments: 0,
        firstToMove: null,
        hasMissedCutoff: true,
      },
    ])
  })
})

describe('Trouble with a payment method', () => {
  const fine = { status: 'Usable', cardExpiry: null, mandateStatus: null } as const
  it.each([
    ['31 days before a card’s last day', { cardExpiry: '2027-03' }, '2027-02-28', undefined],
    ['30 days before it', { cardExpiry: '2027-03' }, '2027-03-01', 'CardExpiring'],
    ['on it', { cardExpiry: '2027-03' }, '2027-03-31', 'CardExpiring'],
    ['the day after it', { cardExpiry: '2027-03' }, '2027-04-01', 'CardExpired'],
    ['when the row says so too', { cardExpiry: '2027-03', status: 'Unusable' }, '2027-04-01', 'CardExpired'],
    ['when the bank has not answered yet', { mandateStatus: 'pending' }, '2027-03-01', undefined],
    ['when it has', { mandateStatus: 'active' }, '2027-03-01', undefined],
    [
      'when it has ended a mandate',
      { mandateStatus: 'inactive', status: 'Unusable' },
      '2027-03-01',
      'MandateEnded',
    ],
    ['when the provider lost a card', { cardExpiry: '2029-03', status: 'Unusable' }, '2027-03-01', 'Refused'],
  ] as const)('%s', (_, source, today, trouble) => {
    expect(problemOf({ ...fine, ...source }, calendarDate(today))).toBe(trouble)
  })
})

describe('A card', () => {
  it.each([
    ['2027-03', '2027-03-31', false],
    ['2027-03', '2027-04-01', true],
    ['2027-12', '2028-01-01', true],
    ['2027-12', '2027-01-01', false],
  ])('with the date %s is expired on %s: %s', (expiry, today, isExpired) => {
    expect(isCardExpired(expiry, today as Parameters<typeof isCardExpired>[1])).toBe(isExpired)
  })

  it('whose month is over is unusable, whatever the row says', async () => {
    const parent = await payer(server, { sources: [visaDebit(), bankAccount()] })
    await deps.db.run(sql`
      update repayment_source set card_expiry = '2024-02' where account_id = ${parent.accountId} and card_expiry is not null`)
    const { repaymentSources } = await parent.details()
    expect(repaymentSources.map(({ isUsable, expiryDate }) => [isUsable, expiryDate])).toEqual([
      [false, '2024-02'],
      [true, null],
    ])
  })
})

describe('A saved source', () => {
  it('has all that a charge needs', async () => {
    const parent = await payer(server, { sources: [visaCredit(), bankAccount()] })
    const [card, bank] = await deps.db.many(sql`
      select type, account.region, card_brand as "cardBrand", card_funding as "cardFunding", source.status,
        provider_payment_method_id as "providerPaymentMethodId", stripe_customer_id as "providerCustomerId",
        provider_mandate_id as "providerMandateId", mandate_status as "mandateStatus"
      from repayment_source source join account on account.id = source.account_id
      where source.account_id = ${parent.accountId} order by type desc`)
    expect(card).toMatchObject({
      type: 'PaymentCard',
      region: 'AU',
      cardBrand: 'visa',
      cardFunding: 'credit',
      status: 'Usable',
      providerPaymentMethodId: expect.stringMatching(/^pm_\w{24}$/),
      providerCustomerId: expect.stringMatching(/^cus_/),
    })
    expect(bank).toMatchObject({
      providerMandateId: expect.stringMatching(/^mandate_/),
      mandateStatus: 'active',
    })
  })
})
