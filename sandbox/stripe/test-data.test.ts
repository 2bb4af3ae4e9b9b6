import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { clientOf, fromBrowser, idOf, inspect } from './stripe-client.ts'
import { testCards } from './test-cards.ts'

const nextYear = String(new Date().getFullYear() + 1)

describe('test data', () => {
  let sandbox: Sandbox
  let stripe: Stripe
  beforeAll(async () => {
    sandbox = await startSandbox()
    stripe = clientOf(sandbox)
  })
  afterAll(() => sandbox.close())

  const enterCard = (number: string, more: Record<string, string> = {}) =>
    fromBrowser(sandbox, '/v1/payment_methods', {
      type: 'card',
      'card[number]': number,
      'card[exp_month]': '12',
      'card[exp_year]': nextYear,
      'card[cvc]': '123',
      ...more,
    })

  it.each([
    ['4242 4242 4242 4242', 'visa', 'credit', 'US'],
    ['4000056655665556', 'visa', 'debit', 'US'],
    ['5555555555554444', 'mastercard', 'credit', 'US'],
    ['5200828282828210', 'mastercard', 'debit', 'US'],
    ['5105105105105100', 'mastercard', 'prepaid', 'US'],
    ['378282246310005', 'amex', 'credit', 'US'],
    ['371449635398431', 'amex', 'credit', 'US'],
    ['4000000360000006', 'visa', 'credit', 'AU'],
    ['4000008260000000', 'visa', 'credit', 'GB'],
    ['4000058260000005', 'visa', 'debit', 'GB'],
    ['5555558265554449', 'mastercard', 'credit', 'GB'],
    ['4012888888881881', 'visa', 'credit', 'US'],
    ['2223003122003222', 'mastercard', 'credit', 'US'],
    ['6011111111111117', 'discover', 'credit', 'US'],
  ])('the card %s is a %s, %s, from %s, and can be charged', async (number, brand, funding, country) => {
    const { status, body } = await enterCard(number)
    expect([status, body]).toMatchObject([
      200,
      { type: 'card', card: { brand, funding, country, last4: number.slice(-4), exp_month: 12 } },
    ])
    const intent = await stripe.paymentIntents.create({
      amount: 100,
      currency: 'aud',
      payment_method: String(body['id']),
      confirm: true,
    })
    expect(intent.status).toBe('succeeded')
  })

  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000009987', 'card_declined', 'lost_card', 'Your card was declined.'],
    ['4000000000009979', 'card_declined', 'stolen_card', 'Your card was declined.'],
    ['4000000000000069', 'expired_card', 'expired_card', 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
    [
      '4000000000000119',
      'processing_error',
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ],
  ])(
    'the card %s is refused with %s (%s) whenever the bank is involved',
    async (number, code, decline_code, message) => {
      const method = async () => String((await enterCard(number)).body['id'])
      const refused = { statusCode: 402, code, decline_code, message }
      const { id: customer } = await stripe.customers.create()
      await expect(stripe.paymentMethods.attach(await method(), { customer })).rejects.toMatchObject(refused)
      await expect(
        stripe.setupIntents.create({ customer, payment_method: await method(), confirm: true }),
      ).rejects.toMatchObject({ ...refused, setup_intent: { status: 'requires_payment_method' } })
      await expect(
        stripe.paymentIntents.create({
          amount: 100,
          currency: 'aud',
          payment_method: await method(),
          confirm: true,
        }),
      ).rejects.toMatchObject(refused)
    },
  )

  it('the card 4000000000000341 can be saved, and is then refused', async () => {
    const { id: customer } = await stripe.customers.create()
    const method = String((await enterCard('4000000000000341')).body['id'])
    expect(await stripe.paymentMethods.attach(method, { customer })).toMatchObject({ customer })
    await expect(
      stripe.paymentIntents.create({
        amount: 100,
        currency: 'aud',
        payment_method: method,
        customer,
        confirm: true,
      }),
    ).rejects.toMatchObject({ code: 'card_declined', decline_code: 'generic_decline' })
  })

  it.each([
    ['4242424242424241', {}, 'incorrect_number', 'number'],
    ['42424242', {}, 'incorrect_number', 'number'],
    ['4242424242424242', { 'card[exp_month]': '13' }, 'invalid_expiry_month', 'exp_month'],
    ['4242424242424242', { 'card[exp_year]': '2019' }, 'invalid_expiry_year', 'exp_year'],
    ['4242424242424242', { 'card[exp_year]': '19' }, 'invalid_expiry_year', 'exp_year'],
    ['4242424242424242', { 'card[cvc]': '12' }, 'invalid_cvc', 'cvc'],
    ['378282246310005', { 'card[cvc]': '12' }, 'invalid_cvc', 'cvc'],
  ])('the card %s with %j is invalid: %s', async (number, more, code, param) => {
    expect(await enterCard(number, more)).toMatchObject({
      status: 402,
      body: { error: { type: 'card_error', code, param } },
    })
  })

  it("a card expires by the sandbox's clock", async () => {
    await inspect(sandbox, '/clock', { now: `${Number(nextYear) + 1}-01-01T00:00:00Z` })
    expect((await enterCard('4242424242424242')).body.error).toMatchObject({ code: 'invalid_expiry_year' })
    await inspect(sandbox, '/clock', { reset: true })
  })

  it('a server may not send card numbers', async () => {
    await expect(
      stripe.paymentMethods.create({
        type: 'card',
        card: { number: '4242424242424242', exp_month: 12, exp_year: Number(nextYear) },
      }),
    ).rejects.toMatchObject({ statusCode: 402, message: expect.stringContaining('generally unsafe') })
  })

  it.each(testCards.flatMap(({ names, number }) => names.map((name) => [name, number] as const)))(
    'pm_card_%s and the token of that name are the card %s',
    async (name, number) => {
      const intent = await stripe.paymentIntents.create({
        amount: 100,
        currency: 'aud',
        payment_method: `pm_card_${name}`,
        expand: ['payment_method'],
      })
      expect(intent.payment_method).toMatchObject({ card: { last4: number.slice(-4) } })
      const method = await stripe.paymentMethods.create({ type: 'card', card: { token: `tok_${name}` } })
      expect(method.card?.fingerprint).toBe((intent.payment_method as Stripe.PaymentMethod).card?.fingerprint)
    },
  )

  it('the same card has the same fingerprint, in one account', async () => {
    const uk = clientOf(sandbox, 'sk_test_sandbox_uk')
    const printOf = async (stripe: Stripe) =>
      (await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })).card?.fingerprint
    expect(await printOf(stripe)).toBe(await printOf(stripe))
    expect(await printOf(stripe)).not.toBe(await printOf(uk))
  })

  it('a failed authentication at set-up leaves the set-up waiting', async () => {
    const intent = await stripe.setupIntents.create({ usage: 'off_session' })
    const method = (await enterCard('4000002500003155')).body['id']
    const path = `/v1/setup_intents/${intent.id}`
    const secret = { client_secret: intent.client_secret! }
    const waiting = await fromBrowser(sandbox, `${path}/confirm`, {
      ...secret,
      payment_method: String(method),
    })
    expect(waiting.body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    const failed = await fromBrowser(sandbox, `${path}/3ds_result`, { ...secret, outcome: 'failed' })
    expect(failed.body).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'setup_intent_authentication_failure' },
    })
    expect(idOf((await stripe.setupIntents.retrieve(intent.id)).payment_method)).toBe('')
  })
})
