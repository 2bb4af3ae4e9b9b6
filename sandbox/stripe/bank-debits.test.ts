import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { clientOf, fromBrowser, idOf, inspect } from './stripe-client.ts'

const acceptance: Stripe.SetupIntentCreateParams.MandateData = {
  customer_acceptance: { type: 'online', online: { ip_address: '127.0.0.1', user_agent: 'a browser' } },
}
const billing_details = { name: 'Ada Byron', email: 'ada@b.test', address: { line1: '1 High Street' } }

describe('bank debits', () => {
  let sandbox: Sandbox
  let au: Stripe
  let uk: Stripe
  beforeAll(async () => {
    sandbox = await startSandbox()
    au = clientOf(sandbox)
    uk = clientOf(sandbox, 'sk_test_sandbox_uk')
  })
  afterAll(() => sandbox.close())
  // A Monday.
  beforeEach(() => inspect(sandbox, '/reset', { now: '2027-03-01T09:00:00Z' }))

  const goTo = (now: string) => inspect(sandbox, '/clock', { now })

  const setUpBecs = async (account_number: string) => {
    const { id: customer } = await au.customers.create()
    const { id: method } = await au.paymentMethods.create({
      type: 'au_becs_debit',
      au_becs_debit: { bsb_number: '000-000', account_number },
      billing_details,
    })
    const setup = await au.setupIntents.create({
      customer,
      payment_method: method,
      allowed_payment_method_types: ['au_becs_debit'],
      confirm: true,
      mandate_data: acceptance,
    })
    return { customer, method, setup, mandate: idOf(setup.mandate) }
  }
  const setUpBacs = async (account_number: string) => {
    const { id: customer } = await uk.customers.create()
    const setup = await uk.setupIntents.create({ customer, allowed_payment_method_types: ['bacs_debit'] })
    const confirmed = await fromBrowser(
      sandbox,
      `/v1/setup_intents/${setup.id}/confirm`,
      {
        client_secret: setup.client_secret!,
        'payment_method_data[type]': 'bacs_debit',
        'payment_method_data[bacs_debit][sort_code]': '10-88-00',
        'payment_method_data[bacs_debit][account_number]': account_number,
        'payment_method_data[billing_details][name]': 'Ada Byron',
        'payment_method_data[billing_details][email]': 'ada@b.test',
        'payment_method_data[billing_details][address][line1]': '1 High Street',
        return_url: 'http://portal.test/payments/complete',
      },
      'pk_test_sandbox_uk',
    )
    const after = await uk.setupIntents.retrieve(setup.id)
    return { customer, confirmed, method: idOf(after.payment_method), mandate: idOf(after.mandate) }
  }
  type Debit = { customer: string; method: string }
  const debit = (
    stripe: Stripe,
    { customer, method }: Debit,
    more: Partial<Stripe.PaymentIntentCreateParams> = {},
  ) =>
    stripe.paymentIntents.create({
      amount: 20_000,
      currency: stripe === au ? 'aud' : 'gbp',
      customer,
      payment_method: method,
      confirm: true,
      off_session: true,
      ...more,
    })
  const stateOf = async (stripe: Stripe, { id }: { id: string }) => {
    const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    const charge = intent.latest_charge as Stripe.Charge
    return [intent.status, charge.status, intent.last_payment_error?.code ?? null]
  }

  it('an Australian account has its mandate at once, and its debit succeeds after three business days', async () => {
    const account = await setUpBecs('000123456')
    expect(account.setup.status).toBe('succeeded')
    expect(await au.mandates.retrieve(account.mandate)).toMatchObject({
      status: 'active',
      payment_method: account.method,
    })
    const intent = await debit(au, account)
    expect(await stateOf(au, intent)).toEqual(['processing', 'pending', null])
    await goTo('2027-03-04T08:59:00Z')
    expect(await stateOf(au, intent)).toEqual(['processing', 'pending', null])
    await goTo('2027-03-04T09:01:00Z')
    expect(await stateOf(au, intent)).toEqual(['succeeded', 'succeeded', null])
  })

  it('a debit waits over the weekend', async () => {
    const account = await setUpBecs('000123456')
    await goTo('2027-03-05T09:00:00Z')
    const intent = await debit(au, account)
    await goTo('2027-03-09T23:00:00Z')
    expect(await stateOf(au, intent)).toEqual(['processing', 'pending', null])
    await goTo('2027-03-10T09:01:00Z')
    expect(await stateOf(au, intent)).toEqual(['succeeded', 'succeeded', null])
  })

  it.each([
    ['111111113', 'account_closed'],
    ['111111116', 'no_account'],
    ['222222227', 'refer_to_customer'],
    ['333333335', 'debit_not_authorized'],
  ])('the Australian account %s fails with %s', async (number, code) => {
    const intent = await debit(au, await setUpBecs(number))
    expect(intent.status).toBe('processing')
    await goTo('2027-03-04T09:01:00Z')
    expect(await stateOf(au, intent)).toEqual(['requires_payment_method', 'failed', code])
  })

  it.each([
    ['343434343', 'charge_exceeds_source_limit'],
    ['121212121', 'charge_exceeds_transaction_limit'],
  ])('the Australian account %s is refused at once with %s', async (number, code) => {
    await expect(debit(au, await setUpBecs(number))).rejects.toMatchObject({
      statusCode: 402,
      code,
      payment_intent: { status: 'requires_payment_method' },
    })
  })

  it('a new British mandate is accepted after some days; until then a debit takes seven, later four', async () => {
    const account = await setUpBacs('00012345')
    expect(account.confirmed).toMatchObject({ status: 200, body: { status: 'succeeded' } })
    expect(await uk.mandates.retrieve(account.mandate)).toMatchObject({
      status: 'pending',
      payment_method_details: { bacs_debit: { network_status: 'pending', reference: expect.any(String) } },
    })
    const first = await debit(uk, account)
    await goTo('2027-03-05T10:00:00Z')
    expect(await uk.mandates.retrieve(account.mandate)).toMatchObject({
      status: 'active',
      payment_method_details: { bacs_debit: { network_status: 'accepted' } },
    })
    expect(await stateOf(uk, first)).toEqual(['processing', 'pending', null])
    const second = await debit(uk, account)
    await goTo('2027-03-10T10:00:00Z')
    expect(await stateOf(uk, first)).toEqual(['succeeded', 'succeeded', null])
    expect(await stateOf(uk, second)).toEqual(['processing', 'pending', null])
    await goTo('2027-03-11T10:01:00Z')
    expect(await stateOf(uk, second)).toEqual(['succeeded', 'succeeded', null])
  })

  it.each([
    ['22222227', 'insufficient_funds', 'active'],
    ['33333335', 'debit_not_authorized', 'inactive'],
    ['00033333', 'debit_not_authorized', 'inactive'],
  ])('the British account %s fails with %s and leaves its mandate %s', async (number, code, status) => {
    const account = await setUpBacs(number)
    const intent = await debit(uk, account)
    await goTo('2027-03-12T09:00:00Z')
    expect(await stateOf(uk, intent)).toEqual(['requires_payment_method', 'failed', code])
    expect(await uk.mandates.retrieve(account.mandate)).toMatchObject({ status })
  })

  it.each([
    ['90012345', ['succeeded', 'succeeded', null]],
    ['92222227', ['requires_payment_method', 'failed', 'insufficient_funds']],
    ['93333335', ['requires_payment_method', 'failed', 'debit_not_authorized']],
  ])('the British account %s has its outcome after three minutes', async (number, state) => {
    const intent = await debit(uk, await setUpBacs(number))
    await goTo('2027-03-01T09:02:00Z')
    expect(await stateOf(uk, intent)).toEqual(['processing', 'pending', null])
    await goTo('2027-03-01T09:04:00Z')
    expect(await stateOf(uk, intent)).toEqual(state)
  })

  it('the British account 00044444 is refused at set-up', async () => {
    const { confirmed } = await setUpBacs('00044444')
    expect(confirmed).toMatchObject({
      status: 400,
      body: {
        error: { code: 'account_number_invalid', setup_intent: { status: 'requires_payment_method' } },
      },
    })
  })

  it.each([
    ['34343434', 'charge_exceeds_source_limit'],
    ['12121212', 'charge_exceeds_transaction_limit'],
  ])('the British account %s is refused at once with %s', async (number, code) => {
    await expect(debit(uk, await setUpBacs(number))).rejects.toMatchObject({ statusCode: 402, code })
  })

  it.each([
    [() => au, () => setUpBecs('666666660')],
    [() => uk, () => setUpBacs('55555559')],
  ])(
    'a debit can be disputed after it succeeded, and the dispute cannot be contested',
    async (client, setUp) => {
      const stripe = client()
      const intent = await debit(stripe, await setUp())
      await goTo('2027-03-12T09:00:00Z')
      expect((await stateOf(stripe, intent))[0]).toBe('succeeded')
      const disputes = await stripe.disputes.list({ payment_intent: intent.id })
      expect(disputes.data).toMatchObject([
        { amount: 20_000, status: 'lost', reason: 'debit_not_authorized' },
      ])
    },
  )

  it.each([
    'pm_bacsDebit_success',
    'pm_bacsDebit_insufficientFunds',
    'pm_bacsDebit_debitNotAuthorized',
    'pm_bacsDebit_dispute',
    'pm_bacsDebit_mandateRefused',
  ])('%s is a British account', async (payment_method) => {
    const { id: customer } = await uk.customers.create()
    const setup = await uk.setupIntents.create({
      customer,
      payment_method,
      confirm: true,
      mandate_data: acceptance,
      expand: ['payment_method', 'mandate'],
    })
    expect(setup).toMatchObject({
      status: 'succeeded',
      payment_method: { type: 'bacs_debit', customer, bacs_debit: { sort_code: '108800' } },
      mandate: { status: 'pending' },
    })
  })

  it.each(['success', 'accountClosed', 'noAccount', 'referToCustomer', 'debitNotAuthorized', 'dispute'])(
    'pm_auBecsDebit_%s is an Australian account',
    async (name) => {
      const { id: customer } = await au.customers.create()
      const setup = await au.setupIntents.create({
        customer,
        payment_method: `pm_auBecsDebit_${name}`,
        confirm: true,
        mandate_data: acceptance,
        expand: ['payment_method'],
      })
      expect(setup.payment_method).toMatchObject({ au_becs_debit: { bsb_number: '000000' } })
    },
  )

  describe('are not made', () => {
    it('without a mandate', async () => {
      const { id: customer } = await au.customers.create()
      await expect(
        au.setupIntents.create({ customer, payment_method: 'pm_auBecsDebit_success', confirm: true }),
      ).rejects.toMatchObject({ statusCode: 400, param: 'mandate_data' })
      await expect(debit(au, { customer, method: 'pm_auBecsDebit_success' })).rejects.toMatchObject({
        code: 'payment_intent_mandate_invalid',
      })
      expect((await au.paymentIntents.list()).data).toEqual([])
      expect((await au.setupIntents.list()).data).toEqual([])
    })

    it('under a revoked mandate, and one in progress fails', async () => {
      const account = await setUpBecs('000123456')
      const underWay = await debit(au, account)
      await inspect(sandbox, '/stripe/revoke-mandate', { mandate: account.mandate })
      expect(await au.mandates.retrieve(account.mandate)).toMatchObject({ status: 'inactive' })
      await expect(debit(au, account)).rejects.toMatchObject({
        statusCode: 400,
        code: 'payment_intent_mandate_invalid',
      })
      await goTo('2027-03-05T09:00:00Z')
      expect(await stateOf(au, underWay)).toEqual([
        'requires_payment_method',
        'failed',
        'debit_not_authorized',
      ])
    })

    it('under a mandate that the bank refuses, at once on request', async () => {
      for (const [number, status] of [
        ['00012345', 'active'],
        ['00033333', 'inactive'],
      ] as const) {
        const { mandate } = await setUpBacs(number)
        expect(await uk.mandates.retrieve(mandate)).toMatchObject({ status: 'pending' })
        await inspect(sandbox, '/stripe/answer-mandate', { mandate })
        expect(await uk.mandates.retrieve(mandate)).toMatchObject({ status })
      }
    })

    it('in another currency, or at the other account', async () => {
      const account = await setUpBecs('000123456')
      await expect(debit(au, account, { currency: 'gbp' })).rejects.toMatchObject({
        code: 'payment_intent_incompatible_payment_method',
      })
      await expect(uk.paymentMethods.retrieve(account.method)).rejects.toMatchObject({ statusCode: 404 })
      await expect(
        au.setupIntents.create({ allowed_payment_method_types: ['bacs_debit'] }),
      ).rejects.toMatchObject({ statusCode: 400 })
    })

    it.each([
      [{ bsb_number: '000', account_number: '000123456' }, 'routing_number_invalid'],
      [{ bsb_number: '000-000', account_number: '12' }, 'account_number_invalid'],
    ])('from invalid account numbers: %j', async (au_becs_debit, code) => {
      await expect(
        au.paymentMethods.create({ type: 'au_becs_debit', au_becs_debit, billing_details }),
      ).rejects.toMatchObject({ statusCode: 400, code })
    })

    it("without the holder's name", async () => {
      const { id: customer } = await au.customers.create()
      const { id } = await au.paymentMethods.create({
        type: 'au_becs_debit',
        au_becs_debit: { bsb_number: '000-000', account_number: '000123456' },
      })
      await expect(
        au.setupIntents.create({ customer, payment_method: id, confirm: true, mandate_data: acceptance }),
      ).rejects.toMatchObject({ code: 'parameter_missing', param: 'billing_details[name]' })
    })
  })

  it('have a requested outcome', async () => {
    const account = await setUpBecs('000123456')
    const good = await debit(au, account)
    await inspect(sandbox, '/stripe/settle', { paymentIntent: good.id })
    expect((await stateOf(au, good))[0]).toBe('succeeded')
    const bad = await debit(au, account)
    await inspect(sandbox, '/stripe/settle', { paymentIntent: bad.id, outcome: 'no_account' })
    expect(await stateOf(au, bad)).toEqual(['requires_payment_method', 'failed', 'no_account'])
    await inspect(sandbox, '/faults', { provider: 'stripe', action: 'decline:account_closed' })
    const switched = await debit(au, account)
    await goTo('2027-03-05T09:00:00Z')
    expect(await stateOf(au, switched)).toEqual(['requires_payment_method', 'failed', 'account_closed'])
  })

  it('are disputed after they were paid when a switch says so', async () => {
    await inspect(sandbox, '/faults', { provider: 'stripe', action: 'dispute' })
    const { id } = await debit(au, await setUpBecs('000123456'))
    await goTo('2027-03-05T09:00:00Z')
    expect((await stateOf(au, { id }))[0]).toBe('succeeded')
    expect((await au.disputes.list({ payment_intent: id })).data).toMatchObject([
      { reason: 'debit_not_authorized', amount: 20_000 },
    ])
  })
})
