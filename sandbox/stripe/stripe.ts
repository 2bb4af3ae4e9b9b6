import type { Changes } from '../changes.ts'
import type { Clock } from '../clock/clock.ts'
import type { Faults } from '../faults/faults.ts'
import type { Ids } from '../ids.ts'
import type { Provider } from '../provider.ts'
import type { Kept } from '../snapshot.ts'
import { createApi } from './api.ts'
import { recordEvent } from './events.ts'
import type { Cause } from './events.ts'
import { createMerchant } from './merchant.ts'
import type { Merchant, MerchantKeys, Region } from './merchant.ts'
import { createSchedule } from './schedule.ts'
import { carryOut } from './transitions.ts'
import type { Turn } from './turn.ts'
import { createWebhooks } from './webhooks.ts'
import type { Send, Webhooks } from './webhooks.ts'

export type StripeKeys = Partial<Record<Region, Partial<MerchantKeys>>>

export type Stripe = Kept & {
  /** The API. Its routes can be called over HTTP, or directly. */
  provider: Provider
  merchants: Merchant[]
  webhooks: Webhooks
  /** Work started from the inspection page, not through the API. */
  turnAt(merchant: Merchant): Turn
  /** Runs everything that is due. */
  catchUp(): void
  hasChanged(): void
  restart(): void
  close(): void
}

type Parts = {
  clock: Clock
  ids: Ids
  faults: Faults
  changes: Changes
  keys?: StripeKeys | undefined
  /** A replacement for sending webhooks over HTTP. */
  send?: Send
}

const byItself: Cause = { id: null, idempotency_key: null }

/** Stripe, in memory: two accounts, their scheduled events, and their webhooks. */
export function createStripe({ clock, ids, faults, changes, keys = {}, send }: Parts): Stripe {
  const merchants = (['AU', 'UK'] as const).map((region) =>
    createMerchant(region, keysOf(region, keys[region])),
  )
  const webhooks = createWebhooks({ merchants, faults, changes, send })
  const schedule = createSchedule()

  const turnOf = (
    merchant: Merchant,
    now: number,
    cause = byItself,
    takeFault: Turn['takeFault'] = () => undefined,
  ): Turn => {
    const turn: Turn = {
      merchant,
      ids,
      now,
      emit(type, object) {
        const event = recordEvent(
          turn,
          type,
          object,
          cause,
          webhooks.targetOf(merchant, type) === null ? 0 : 1,
        )
        webhooks.enqueue(merchant, event)
      },
      schedule: (at, due) => schedule.add({ ...due, at, account: merchant.region }),
      takeFault,
    }
    return turn
  }

  /** A due task runs at its own time, not at the later time of the call. */
  const catchUp = () => {
    const now = Math.floor(clock.now().getTime() / 1000)
    let hasHappened = false
    for (let due = schedule.next(now); due; due = schedule.next(now)) {
      const { account, at } = due
      const merchant = merchants.find(({ region }) => region === account)
      if (merchant) carryOut(turnOf(merchant, at), due)
      hasHappened = true
    }
    if (hasHappened) changes.notify('stripe')
    return now
  }
  const stopListening = changes.listen((topic) => {
    if (topic === 'clock') catchUp()
  })
  // Another process may move the clock through its file, and time passes by itself.
  const timer = setInterval(catchUp, 1000)
  timer.unref()

  return {
    merchants,
    webhooks,
    provider: createApi({
      merchants,
      faults,
      changes,
      begin: (merchant, cause, takeFault) => turnOf(merchant, catchUp(), cause, takeFault),
    }),
    turnAt: (merchant) => turnOf(merchant, catchUp()),
    catchUp: () => void catchUp(),
    hasChanged: () => changes.notify('stripe'),
    restart() {
      for (const merchant of merchants) merchant.clear()
      schedule.clear()
      webhooks.clear()
      changes.notify('stripe')
    },
    close() {
      clearInterval(timer)
      stopListening()
      webhooks.close()
    },
    save: () => ({
      merchants: merchants.map((merchant) => merchant.save()),
      schedule: schedule.save(),
      webhooks: webhooks.save(),
    }),
    load(saved) {
      const kept = saved as { merchants: unknown[]; schedule: unknown; webhooks: unknown }
      merchants.forEach((merchant, index) => merchant.load(kept.merchants[index]))
      schedule.load(kept.schedule)
      webhooks.load(kept.webhooks)
    },
  }
}

function keysOf(region: Region, given: Partial<MerchantKeys> = {}): MerchantKeys {
  const name = region.toLowerCase()
  return {
    secretKey: given.secretKey || `sk_test_sandbox_${name}`,
    publishableKey: given.publishableKey || `pk_test_sandbox_${name}`,
    webhookSecret: given.webhookSecret || `whsec_sandbox_${name}`,
    webhookUrl: given.webhookUrl || null,
    webhookEvents: given.webhookEvents ?? ['*'],
  }
}
