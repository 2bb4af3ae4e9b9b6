import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { amex, bankAccount, bpay, mastercardCredit, visaCredit, visaDebit } from '#tools/demo/sources.ts'
import { firstOf } from '#tools/testing/long.ts'
import { addPayer, expectSoundLedger, paymentsOf, providerCharges } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { readBalance } from '../../books/ledger/ledger.store.ts'

const server = await testServer()
const { call, deps } = server
const schema = contract['POST /api/portal/customer/account/:accountId/payments'].reply

afterEach(() => expectSoundLedger(server))

describe('An early payment', () => {
  it('is taken, answered, entered in the ledger and receipted', async () => {
    const payer = await addPayer(server, { sources: [visaCredit()] })
    const before = await readBalance(deps.db, payer.accountId)
    const { status, body } = await payer.pay(120.5)
    expect([status, body]).toEqual([
      200,
      {
        paymentId: expect.any(String),
        status: 'Succeeded',
        amount: 120.5,
        surchargePercentage: '1%',
        surchargeAmount: 1.21,
        date: dateIn('AU', deps.clock()),
        accountShortId: payer.accounts[0]?.shortId,
        schoolName: 'Wattle Grove College',
      },
    ])
    expect(schema.parse(body)).toEqual(body)
    expect((await readBalance(deps.db, payer.accountId)) - before).toBe(12_050)
    const charges = await providerCharges(server)
    expect(charges.filter(({ amount }) => amount === 12_171)).toHaveLength(1)
    const mail = await server.message(payer.email, 'email')
    for (const part of ['120.50', '1.21', '121.71', 'Wattle Grove College']) expect(mail.text).toContain(part)
  })

  const surcharges = [
    ['Wattle Grove College', amex(), '1.35%', 1.35],
    ['Banksia Grammar', visaCredit(), '0%', 0],
    ['Wattle Grove College', visaCredit(), '1%', 1],
    ['Wattle Grove College', mastercardCredit(), '1%', 1],
    ['Wattle Grove College', visaDebit(), '0%', 0],
    ['Wattle Grove College', bankAccount(), '0%', 0],
    ['Banksia Grammar', amex(), '1.35%', 1.35],
    ['Jacaranda School', amex(), '0%', 0],
    ['Oakfield School', amex(), '0%', 0],
  ] as const

  it.each(firstOf(2, surcharges))(
    'at %s costs on top what our own tables say: %#',
    async (school, source, percent, surcharge) => {
      const payer = await addPayer(server, { school, sources: [source] })
      const { body } = await payer.pay(100)
      expect(body).toMatchObject({ surchargePercentage: percent, surchargeAmount: surcharge, amount: 100 })
    },
  )

  it.each([0, '0', '0.00', -1, 1.005, '1e3', 'abc', 100_000.01, null])('of %j is refused', async (amount) => {
    const payer = await addPayer(server)
    const { status, body } = await payer.pay(amount as number)
    expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'invalid_request', ['amount']])
    expect(await paymentsOf(server, payer.accountId)).toEqual([])
  })

  it('needs a request id', async () => {
    const payer = await addPayer(server)
    const reply = await payer.pay(10, { headers: { 'X-Larkwell-Client-Req-Id': '' } })
    expect(reply.status).toBe(400)
  })

  it('cannot use the payment method of another family', async () => {
    const [payer, other] = [await addPayer(server), await addPayer(server)]
    expect((await payer.pay(10, { source: other.sourceIds[0] })).status).toBe(404)
    expect((await payer.pay(10, { token: other.token })).status).toBe(403)
    expect(await paymentsOf(server, payer.accountId)).toEqual([])
  })

  it.each(
    firstOf(1, [
      ['an expired card', visaDebit({ isExpired: true })],
      ['BPAY, which only its owner can send', bpay()],
    ] as const),
  )('cannot be made with %s', async (_, source) => {
    const payer = await addPayer(server, { sources: [source] })
    expect((await payer.pay(10)).body.code).toBe('source_unusable')
  })

  it("cannot go to a school that is not the family's", async () => {
    const [payer, other] = [await addPayer(server), await addPayer(server, { school: 'Banksia Grammar' })]
    const reply = await payer.pay(10, {
      body: { repaymentSourceId: payer.sourceIds[0], amount: 10, instId: other.instId },
    })
    expect(reply.status).toBe(404)
  })

  it('by bank account is under way until the bank has answered', async () => {
    const payer = await addPayer(server, { sources: [bankAccount()] })
    const before = await readBalance(deps.db, payer.accountId)
    expect((await payer.pay(300)).body.status).toBe('Processing')
    expect(await readBalance(deps.db, payer.accountId)).toBe(before)
  })
})

