import { afterEach, describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { requestIdOf, type PaymentRequest } from '#tools/demo/requests.ts'
import { visaCredit, visaDebit, type Source } from '#tools/demo/sources.ts'
import { addPayer, expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { deps } = server
const { hearNews, run } = daysOf(server)

afterEach(() => expectSoundLedger(server))

let families = 0

/** A family that is asked for these sums, the first of which is due first. */
async function asked(amounts: number[], source: Source = visaDebit(), more: Partial<PaymentRequest> = {}) {
  families += 1
  const links = amounts.map((_, index) => `asked-${families}-${index}-0123456789abcdef`)
  const payer = await addPayer(server, {
    plans: [],
    bpay: false,
    sources: [source],
    requests: links.map((id, index) => ({ id, amountDue: cents(amounts[index] ?? 0), ...more })),
  })
  const overview = async () => {
    const path = `GET /api/portal/customer/account/${payer.accountId}/overview`
    const { body } = await server.call(path, { token: payer.token })
    return body.activeRepaymentRequests.map(({ amount }: { amount: number }) => amount)
  }
  const pageOf = async (index: number) =>
    server.call(`GET /api/portal/guest/payment-page-details?request=${links[index]}`)
  const status = async (index: number) => {
    const row = await deps.db.first<{ status: string }>(sql`
      select status from payment_request where account_id = ${payer.accountId} and id = ${requestIdOf(links[index] ?? '')}`)
    return row?.status
  }
  const charge = async () => {
    const row = await deps.db.first<{ intent: string }>(sql`
      select provider_payment_id as intent from payment where account_id = ${payer.accountId}
      order by created_at desc limit 1`)
    const { data } = await deps.providers.stripe.AU.client.charges.list({ payment_intent: row?.intent ?? '' })
    return data[0]?.id ?? ''
  }
  return { ...payer, overview, pageOf, status, charge }
}

describe('An early payment', () => {
  it('pays what the family is asked for by link, what is due first, and the page asks for the rest', async () => {
    const family = await asked([50_000, 30_000])
    expect((await family.pay(600)).body.status).toBe('Succeeded')
    await expect.poll(family.overview).toEqual([200])
    expect(await family.status(0)).toBe('Paid')
    expect((await family.pageOf(1)).body).toMatchObject({ payableDetails: { amountDue: 200 } })
  })

  it('is spent once: two at the same time pay no more than is asked for', async () => {
    const family = await asked([50_000])
    await Promise.all([family.pay(300), family.pay(310)])
    await run()
    expect(await family.status(0)).toBe('Paid')
    const [covered] = await deps.db.many<{ amount: number }>(sql`
      select sum(settled_minor)::bigint as amount from charge
      where account_id = ${family.accountId} and kind = 'Request'`)
    expect(covered?.amount).toBe(50_000)
  })

  it('leaves a request alone that was cancelled', async () => {
    const cancelled = await asked([20_000], visaDebit(), { status: 'Cancelled' })
    await cancelled.pay(200)
    await run()
    expect(await cancelled.status(0)).toBe('Cancelled')
  })

  it('that goes back leaves the request open again, to the cent, and the family is told', async () => {
    const family = await asked([40_000], visaCredit())
    await family.pay(400)
    await expect.poll(() => family.status(0)).toBe('Paid')
    // With its part of the surcharge of 4.00.
    await server.sandboxApi('stripe/refund', { charge: await family.charge(), amount: 20_200 })
    await hearNews()
    await run()
    expect(await family.overview()).toEqual([200])
    expect(await family.status(0)).toBe('PartPaid')
    await expect
      .poll(async () => (await server.message(family.email, 'email')).text)
      .toContain('asks you for a payment')
    expect((await server.message(family.email, 'email')).text).toContain('$200.00')
    expect(await paymentsOf(server, family.accountId)).toMatchObject([{ status: 'Succeeded' }])
  })
})
