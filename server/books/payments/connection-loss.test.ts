import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, it } from 'vitest'
import { regions } from '#domain/region.ts'
import { flakyDatabase } from '#tools/testing/flaky-database.ts'
import { isLong } from '#tools/testing/long.ts'
import { addPayer, expectSoundLedger, paymentsOf, providerCharges } from '#tools/testing/payments.ts'
import { callTo, testServer } from '#tools/testing/server.ts'
import { buildApp } from '../../app/app.ts'
import { openDatabase } from '../../platform/database/open.ts'
import { deliverWaiting } from '../../letters/outbox/outbox.ts'
import { waitingMessages } from '../../letters/outbox/outbox.store.ts'

const server = await testServer()
for (const account of regions) await server.sandboxApi('stripe/webhook-endpoint', { account, url: null })

/** The same server once more, on a connection that can be broken. */
const flaky = await flakyDatabase(server.databaseUrl)
const db = openDatabase(flaky.url, { connections: 1 })
const app = await buildApp({ ...server.deps, db })
const url = await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(async () => {
  flaky.disarm()
  await app.close()
  await db.close()
})
afterEach(async () => {
  // The job that sends a receipt may be what was lost; the sweep finds the receipt.
  await expect
    .poll(async () => {
      await deliverWaiting(server.deps)
      return waitingMessages(server.deps.db)
    })
    .toMatchObject({ count: 0 })
  await expectSoundLedger(server)
})

const payer = await addPayer(server)
const call = callTo(url)
const minute = 60_000
let sum = 40

// Enough to break every statement of a payment in turn; the last ones come after its answer.
const places = Array.from({ length: 9 }, (_, place) => place)

it.each(isLong ? places : [2, 6])(
  'a payment is taken once when the answer to its statement no. %i from the database is lost',
  async (place) => {
    sum += 1
    const key = randomUUID()
    const before = (await providerCharges(server)).length
    const pay = () =>
      call(`POST /api/portal/customer/account/${payer.accountId}/payments`, {
        token: payer.token,
        body: { repaymentSourceId: payer.sourceIds[0], amount: sum, instId: payer.instId },
        headers: { 'X-Larkwell-Client-Req-Id': key },
      })
    // The connection is opened and its statements prepared beforehand, so that each message is one statement.
    await call(`GET /api/portal/customer/account/${payer.accountId}/overview`, { token: payer.token })
    flaky.breakAfter(place)
    const first = await pay()
    flaky.disarm()
    // Nobody may be told that it failed while it may have been taken.
    expect([200, 202, 503]).toContain(first.status)

    await server.travel(12 * minute)
    const token = await server.logIn(payer.email, payer.mobile)
    payer.token = token
    const later = await pay()
    expect([later.status, later.body]).toMatchObject([200, { status: 'Succeeded', amount: sum }])
    expect((await providerCharges(server)).length).toBe(before + 1)
    const payments = await paymentsOf(server, payer.accountId)
    expect(payments.filter(({ amount }) => amount === sum * 100)).toMatchObject([{ status: 'Succeeded' }])
  },
)
