import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { clientOf, inspect } from './stripe-client.ts'

describe('a list', () => {
  let sandbox: Sandbox
  let stripe: Stripe
  let customer: string
  let made: string[]
  beforeAll(async () => {
    sandbox = await startSandbox()
    stripe = clientOf(sandbox)
    await inspect(sandbox, '/clock', { now: '2027-03-01T09:00:00Z' })
    customer = (await stripe.customers.create()).id
    made = []
    for (let count = 1; count <= 12; count += 1) {
      const intent = await stripe.paymentIntents.create({
        amount: 100 * count,
        currency: 'aud',
        ...(count % 2 === 0 && { customer }),
      })
      made.unshift(intent.id)
      await inspect(sandbox, '/clock', { advance: 'PT1H' })
    }
  })
  afterAll(() => sandbox.close())

  const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)

  it('shows the newest ten, and says that there are more', async () => {
    const list = await stripe.paymentIntents.list()
    expect(list).toMatchObject({ object: 'list', has_more: true, url: '/v1/payment_intents' })
    expect(ids(list)).toEqual(made.slice(0, 10))
  })

  it('continues after an entry', async () => {
    const after = await stripe.paymentIntents.list({ limit: 3, starting_after: made[2]! })
    expect([ids(after), after.has_more]).toEqual([made.slice(3, 6), true])
    const last = await stripe.paymentIntents.list({ limit: 3, starting_after: made[8]! })
    expect([ids(last), last.has_more]).toEqual([made.slice(9), false])
  })

  it('is paged through by the SDK to its end', async () => {
    const seen: string[] = []
    for await (const { id } of stripe.paymentIntents.list({ limit: 5 })) seen.push(id)
    expect(seen).toEqual(made)
  })

  it('can be filtered by customer and by time', async () => {
    const own = made.filter((_, index) => index % 2 === 0)
    expect(ids(await stripe.paymentIntents.list({ customer, limit: 100 }))).toEqual(own)
    expect(ids(await stripe.paymentIntents.list({ customer, limit: 2, starting_after: own[1]! }))).toEqual(
      own.slice(2, 4),
    )
    const { created } = await stripe.paymentIntents.retrieve(made[4]!)
    expect(ids(await stripe.paymentIntents.list({ created: { gte: created } }))).toEqual(made.slice(0, 5))
    expect(ids(await stripe.paymentIntents.list({ created: { gt: created, lt: created + 7300 } }))).toEqual(
      made.slice(2, 4),
    )
    expect(ids(await stripe.paymentIntents.list({ created }))).toEqual([made[4]])
  })

  it.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: 101 }, 'limit'],
    [{ starting_after: 'pi_none' }, 'starting_after'],
  ])('is refused for %j', async (wish, param) => {
    await expect(stripe.paymentIntents.list(wish)).rejects.toMatchObject({ statusCode: 400, param })
  })

  it('of payment methods belongs to a customer, without detached ones', async () => {
    const first = await stripe.paymentMethods.attach('pm_card_visa', { customer })
    const second = await stripe.paymentMethods.attach('pm_card_amex', { customer })
    expect(ids(await stripe.paymentMethods.list({ customer, type: 'card' }))).toEqual([second.id, first.id])
    await stripe.paymentMethods.detach(second.id)
    expect(ids(await stripe.paymentMethods.list({ customer }))).toEqual([first.id])
    expect(ids(await stripe.paymentMethods.list({ customer, type: 'bacs_debit' }))).toEqual([])
  })

  it('expands what its entries refer to, on request', async () => {
    const list = await stripe.paymentIntents.list({ customer, limit: 2, expand: ['data.customer'] })
    expect(list.data).toMatchObject([{ customer: { id: customer } }, { customer: { id: customer } }])
    await expect(stripe.paymentIntents.list({ expand: ['data.colour'] })).rejects.toMatchObject({
      statusCode: 400,
      message: 'This property cannot be expanded (data.colour).',
    })
    await expect(stripe.paymentIntents.retrieve(made[0]!, { expand: ['status'] })).rejects.toMatchObject({
      statusCode: 400,
    })
  })
})
