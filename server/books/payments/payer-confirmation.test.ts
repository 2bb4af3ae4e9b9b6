import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { dateIn } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { confirmationMs } from '#domain/payments.ts'
import type { Region } from '#domain/region.ts'
import { answerBank } from '#tools/testing/bank-question.ts'
import { enterCard } from '#tools/testing/card-form.ts'
import { addGuest, lettersOf } from '#tools/testing/guest.ts'
import { firstOf } from '#tools/testing/long.ts'
import { addPayer, expectSoundLedger, paymentsOf, providerCharges } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { lookAtDuePayments } from './look.ts'

const server = await testServer()
const { call, deps } = server
afterEach(() => expectSoundLedger(server))

const declined = 'Your card was declined.'
const poor = 'Your card has insufficient funds.'
const notConfirmed =
  'This payment was not confirmed with your bank, so nothing was charged. Please try again or use another payment method.'
const setUpRefused = 'refused at set-up'

/** Every 3-D Secure test card, and how a payment with it ends once its holder has confirmed it. */
const cards: [number: string, asks: boolean, ending: string, endingWhenSaved?: string][] = [
  ['4000002760003184', true, 'paid'],
  ['4000008260003178', true, poor],
  ['4000000000003055', false, 'paid'],
  ['4000002500003155', true, 'paid'],
  ['4000003800000446', true, 'paid'],
  ['4000000000003220', true, 'paid'],
  ['4000008400001629', true, declined],
  ['4000008400001280', false, declined, setUpRefused],
  ['4000000000003097', false, 'paid'],
  ['4242424242424242', false, 'paid'],
]

type Reply = Awaited<ReturnType<typeof call>>

const secretOf = ({ body }: Reply): string | undefined => body.confirmation?.clientSecret
const endingOf = ({ status, body }: Reply): string =>
  status === 200 && body.status === 'Succeeded' ? 'paid' : (body.msg ?? body.status)
const takenOf = async (before: number) =>
  (await providerCharges(server)).filter(({ hasSucceeded }) => hasSucceeded).length - before

/** Saves a card as the page does; the bank is asked about the set-up first. Undefined for a card it refuses. */
async function saveCard(parent: Awaited<ReturnType<typeof addPayer>>, number: string, region: Region) {
  const page = await call(`GET /api/portal/customer/account/${parent.accountId}/payment-page-details`, {
    token: parent.token,
  })
  let cardToken: string
  try {
    cardToken = await enterCard(server, page.body.tokenizationUrl, { number })
  } catch {
    return undefined
  }
  const { client } = deps.providers.stripe[region]
  const [setUp] = (await client.setupIntents.list({ payment_method: cardToken })).data
  const isAsked = setUp?.status === 'requires_action'
  if (isAsked) await answerBank(server, setUp.client_secret ?? '', 'succeeded', region)
  const saved = await call(`POST /api/portal/customer/account/${parent.accountId}/repayment-sources`, {
    token: parent.token,
    body: { cardToken, isForOnePayment: true },
  })
  return { sourceId: String(saved.body.id), isAsked }
}

describe('A guest who pays with the card', () => {
  it.each(firstOf(3, cards))(
    '%s is asked by its bank (%s), once, and it ends so: %s',
    async (number, asks, ending) => {
      for (const answer of ['succeeded', 'failed'] as const) {
        const guest = await addGuest(server, { amountDue: cents(100_000) })
        const before = await takenOf(0)
        const key = randomUUID()
        const body = {
          token: await guest.card(number),
          amount: 1000,
          total: ending === 'paid' ? 1010 : undefined,
        }
        const first = await guest.pay(body, { key })
        const secret = secretOf(first)
        expect(secret !== undefined).toBe(asks)
        if (!secret) {
          expect(endingOf(first)).toBe(ending)
          continue
        }
        expect([first.status, first.body.status]).toEqual([202, 'Unknown'])
        expect(await takenOf(before)).toBe(0)
        await answerBank(server, secret, answer)
        const last = await guest.outcome(key)
        const expected = answer === 'succeeded' ? ending : notConfirmed
        expect(endingOf(last)).toBe(expected)
        // The same call again has the same answer, and nothing is taken twice.
        expect(endingOf(await guest.pay(body, { key }))).toBe(expected)
        expect(await takenOf(before)).toBe(expected === 'paid' ? 1 : 0)
      }
    },
  )
})