describe('The same request id', () => {
  it('gives the same answer, and takes money once', async () => {
    const payer = await addPayer(server)
    const key = randomUUID()
    const first = await payer.pay(75, { key })
    const again = await payer.pay(75, { key })
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(await paymentsOf(server, payer.accountId)).toHaveLength(1)
  })

  it.each([['75.00'], [75.0]])('counts %j as the same sum', async (amount) => {
    const payer = await addPayer(server)
    const key = randomUUID()
    await payer.pay('75', { key })
    expect((await payer.pay(amount, { key })).status).toBe(200)
  })

  it('with another body is refused', async () => {
    const payer = await addPayer(server)
    const key = randomUUID()
    await payer.pay(75, { key })
    const other = await payer.pay(76, { key })
    expect([other.status, other.body.code]).toEqual([409, 'request_id_reused'])
    expect(await paymentsOf(server, payer.accountId)).toHaveLength(1)
  })

  it('of another family is its own', async () => {
    const [payer, other] = [await addPayer(server), await addPayer(server)]
    const key = randomUUID()
    expect((await payer.pay(75, { key })).status).toBe(200)
    expect((await other.pay(80, { key })).status).toBe(200)
  })

  it('gives a decline again, and a new one may try again', async () => {
    const payer = await addPayer(server, {
      sources: [{ ...visaCredit(), providerId: 'pm_card_chargeCustomerFail' }],
    })
    const key = randomUUID()
    const first = await payer.pay(75, { key })
    expect([first.status, first.body]).toEqual([
      402,
      { code: 'payment_declined', msg: 'Your card was declined.' },
    ])
    expect((await payer.pay(75, { key })).body).toEqual(first.body)
    expect(await paymentsOf(server, payer.accountId)).toMatchObject([{ status: 'Failed' }])
    await payer.pay(75)
    expect(await paymentsOf(server, payer.accountId)).toHaveLength(2)
  })
})

describe('Limits', () => {
  it('stop the eleventh payment in ten minutes, but not the repeat of one', async () => {
    const payer = await addPayer(server)
    const key = randomUUID()
    await payer.pay(1, { key })
    for (let count = 2; count <= 10; count += 1) expect((await payer.pay(count)).status).toBe(200)
    expect((await payer.pay(11)).status).toBe(429)
    expect((await payer.pay(1, { key })).status).toBe(200)
  })

  it('do not let staff spend what is not theirs', async () => {
    const payer = await addPayer(server)
    await deps.db.run(sql`
      update session set impersonator_email = 'staff.support@demo.example' where customer_id = ${payer.customerId}`)
    expect((await payer.pay(10)).body.code).toBe('not_by_staff')
  })

  it('let staff pay with what is saved where an installation wants it, with both names in the trail, and the family is told', async () => {
    const lenient = await testServer({ staffMayPay: true })
    const payer = await addPayer(lenient)
    const [support, operations] = [await addStaff(lenient, 'support'), await addStaff(lenient, 'operations')]
    const letIn = ({ email }: { email: string }) =>
      lenient.deps.db.run(sql`
        update session set impersonator_email = ${email} where customer_id = ${payer.customerId}`)
    await letIn(support)
    expect((await payer.pay(10)).body.code).toBe('not_by_role')
    expect(await paymentsOf(lenient, payer.accountId)).toHaveLength(0)
    await letIn(operations)
    const key = randomUUID()
    for (let time = 0; time < 2; time += 1) expect((await payer.pay(10, { key })).status).toBe(200)
    expect(await paymentsOf(lenient, payer.accountId)).toHaveLength(1)
    const trail = await lenient.deps.db.many(sql`
      select action, impersonator_email as staff from audit_event
      where action in ('Impersonated', 'PaymentStarted') and subject_id in (${payer.customerId}, ${payer.accountId})
      order by seq`)
    const byOperations = { action: 'Impersonated', staff: operations.email }
    expect(trail).toEqual([
      { action: 'Impersonated', staff: support.email },
      byOperations,
      { action: 'PaymentStarted', staff: operations.email },
      byOperations,
    ])
    const letters = await lenient.deps.db.many(sql`
      select facts->>'staffEmail' as staff, facts->>'action' as action from outbox_message
      where kind = 'DoneByStaff' and account_id = ${payer.accountId}`)
    expect(letters).toEqual([
      {
        staff: operations.email,
        action: expect.stringMatching(
          /^started a payment with one of your payment methods: \$10\.\d\d to Wattle Grove College with /,
        ),
      },
    ])
    const card = { method: 'POST', body: { cardToken: 'pm_card_visa' }, token: payer.token } as const
    const path = `POST /api/portal/customer/account/${payer.accountId}/repayment-sources`
    expect((await lenient.call(path, card)).body.code).toBe('not_by_staff')
  })
})

it('shows what the page for an early payment needs', async () => {
  const payer = await addPayer(server, { sources: [visaCredit(), amex()] })
  const path = `GET /api/portal/customer/account/${payer.accountId}/payment-page-details`
  const { body } = await call(path, { token: payer.token })
  expect(body).toMatchObject({
    institutions: [
      {
        id: payer.instId,
        name: 'Wattle Grove College',
        absorbCardSurcharge: 'None',
        cardSurcharges: [
          { cardGroup: 'AmericanExpress', surchargePercentage: '1.35%' },
          { cardGroup: 'VisaOrMastercardCredit', surchargePercentage: '1%' },
        ],
      },
    ],
    repaymentSources: [{ surchargePercentage: '1%' }, { surchargePercentage: '1.35%' }],
    tokenizationUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/card-frame\?session=/),
  })
})

it.each([
  ['AU', 'pk_test_sandbox_au'],
  ['UK', 'pk_test_sandbox_uk'],
])("gives the provider's public key of %s", async (region, pubKey) => {
  const { body } = await call('GET /api/portal/guest/stripe-pub-key', {
    headers: { 'X-Larkwell-Region': region },
  })
  expect(body).toEqual({ pubKey, stripeJsUrl: `${server.sandboxUrl}/endive/stripe.js` })
})
