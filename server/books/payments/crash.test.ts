import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { regions } from '#domain/region.ts'
import { firstOf } from '#tools/testing/long.ts'
import { addPayer, expectSoundLedger, paymentsOf, providerCharges } from '#tools/testing/payments.ts'
import { startBeside } from '#tools/testing/server-process.ts'
import { testServer } from '#tools/testing/server.ts'
import type { CrashPoint } from '../../platform/crash-point.ts'

const server = await testServer()
const minute = 60_000

// The outcome must be found without being told.
for (const account of regions) await server.sandboxApi('stripe/webhook-endpoint', { account, url: null })

afterEach(() => expectSoundLedger(server))

const points: [CrashPoint, chargedBefore: number][] = [
  ['after-provider-answer', 1],
  ['before-send', 0],
  ['after-settlement', 1],
]

describe('A server that is killed', () => {
  it.each(firstOf(1, points))(
    '%s has charged once when all is done, and gives the answer then',
    async (point, charged) => {
      const payer = await addPayer(server)
      const key = randomUUID()
      const before = (await providerCharges(server)).length
      const doomed = await startBeside(server, { FAULTS: '1', CRASH_POINT: point })

      await expect(payer.pay(64, { key, at: doomed.url })).rejects.toThrow('fetch failed')
      expect(await doomed.exit).toEqual([null, 'SIGKILL'])
      expect((await providerCharges(server)).length).toBe(before + charged)

      // The payer tries again at once, and is told to wait or gets the answer; never is it taken twice.
      const atOnce = await payer.pay(64, { key })
      expect(atOnce.status).toBe(point === 'after-settlement' ? 200 : 409)
      const other = await payer.pay(64)
      if (point !== 'after-settlement') expect(other.body.code).toBe('payment_in_progress')

      await server.travel(1.1 * minute)
      const later = await payer.pay(64, { key })
      expect([later.status, later.body]).toMatchObject([200, { status: 'Succeeded', amount: 64 }])
      const payments = (await paymentsOf(server, payer.accountId)).filter(
        ({ id }) => id === later.body.paymentId,
      )
      expect(payments).toMatchObject([{ status: 'Succeeded' }])
      expect((await server.message(payer.email, 'email')).text).toContain('64.00')
    },
  )
})