describe.each<Region>(['AU', 'UK'])('A parent in %s who pays with a new card', (region) => {
  it.each(firstOf(1, cards))(
    '%s is asked by its bank (%s), and it ends so: %s',
    async (number, asks, ending, whenSaved) => {
      const parent = await addPayer(server, region === 'UK' ? { school: 'Oakfield School' } : {})
      const saved = await saveCard(parent, number, region)
      if (!saved) return expect(whenSaved).toBe(setUpRefused)
      expect(saved.isAsked).toBe(asks)
      const before = await takenOf(0)
      const key = randomUUID()
      const first = await parent.pay(250, { key, source: saved.sourceId })
      const secret = secretOf(first)
      expect(secret !== undefined).toBe(asks)
      if (secret) await answerBank(server, secret, 'succeeded', region)
      const last = secret ? await parent.pay(250, { key, source: saved.sourceId }) : first
      expect(endingOf(last)).toBe(ending)
      expect(await takenOf(before)).toBe(ending === 'paid' ? 1 : 0)
    },
  )
})

describe('A payment that waits for its payer', () => {
  async function waiting() {
    const guest = await addGuest(server, { amountDue: cents(100_000) })
    const key = randomUUID()
    const body = { token: await guest.card('4000002760003184'), amount: 1000 }
    const secret = secretOf(await guest.pay(body, { key })) ?? ''
    return { guest, key, body, secret }
  }
  const statusOf = async (accountId: string) =>
    (await paymentsOf(server, accountId)).map(({ status }) => status)

  it('gives the same question to a page that was loaded again, and to the same call', async () => {
    const { guest, key, body, secret } = await waiting()
    expect(secretOf(await guest.outcome(key))).toBe(secret)
    expect(secretOf(await guest.pay(body, { key }))).toBe(secret)
    expect(await statusOf(guest.accountId)).toEqual(['Unknown'])
  })

  it('keeps any other payment of the request from beginning', async () => {
    const { guest } = await waiting()
    const other = await guest.pay({ token: await guest.card(), amount: 1000 })
    expect([other.status, other.body.code]).toEqual([409, 'payment_in_progress'])
  })

  it('keeps the same early payment from beginning on another device', async () => {
    const parent = await addPayer(server)
    const saved = await saveCard(parent, '4000002760003184', 'AU')
    await parent.pay(250, { source: saved!.sourceId })
    const second = await parent.pay(250)
    expect([second.status, second.body.code]).toEqual([409, 'payment_in_progress'])
  })

  it('is recorded by the webhook alone when the page never comes back', async () => {
    const { guest, secret } = await waiting()
    await answerBank(server, secret, 'succeeded')
    await expect.poll(() => statusOf(guest.accountId)).toEqual(['Succeeded'])
    await expect.poll(() => lettersOf(server, guest.accountId, 'Receipt')).toHaveLength(1)
  })

  it('can be called off, after which it can be paid in another way', async () => {
    const { guest, key, secret } = await waiting()
    const off = await guest.post('payment-cancellation', {}, { key })
    expect([off.status, off.body.msg]).toEqual([402, notConfirmed])
    // What the bank's page says afterwards comes too late.
    expect(await answerBank(server, secret, 'succeeded')).toBe(400)
    expect(await statusOf(guest.accountId)).toEqual(['Failed'])
    const paid = await guest.pay({ token: await guest.card(), amount: 1000 })
    expect(endingOf(paid)).toBe('paid')
  })

  it('is paid all the same where the payer confirmed it first and called it off then', async () => {
    const { guest, key, secret } = await waiting()
    await answerBank(server, secret, 'succeeded')
    expect(endingOf(await guest.post('payment-cancellation', {}, { key }))).toBe('paid')
  })

  it('cannot be called off under another link or by another parent', async () => {
    const { key } = await waiting()
    const stranger = await addGuest(server)
    expect((await stranger.post('payment-cancellation', {}, { key })).status).toBe(404)
    const path = `POST /api/portal/customer/account/${stranger.accountId}/payment-cancellation` as const
    const headers = { 'X-Larkwell-Client-Req-Id': key }
    expect((await call(path, { token: stranger.token, headers })).status).toBe(404)
  })

  it('is called off at the provider when its time is over, and the payer is written to', async () => {
    const { guest, key, secret } = await waiting()
    await server.travel(confirmationMs)
    await lookAtDuePayments(deps)
    expect(await statusOf(guest.accountId)).toEqual(['Failed'])
    expect(await answerBank(server, secret, 'succeeded')).toBe(400)
    expect((await guest.outcome(key)).body.msg).toBe(notConfirmed)
    expect(await lettersOf(server, guest.accountId, 'PaymentFailed')).toHaveLength(1)
    expect(endingOf(await guest.pay({ token: await guest.card(), amount: 1000 }))).toBe('paid')
  })

  it('sends no letter about a refusal that the payer sees on the page', async () => {
    const { guest, key, secret } = await waiting()
    await answerBank(server, secret, 'failed')
    expect((await guest.outcome(key)).status).toBe(402)
    expect(await lettersOf(server, guest.accountId, 'PaymentFailed')).toEqual([])
  })
})

