import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { isLong } from '#tools/testing/long.ts'
import { addPayer, expectSoundLedger, paymentsOf, providerCharges } from '#tools/testing/payments.ts'
import { startBeside } from '#tools/testing/server-process.ts'
import { testServer, type Reply } from '#tools/testing/server.ts'
import { visaDebit } from '#tools/demo/sources.ts'

const server = await testServer()

afterEach(() => expectSoundLedger(server))

/** Every reply is the payment, or says that it is under way. */
function expectOnePayment(replies: Reply[]): void {
  const paid = replies.filter(({ status }) => status === 200)
  const waiting = replies.filter(({ status }) => status === 409)
  expect(paid.length).toBeGreaterThan(0)
  expect(new Set(paid.map(({ body }) => body.paymentId)).size).toBe(1)
  expect(paid.length + waiting.length).toBe(replies.length)
  for (const { body, headers } of waiting) {
    expect(body.code).toBe('payment_in_progress')
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
}

describe('A nervous payer is charged once', () => {
  it('with five clicks on one button', async () => {
    const payer = await addPayer(server)
    const key = randomUUID()
    expectOnePayment(await Promise.all(Array.from({ length: 5 }, () => payer.pay(50, { key }))))
    expect(await paymentsOf(server, payer.accountId)).toMatchObject([{ status: 'Succeeded', amount: 5000 }])
  })

  it('with the same payment in two tabs', async () => {
    const payer = await addPayer(server)
    await server.sandboxApi('faults', {
      provider: 'stripe',
      path: '/v1/payment_intents',
      action: 'delayMs:300',
    })
    const first = payer.pay(50)
    await expect.poll(() => paymentsOf(server, payer.accountId)).toHaveLength(1)
    const second = await payer.pay(50)
    expect([second.status, second.body.code]).toEqual([409, 'payment_in_progress'])
    expect((await first).status).toBe(200)
  })

  it('and may pay another sum meanwhile', async () => {
    const payer = await addPayer(server)
    const replies = await Promise.all([payer.pay(50), payer.pay(60)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
  })

  it('by two server processes', async () => {
    const beside = await startBeside(server)
    const payer = await addPayer(server)
    for (let round = 0; round < 5; round += 1) {
      const key = randomUUID()
      const calls = Array.from({ length: 8 }, (_, place) =>
        payer.pay(50 + round, { key, at: place % 2 ? server.url : beside.url }),
      )
      expectOnePayment(await Promise.all(calls))
    }
    expect(await paymentsOf(server, payer.accountId)).toHaveLength(5)
    beside.child.kill('SIGTERM')
    await beside.exit
  })
})

describe('Many request ids, each sent twenty times at once', () => {
  const families = isLong ? 20 : 2
  const keysEach = isLong ? 5 : 2
  const times = 20

  it(`are ${families * keysEach} charges and as many payments`, async () => {
    const before = (await providerCharges(server)).length
    const payers: Awaited<ReturnType<typeof addPayer>>[] = []
    while (payers.length < families) payers.push(await addPayer(server, { sources: [visaDebit()] }))
    for (let round = 0; round < keysEach; round += 1) {
      const calls = payers.flatMap((payer) => {
        const key = randomUUID()
        return Array.from({ length: times }, () => payer.pay(100 + round, { key }))
      })
      const replies = await Promise.all(calls)
      for (let place = 0; place < families; place += 1) {
        expectOnePayment(replies.slice(place * times, (place + 1) * times))
      }
    }
    expect((await providerCharges(server)).length - before).toBe(families * keysEach)
    for (const { accountId } of payers) {
      const payments = await paymentsOf(server, accountId)
      expect(payments.map(({ status }) => status)).toEqual(Array(keysEach).fill('Succeeded'))
    }
  })
})
