import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { visaDebit } from '#tools/demo/sources.ts'
import { addGuest } from '#tools/testing/guest.ts'
import { firstOf } from '#tools/testing/long.ts'
import { addPayer, expectSoundLedger, paymentsOf, providerCharges } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { call, deps } = server
afterEach(() => expectSoundLedger(server))

const guest = await addGuest(server, {}, { sources: [visaDebit()] })
const parent = await addPayer(server, { sources: [visaDebit()] })
const saved = { repaymentSourceId: guest.sourceIds[0] }
const why = { paymentAmountChangeReason: 'UnableToPayFullAmount' }
const other = (paymentAmountChangeReasonDescription?: unknown) => ({
  amount: 100,
  paymentAmountChangeReason: 'Other',
  paymentAmountChangeReasonDescription,
})

const noSums = [
  0,
  '0',
  '0.00',
  -1,
  '-1',
  1.005,
  '1.005',
  'abc',
  '',
  ' ',
  '1e3',
  'NaN',
  '0x10',
  '1,000',
  '٣',
  null,
  true,
]

describe('A guest is refused, and nothing is taken,', () => {
  it('for what is no sum, too little or too much', async () => {
    for (const amount of [...noSums, 0.99, '0.99', 0.01, 100_000.01, '100000.01', 1e12, {}]) {
      const { status, body } = await guest.pay({ ...saved, amount, ...why })
      const answer = [status, body.code, Object.keys(body.fields)]
      expect(answer, JSON.stringify(amount)).toEqual([400, 'invalid_request', ['amount']])
      expect(await paymentsOf(server, guest.accountId)).toEqual([])
    }
  })

  it.each([
    ['another sum without a reason', { amount: 100 }, 'paymentAmountChangeReason'],
    [
      'another sum with an empty reason',
      { amount: 100, paymentAmountChangeReason: '' },
      'paymentAmountChangeReason',
    ],
    [
      'a reason that nobody offers',
      { amount: 100, paymentAmountChangeReason: 'Whim' },
      'paymentAmountChangeReason',
    ],
    ['another reason in no words', other(), 'paymentAmountChangeReasonDescription'],
    ['another reason in null words', other(null), 'paymentAmountChangeReasonDescription'],
    ['another reason in an empty line', other(''), 'paymentAmountChangeReasonDescription'],
    ['another reason in blanks', other('   '), 'paymentAmountChangeReasonDescription'],
    ['a reason of 101 characters', other('x'.repeat(101)), 'paymentAmountChangeReasonDescription'],
    ['a reason that is no text', other(7), 'paymentAmountChangeReasonDescription'],
    ['a card and a saved method at once', { amount: 1250, token: 'pm_1' }, 'body'],
    ['neither card nor saved method', { amount: 1250, repaymentSourceId: undefined }, 'body'],
    ['more than is asked', { amount: 1250, isAdmin: true }, 'body'],
    ['no school', { amount: 1250, larkwellId: undefined }, 'larkwellId'],
    ['another school', { amount: 1250, larkwellId: randomUUID() }, 'larkwellId'],
    ['no account', { amount: 1250, shortId: '' }, 'shortId'],
    ['another account', { amount: 1250, shortId: 'LW000000' }, 'shortId'],
    ['no e-mail', { amount: 1250, email: 'nobody' }, 'email'],
  ])('for %s', async (_, body, field) => {
    const reply = await guest.pay({ ...saved, ...body })
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_request'])
    expect(Object.keys(reply.body.fields)).toContain(field)
    expect(reply.body.msg).toBe('Please check the highlighted fields and try again.')
    expect(await paymentsOf(server, guest.accountId)).toEqual([])
  })

  it.each(['', 'short', 'x'.repeat(65), 'with space 123', "'; drop table"])(
    'for the request id %j',
    async (key) => {
      const reply = await guest.pay({ ...saved, amount: 1250 }, { key })
      expect([reply.status, Object.keys(reply.body.fields)]).toEqual([400, ['X-Larkwell-Client-Req-Id']])
    },
  )

  it('for a body that is no body', async () => {
    for (const body of ['', '[]', 'null', '{', '"x"']) {
      const reply = await call('POST /api/portal/guest/payments', {
        body,
        headers: { 'content-type': 'application/json', 'X-Larkwell-Client-Req-Id': randomUUID() },
      })
      expect(reply.status).toBe(400)
    }
  })

  it.each([
    ['Paid', 409, 'request_paid', 'This payment request has already been paid.'],
    ['Cancelled', 410, 'request_cancelled', 'This payment request was cancelled.'],
    ['Expired', 410, 'request_expired', 'This payment request has expired.'],
  ] as const)('for a request that is %s', async (status, code, name, msg) => {
    const closed = await addGuest(server, { status })
    const body = { repaymentSourceId: closed.sourceIds[0], amount: 1250 }
    for (const reply of [
      await closed.pay(body),
      await closed.pay({ ...body, amount: 10, ...why }),
      await closed.openSession(1250),
    ]) {
      expect([reply.status, reply.body.code, reply.body.msg]).toEqual([code, name, msg])
      if (status === 'Paid') expect(reply.body.payment).toMatchObject({ amount: 1250 })
    }
    expect(await paymentsOf(server, closed.accountId)).toEqual([])
  })
})