describe('What is charged is what was shown:', () => {
  it('another total is refused before anything is taken, and the right one pays', async () => {
    const guest = await addGuest(server, { amountDue: cents(125_000) })
    const token = await guest.card('4242424242424242')
    const key = randomUUID()
    for (const total of [1250, 1262.49, '1266.88']) {
      const refused = await guest.pay({ token, amount: 1250, total }, { key })
      expect([refused.status, refused.body.code, refused.body.fields]).toEqual([
        409,
        'total_changed',
        { total: '1262.50' },
      ])
      expect(refused.body.msg).toContain('comes to $1,262.50')
    }
    expect(await paymentsOf(server, guest.accountId)).toEqual([])
    expect(endingOf(await guest.pay({ token, amount: 1250, total: 1262.5 }, { key }))).toBe('paid')
  })

  it('also for a parent, in pounds', async () => {
    const parent = await addPayer(server, { school: 'Oakfield School' })
    const path = `POST /api/portal/customer/account/${parent.accountId}/payments` as const
    const pay = (total: number) =>
      call(path, {
        token: parent.token,
        headers: { 'X-Larkwell-Client-Req-Id': randomUUID() },
        body: { repaymentSourceId: parent.sourceIds[0], amount: 100, total, instId: parent.instId },
      })
    const refused = await pay(101)
    expect([refused.status, refused.body.fields]).toEqual([409, { total: '100.00' }])
    expect(refused.body.msg).toContain('£100.00')
    expect(endingOf(await pay(100))).toBe('paid')
  })
})

describe('A saved card whose payment failed', () => {
  it('is marked with the reason until another payment goes through', async () => {
    const parent = await addPayer(server)
    const saved = await saveCard(parent, '4000000000000341', 'AU')
    const failureOf = async (id: string | undefined) => {
      const path = `GET /api/portal/customer/account/${parent.accountId}/repayment-details` as const
      const { body } = await call(path, { token: parent.token })
      const sources = body.repaymentSources as { id: string; lastFailure: unknown }[]
      return sources.find((source) => source.id === id)?.lastFailure
    }
    expect(await failureOf(saved?.sourceId)).toBeNull()
    expect((await parent.pay(250, { source: saved?.sourceId })).status).toBe(402)
    expect(await failureOf(saved?.sourceId)).toEqual({ date: dateIn('AU', deps.clock()), reason: declined })
    expect(endingOf(await parent.pay(250))).toBe('paid')
    expect(await failureOf(parent.sourceIds[0])).toBeNull()
  })
})
