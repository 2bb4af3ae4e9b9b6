import { afterEach, describe, expect, it } from 'vitest'
import { bankAccount, ukBankAccount, visaCredit, type Source } from '#tools/demo/sources.ts'
import { addGuest } from '#tools/testing/guest.ts'
import { firstOf } from '#tools/testing/long.ts'
import { addPayer, expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { readBalance } from '../ledger/ledger.reads.ts'
import { payUrlOf } from '../payment-requests/request-links.ts'

const server = await testServer()
const { deps } = server
const day = 24 * 60 * 60_000

afterEach(() => expectSoundLedger(server))

/** The outside world moves on, and everything that it tells us is taken in. */
async function news(): Promise<void> {
  await server.sandboxApi('webhooks/flush')
  const waiting = () =>
    deps.db.many(sql`select kind, last_error from provider_event where processed_at is null`)
  await expect.poll(waiting).toEqual([])
}

/** The clock of the outside world is moved, so that what is due there happens. */
async function travel(ms: number): Promise<void> {
  await server.travel(ms)
  await news()
}

async function payBy(source: Source, amount: number, school?: 'Oakfield School') {
  const payer = await addPayer(server, { sources: [source], ...(school && { school }) })
  const balance = async () => readBalance(deps.db, payer.accountId)
  const before = await balance()
  const { body } = await payer.pay(amount)
  const [payment] = await paymentsOf(server, payer.accountId)
  const row = await deps.db.first<{ intent: string }>(sql`
    select provider_payment_id as intent from payment where account_id = ${payer.accountId} and id = ${payment?.id}`)
  const charges = await deps.providers.stripe[school ? 'UK' : 'AU'].client.charges.list({
    payment_intent: row?.intent ?? '',
  })
  const charge = charges.data[0]?.id ?? ''
  return {
    ...payer,
    reply: body,
    charge,
    gained: async () => (await balance()) - before,
    inBook: (book: string) =>
      deps.db.value<number>(sql`
        select coalesce(sum(amount_minor), 0)::bigint as amount from ledger_posting
        where account_id = ${payer.accountId} and book = ${book}`),
    letter: (kind: string) =>
      deps.db.value<object | undefined>(sql`
        select facts from outbox_message where account_id = ${payer.accountId} and kind = ${kind}`),
    status: async () => (await paymentsOf(server, payer.accountId))[0]?.status,
  }
}

describe('A bank debit', () => {
  it.each(
    firstOf(1, [
      ['AU', bankAccount(), undefined, 5],
      ['UK', ukBankAccount(), 'Oakfield School', 15],
    ] as const),
  )('in %s counts when the bank has paid', async (_, source, school, days) => {
    const payment = await payBy(source, 200, school)
    expect([payment.reply.status, await payment.gained()]).toEqual(['Processing', 0])
    await travel(days * day)
    expect([await payment.status(), await payment.gained()]).toEqual(['Succeeded', 20_000])
    const newestMail = async () => (await server.message(payment.email, 'email')).subject
    await expect.poll(newestMail).toMatch(/^Your payment of .200\.00 to .+ (College|School)$/)
  })

  it.each(
    firstOf(1, [
      ['pm_auBecsDebit_accountClosed', 'The bank account is closed'],
      ['pm_auBecsDebit_referToCustomer', 'Please contact your bank'],
    ] as const),
  )(
    'that fails after days (%s) leaves nothing in the ledger, and the family is told',
    async (name, words) => {
      const payment = await payBy({ ...bankAccount(), providerId: name }, 210)
      expect(payment.reply.status).toBe('Processing')
      await travel(6 * day)
      expect([await payment.status(), await payment.gained()]).toEqual(['Failed', 0])
      await expect.poll(async () => (await server.message(payment.email, 'email')).text).toContain(words)
    },
  )
})

describe('A refund', () => {
  it('in parts takes back what it gives back, the surcharge with it', async () => {
    const payment = await payBy(visaCredit(), 100)
    const newestMail = async () => (await server.message(payment.email, 'email')).text
    await server.sandboxApi('stripe/refund', { charge: payment.charge, amount: 4000 })
    await news()
    expect(await payment.status()).toBe('Succeeded')
    expect(await payment.gained()).toBe(10_000 - 4000 + 39)
    await expect.poll(newestMail).toContain('sent $40.00 back')
    await server.sandboxApi('stripe/refund', { charge: payment.charge })
    await news()
    expect([await payment.status(), await payment.gained()]).toEqual(['Refunded', 0])
    await expect.poll(newestMail).toContain('sent $61.00 back')
  })
})

describe('A dispute', () => {
  it.each(
    firstOf(1, [
      ['lost', 'Disputed', 0],
      ['won', 'Succeeded', 10_000],
    ] as const),
  )(
    'after 400 days takes the money back at once; when it is %s it ends so',
    async (outcome, status, gained) => {
      const payment = await payBy(visaCredit(), 100)
      await travel(400 * day)
      const reply = await server.sandboxApi('stripe/dispute', { charge: payment.charge })
      expect(reply.status).toBeLessThan(300)
      await news()
      expect([await payment.status(), await payment.gained()]).toEqual(['Disputed', 0])
      const disputes = await deps.providers.stripe.AU.client.disputes.list({ charge: payment.charge })
      await server.sandboxApi('stripe/close-dispute', { dispute: disputes.data[0]?.id, outcome })
      await news()
      expect([await payment.status(), await payment.gained()]).toEqual([status, gained])
    },
  )

  it('of what a refund left takes that and no more', async () => {
    const payment = await payBy(visaCredit(), 100)
    await server.sandboxApi('stripe/refund', { charge: payment.charge, amount: 6000 })
    await news()
    await server.sandboxApi('stripe/dispute', { charge: payment.charge })
    await news()
    expect([await payment.status(), await payment.gained()]).toEqual(['Disputed', 0])
  })

  it.each([
    ['for more than its payment', 0, 10_137, { taken: 10_100, gained: 10_000 }],
    ['for more than a refund left', 4000, 10_100, { taken: 6100, gained: 6039 }],
  ] as const)(
    '%s takes what there is from the family; the rest is our loss until it is won',
    async (_, refunded, amount, { taken, gained }) => {
      for (const outcome of ['lost', 'won'] as const) {
        const payment = await payBy(visaCredit(), 100)
        if (refunded > 0) {
          await server.sandboxApi('stripe/refund', { charge: payment.charge, amount: refunded })
          await news()
        }
        const before = await payment.gained()
        expect(before).toBe(gained)
        await server.sandboxApi('stripe/dispute', { charge: payment.charge, amount })
        await news()
        expect([await payment.status(), await payment.gained()]).toEqual(['Disputed', 0])
        expect(await payment.inBook('Dispute')).toBe(amount)
        expect(await payment.inBook('DisputeLoss')).toBe(taken - amount)
        const letter = await payment.letter('DisputeOpened')
        expect(letter).toMatchObject({ amount: taken })
        const disputes = await deps.providers.stripe.AU.client.disputes.list({ charge: payment.charge })
        await server.sandboxApi('stripe/close-dispute', { dispute: disputes.data[0]?.id, outcome })
        await news()
        expect(await payment.letter('DisputeDecided')).toMatchObject({ amount: taken })
        expect(await payment.inBook('Dispute')).toBe(0)
        const isWon = outcome === 'won'
        expect(await payment.inBook('DisputeLoss')).toBe(isWon ? 0 : taken - amount)
        expect([await payment.status(), await payment.gained()]).toEqual(
          isWon ? ['Succeeded', gained] : ['Disputed', 0],
        )
        await expectSoundLedger(server)
      }
    },
  )

  it('about a payment that was refunded in full is our loss alone, and nobody hears of it', async () => {
    const payment = await payBy(visaCredit(), 100)
    await server.sandboxApi('stripe/refund', { charge: payment.charge })
    await news()
    await server.sandboxApi('stripe/dispute', { charge: payment.charge, amount: 10_100 })
    await news()
    expect([await payment.status(), await payment.gained()]).toEqual(['Refunded', 0])
    expect([await payment.inBook('Dispute'), await payment.inBook('DisputeLoss')]).toEqual([10_100, -10_100])
    const disputes = await deps.providers.stripe.AU.client.disputes.list({ charge: payment.charge })
    await server.sandboxApi('stripe/close-dispute', { dispute: disputes.data[0]?.id, outcome: 'lost' })
    await news()
    expect([await payment.inBook('Dispute'), await payment.inBook('DisputeLoss')]).toEqual([0, -10_100])
    expect([await payment.letter('DisputeOpened'), await payment.letter('DisputeDecided')]).toEqual([
      undefined,
      undefined,
    ])
  })

  it('for more than its payment that a bank returns for good is our loss at once', async () => {
    const payment = await payBy(bankAccount(), 200)
    await travel(5 * day)
    expect(await payment.gained()).toBe(20_000)
    await server.sandboxApi('stripe/dispute', { charge: payment.charge, amount: 20_037 })
    await news()
    expect([await payment.status(), await payment.gained()]).toEqual(['Disputed', 0])
    expect([await payment.inBook('Dispute'), await payment.inBook('DisputeLoss')]).toEqual([0, -37])
    expect(await payment.letter('PaymentReturned')).toMatchObject({ amount: 20_000 })
  })
})

describe('The mail about a payment by link', () => {
  it('that fails after days leads back to the link, where nobody has to log in', async () => {
    const source = { ...bankAccount(), providerId: 'pm_auBecsDebit_accountClosed' }
    const guest = await addGuest(server, {}, { sources: [source] })
    expect((await guest.pay({ repaymentSourceId: guest.sourceIds[0], amount: 1250 })).body.status).toBe(
      'Processing',
    )
    const submitted = await server.message(guest.email, 'email')
    await travel(6 * day)
    const mail = await server.message(guest.email, 'email', submitted.seq)
    expect(mail.text).toContain('without logging in')
    expect(mail.links).toEqual([payUrlOf(deps.config, guest.link)])
  })

  it('that its bank takes back leads back to the link, and not to an early payment', async () => {
    const guest = await addGuest(server)
    expect((await guest.payByLink({ token: await guest.card(), amount: 1250 })).status).toBe(200)
    const receipt = await server.message(guest.email, 'email')
    const found = await deps.db.first<{ intent: string }>(sql`
      select provider_payment_id as intent from payment where payment_request_id = ${guest.requestId}`)
    const charges = await deps.providers.stripe.AU.client.charges.list({
      payment_intent: found?.intent ?? '',
    })
    await server.sandboxApi('stripe/dispute', { charge: charges.data[0]?.id })
    await news()
    const mail = await server.message(guest.email, 'email', receipt.seq)
    expect(mail.text).toContain('taken back')
    expect(mail.links).toEqual([payUrlOf(deps.config, guest.link)])
  })
})
