import { afterEach, describe, expect, it } from 'vitest'
import { addDays } from '#domain/calendar/calendar.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { visaDebit } from '#tools/demo/sources.ts'
import { addGuest } from '#tools/testing/guest.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { addPayer, expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { readBalance } from '../../books/ledger/ledger.store.ts'

const server = await testServer()
const { deps } = server
const { run, addPlanFamily, hearNews, goTo, today } = daysOf(server)

afterEach(() => expectSoundLedger(server))

/** As support sees it, with a session of now: the clock moves. */
async function pageOf(paymentId: string) {
  const { token } = await addStaff(server, 'support')
  const reply = await server.call(`GET /api/staff/payments/${paymentId}`, { token })
  expect(reply.status).toBe(200)
  return reply.body
}
const newestOf = async (accountId: string) =>
  (await deps.db.first<{ id: string; intent: string }>(sql`
    select id, provider_payment_id as intent from payment where account_id = ${accountId}
    order by created_at desc, id limit 1`)) ?? { id: '', intent: '' }
const titles = (page: any) => page.timeline.map(({ title }: { title: string }) => title)

describe('The page of a payment', () => {
  it('tells the way of an instalment, with its entries, messages and the balance after each', async () => {
    const family = await addPlanFamily({ sources: [visaDebit()] })
    await family.comeToCollection()
    await run()
    const { id } = await newestOf(family.accountId)
    const page = await pageOf(id)
    const total = toDecimal(cents(family.next.amount))
    expect(page).toMatchObject({
      status: 'Succeeded',
      shortId: family.accounts[0]?.shortId,
      amount: total,
      left: total + page.surcharge,
      instalment: { dueOn: family.next.dueOn, status: 'Paid', owing: 0 },
      tries: [{ number: 1, status: 'Succeeded', why: null }],
      failure: null,
      whyNotRefund: null,
      hasReceipt: true,
    })
    expect(titles(page)).toEqual(['Written down', 'Sent to the provider', 'Arrived'])
    expect(page.timeline[0].detail).toMatch(/^By the plan, payment \d+ of \d+ of \d{4}, due /)
    expect(page.messages.map(({ kind }: any) => kind)).toEqual(['Receipt', 'UpcomingDebit'])
    for (const { postings } of page.ledger) {
      expect(postings.reduce((sum: number, { amount }: any) => sum + Math.round(amount * 100), 0)).toBe(0)
    }
    const newest = page.ledger.find(({ amount }: any) => amount !== 0)
    expect(newest).toMatchObject({ amount: total, books: 'Provider clearing to Family' })
    expect(newest.balanceAfter).toBe(toDecimal(await readBalance(deps.db, family.accountId)))
    const views = await deps.db.many(sql`
      select from audit_event where subject_id = ${family.accountId} and action = 'PaymentShown'`)
    expect(views).toHaveLength(1)
  })

  itLong(
    'says of a failed debit what the bank said, when it is tried again, and what the family owes then',
    async () => {
      const family = await addPlanFamily({ sources: [visaDebit()] })
      await family.comeToCollection()
      await server.sandboxApi('faults', {
        provider: 'stripe',
        times: 9,
        action: 'decline:insufficient_funds',
      })
      await run()
      const first = await pageOf((await newestOf(family.accountId)).id)
      const { retryOn } = await family.now()
      expect(first).toMatchObject({
        status: 'Failed',
        left: 0,
        failure: { reason: 'insufficient_funds', text: expect.stringContaining('not enough money') },
        instalment: { status: 'Retrying', retryOn, owing: toDecimal(cents(family.next.amount)) },
        retryRule: 'Again 3 and 7 business days after the first failure, then people',
        whyNotRefund: 'It has not arrived.',
        hasReceipt: false,
        ledger: [],
      })
      expect(titles(first).slice(-2)).toEqual(['Failed', 'To be tried again'])
      for (let tries = 1; tries < 3; tries += 1) {
        await goTo((await family.now()).retryOn ?? addDays(today('AU'), 1), 'AU')
        await run()
      }
      const last = await pageOf((await newestOf(family.accountId)).id)
      expect(last.tries.map(({ number, status }: any) => [number, status])).toEqual([
        [3, 'Failed'],
        [2, 'Failed'],
        [1, 'Failed'],
      ])
      expect(titles(last).slice(-2)).toEqual(['Failed', 'Asked of the family by link'])
      expect(last.messages.map(({ kind }: any) => kind)).toContain('PaymentOverdue')
      await fetch(`${server.sandboxUrl}/_sandbox/api/faults`, { method: 'DELETE' })
    },
  )

  itLong('follows a dispute from its opening to its end', async () => {
    const family = await addPlanFamily({ sources: [visaDebit()] })
    await family.comeToCollection()
    await run()
    const { id, intent } = await newestOf(family.accountId)
    const charges = await deps.providers.stripe.AU.client.charges.list({ payment_intent: intent })
    const made = await server.sandboxApi('stripe/dispute', { charge: charges.data[0]?.id })
    await hearNews()
    const open = await pageOf(id)
    expect(open).toMatchObject({
      status: 'Disputed',
      left: 0,
      provider: { paymentId: intent, chargeId: charges.data[0]?.id },
      dispute: { status: 'Open', reasonText: 'Not recognised', fee: 25 },
      whyNotRefund: 'A refund is not possible while the bank decides.',
    })
    expect(titles(open).slice(-3)).toEqual([
      'Disputed by the payer',
      'Evidence is missing',
      'The bank decides',
    ])
    const { id: dispute } = (await made.json()) as { id: string }
    await server.sandboxApi('stripe/close-dispute', { dispute, outcome: 'won' })
    await hearNews()
    const won = await pageOf(id)
    expect(won).toMatchObject({ status: 'Succeeded', dispute: { status: 'Won' } })
    expect(titles(won).at(-1)).toBe('Won')
    expect(won.ledger.map(({ amount }: any) => Math.sign(amount))).toEqual([1, -1, 1])
  })

  itLong(
    'is there for a payment by link, for one that was refunded, and for one that came by cheque',
    async () => {
      const guest = await addGuest(server)
      await guest.pay({ amount: 1250, repaymentSourceId: guest.sourceIds[0] })
      const paid = await pageOf((await newestOf(guest.accountId)).id)
      expect(paid).toMatchObject({ kind: 'Guest', status: 'Succeeded', instalment: null })
      const family = await addPayer(server)
      await family.pay(100)
      const [payment] = await paymentsOf(server, family.accountId)
      const { token } = await addStaff(server, 'operations')
      const refund = { amount: 40, clientRequestId: 'refund-of-forty', reason: 'Paid twice' }
      await server.call(`POST /api/staff/payments/${payment?.id}/refunds`, { token, body: refund })
      const refunded = await pageOf(payment?.id ?? '')
      expect(refunded).toMatchObject({
        refunded: 40,
        refunds: [{ amount: 40, status: 'Done', by: 'Sam operations' }],
      })
      const cheque = await server.call('POST /api/staff/offline-payments', {
        token,
        body: {
          accountId: family.accountId,
          amount: 20,
          receivedOn: today('AU'),
          manner: 'Cheque',
          reference: 'CBA 1',
          reason: 'In the post',
        },
      })
      expect(await pageOf(cheque.body.id)).toMatchObject({
        kind: 'Offline',
        whyNotRefund: 'It did not come through the provider.',
        provider: { paymentId: null },
      })
    },
  )

  it('gives the receipt as the family gets it, and is not there for a payment that is not', async () => {
    const family = await addPayer(server)
    await family.pay(100)
    const [payment] = await paymentsOf(server, family.accountId)
    const { token } = await addStaff(server, 'support')
    const receipt = await server.call(`GET /api/staff/payments/${payment?.id}/receipt`, { token })
    expect(receipt.status).toBe(200)
    const nobody = `GET /api/staff/payments/${family.accountId}`
    expect((await server.call(nobody, { token })).status).toBe(404)
    expect((await server.call(`${nobody}/receipt`, { token })).status).toBe(404)
  })
})