describe('A guest may', () => {
  it('pay one, 100,000 and a reason of a hundred characters, and the school reads it', async () => {
    const rich = await addGuest(server, { amountDue: cents(20_000_000) }, { sources: [visaDebit()] })
    const pay = (body: object) => rich.pay({ repaymentSourceId: rich.sourceIds[0], ...body })
    const description = 'é'.repeat(100)
    const replies = [
      await pay({ amount: 1, ...why }),
      await pay({ amount: '100000.00', ...why }),
      await pay({ ...other(`  ${description}  `), amount: '3.5' }),
      // Said without need, a description is kept as it is.
      await pay({ amount: 4, ...why, paymentAmountChangeReasonDescription: 'As agreed' }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const rows = await deps.db.many(sql`
      select amount_change_reason as reason, amount_change_description as description from payment
      where account_id = ${rich.accountId} and provider_key is not null order by created_at`)
    expect(rows.slice(2)).toEqual([
      { reason: 'Other', description },
      { reason: 'UnableToPayFullAmount', description: 'As agreed' },
    ])
  })
})

describe('A parent is refused, and nothing is taken,', () => {
  const send = (body: object, key: string = randomUUID()) =>
    call(`POST /api/portal/customer/account/${parent.accountId}/payments`, {
      token: parent.token,
      body: { repaymentSourceId: parent.sourceIds[0], amount: 10, instId: parent.instId, ...body },
      headers: { 'X-Larkwell-Client-Req-Id': key },
    })

  const refused: [body: object, status: number, field: string | null][] = [
    ...[...noSums, 100_000.01, '100000.01'].map((amount): (typeof refused)[number] => [
      { amount },
      400,
      'amount',
    ]),
    [{ repaymentSourceId: undefined }, 400, 'repaymentSourceId'],
    [{ repaymentSourceId: '' }, 400, 'repaymentSourceId'],
    [{ repaymentSourceId: 'no-id' }, 404, null],
    [{ repaymentSourceId: guest.sourceIds[0] }, 404, null],
    [{ instId: undefined }, 400, 'instId'],
    [{ instId: randomUUID() }, 404, null],
    [{ token: 'pm_card_visa' }, 400, 'body'],
    [{ paymentAmountChangeReason: 'Other' }, 400, 'body'],
  ]

  it('for what is no sum, no method and no school of theirs', async () => {
    for (const [body, status, field] of refused) {
      const reply = await send(body)
      expect(reply.status, JSON.stringify(body)).toBe(status)
      if (field) expect(Object.keys(reply.body.fields), JSON.stringify(body)).toEqual([field])
      expect(await paymentsOf(server, parent.accountId)).toEqual([])
    }
  })

  it.each(['', 'short', 'x'.repeat(65)])('for the request id %j', async (key) => {
    expect(Object.keys((await send({}, key)).body.fields)).toEqual(['X-Larkwell-Client-Req-Id'])
  })

  it('but may pay less than a guest and 100,000; what the provider finds too small is said so', async () => {
    expect((await send({ amount: 0.5 })).status).toBe(200)
    expect((await send({ amount: 100_000 })).status).toBe(200)
    expect((await send({ amount: 0.01 })).body).toEqual({
      code: 'payment_declined',
      msg: 'This amount is too small to be taken this way. Please pay a larger amount.',
    })
  })
})

/** Of the cards that the provider gives for trying out: what becomes of each, typed by a guest or saved by a parent. */
type Ending = { declined: string } | { surcharge: [string, number] } | { form: string }
const one: Ending = { surcharge: ['1%', 10] }
const none: Ending = { surcharge: ['0%', 0] }
const amexRate: Ending = { surcharge: ['1.35%', 13.5] }
const cards: readonly [number: string, name: string, ending: Ending][] = [
  ['4242424242424242', 'visa', one],
  ['4000056655665556', 'visa_debit', none],
  ['378282246310005', 'amex', amexRate],
  ['4000000000009995', '', { form: 'Your card has insufficient funds.' }],
  ['4000000000000341', 'chargeCustomerFail', { declined: 'Your card was declined.' }],
  ['5555555555554444', 'mastercard', one],
  ['5200828282828210', 'mastercard_debit', none],
  ['5105105105105100', 'mastercard_prepaid', none],
  ['371449635398431', '', amexRate],
  ['4000000360000006', 'au', one],
  ['4000008260000000', 'gb', one],
  ['4000058260000005', 'gb_debit', none],
  ['5555558265554449', 'gb_mastercard', one],
  ['4000000000000002', '', { form: 'Your card was declined.' }],
  ['4000000000009987', '', { form: 'Your card was declined.' }],
  ['4000000000009979', '', { form: 'Your card was declined.' }],
  ['4000000000000069', '', { form: 'Your card has expired.' }],
  ['4000000000000127', '', { form: "Your card's security code is incorrect." }],
  ['4000000000000119', '', { form: 'An error occurred while processing your card' }],
  ['4242424242424241', '', { form: 'Your card number is incorrect.' }],
  ['4000000000000259', 'createDispute', one],
]

describe('A test card', () => {
  it.each(firstOf(5, cards))('%s typed by a guest', async (number, _, ending) => {
    const payer = await addGuest(server, { amountDue: cents(100_000) })
    const before = (await providerCharges(server)).filter(({ hasSucceeded }) => hasSucceeded).length
    if ('form' in ending) {
      await expect(payer.card(number)).rejects.toThrow(ending.form)
      expect(await paymentsOf(server, payer.accountId)).toEqual([])
      return
    }
    await expectEnding(
      payer.accountId,
      ending,
      before,
      await payer.pay({ token: await payer.card(number), amount: 1000 }),
    )
  })

  const savable = cards.filter(([, name]) => name !== '')

  it.each(firstOf(1, savable))('%s %s saved by a parent', async (number, name, ending) => {
    const [brand, funding] = brandAndFunding(number, name)
    const source = { ...visaDebit(), brand, funding, providerId: `pm_card_${name}` }
    const payer = await addPayer(server, { sources: [source] })
    const before = (await providerCharges(server)).filter(({ hasSucceeded }) => hasSucceeded).length
    if ('form' in ending) throw new Error('such a card cannot be saved')
    await expectEnding(payer.accountId, ending, before, await payer.pay(1000))
  })

  const brandAndFunding = (number: string, name: string) => {
    const brand = number.startsWith('3') ? 'amex' : number.startsWith('5') ? 'mastercard' : 'visa'
    const funding = name.includes('debit') ? 'debit' : name.includes('prepaid') ? 'prepaid' : 'credit'
    return [brand, funding] as const
  }

  async function expectEnding(
    accountId: string,
    ending: Exclude<Ending, { form: string }>,
    before: number,
    { status, body }: Awaited<ReturnType<typeof parent.pay>>,
  ) {
    const [payment] = await paymentsOf(server, accountId)
    const taken = (await providerCharges(server)).filter(({ hasSucceeded }) => hasSucceeded).length - before
    const entries = await deps.db.many(sql`
      select 1 from ledger_entry where account_id = ${accountId} and cause_id = ${payment?.id} and kind = 'Repayment'`)
    if ('declined' in ending) {
      expect([status, body]).toEqual([402, { code: 'payment_declined', msg: ending.declined }])
      expect([payment?.status, taken, entries.length]).toEqual(['Failed', 0, 0])
      return
    }
    const [surchargePercentage, surchargeAmount] = ending.surcharge
    expect([status, body]).toMatchObject([200, { amount: 1000, surchargePercentage, surchargeAmount }])
    expect([taken, entries.length]).toEqual([1, 1])
  }
})
