import { setTimeout as pause } from 'node:timers/promises'
import type { Changes } from '../changes.ts'
import type { Actions } from '../faults/actions.ts'
import type { Faults } from '../faults/faults.ts'
import { isOfType } from './events.ts'
import type { KeptEvent, Merchant, Region } from './merchant.ts'
import { sign } from './signature.ts'

export const webhookActions = {
  duplicate: null,
  reorder: null,
  delayMs: 'number',
  lose: null,
  badSignature: null,
  oldTimestamp: null,
  futureTimestamp: null,
} as const satisfies Actions

export type SignatureKind = 'good' | 'bad' | 'old' | 'future'
type Status = 'queued' | 'held' | 'delivered' | 'failed' | 'lost'

export type Delivery = {
  id: string
  event: string
  type: string
  account: Region
  url: string
  status: Status
  attempts: { at: string; status: number | null; error?: string; signature: string }[]
  /** The switch that applied, if any. */
  fault?: string
}

/** Sends one webhook and returns the status of the answer. */
export type Send = (
  url: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
) => Promise<number>

export type Webhooks = {
  enqueue(merchant: Merchant, event: KeptEvent): void
  /** The address for events of this type, if there is one. */
  targetOf(merchant: Merchant, type: string): string | null
  /** Resolves when everything queued has been tried; with `retries`, failed ones once more. */
  flush(retries?: boolean): Promise<void>
  resend(merchant: Merchant, event: KeptEvent, signature: SignatureKind): Promise<Delivery | undefined>
  /** Newest first. */
  list(): Delivery[]
  clear(): void
  close(): void
  save(): unknown
  load(saved: unknown): void
}

type Parts = {
  merchants: Merchant[]
  faults: Faults
  changes: Changes
  send?: Send | undefined
}

const maxDeliveries = 20_000
const retryAfterMs = [200, 1000, 5000]
const hour = 60 * 60

/** Sends an account's events to its address, one after the other. */
export function createWebhooks({ merchants, faults, changes, send = sendByHttp }: Parts): Webhooks {
  let deliveries: Delivery[] = []
  let count = 0
  let queue: Delivery[] = []
  let held: Delivery[] = []
  let running: Promise<void> | undefined
  const delayed = new Set<Promise<void>>()
  const retries = new Map<Delivery, NodeJS.Timeout>()
  let stop = new AbortController()

  const merchantOf = (delivery: Delivery) => merchants.find(({ region }) => region === delivery.account)
  const bodyOf = (delivery: Delivery) => merchantOf(delivery)?.events.find(delivery.event)?.body
  const secretOf = (delivery: Delivery) => merchantOf(delivery)?.webhookSecret ?? ''

  const targetOf = ({ webhookUrl, webhookEvents }: Merchant, type: string) =>
    webhookEvents.some((pattern) => isOfType(pattern, type)) ? webhookUrl : null

  const add = (merchant: Merchant, event: KeptEvent, url: string): Delivery => {
    count += 1
    const delivery: Delivery = {
      id: `${event.id}-${count}`,
      event: event.id,
      type: event.type,
      account: merchant.region,
      url,
      status: 'queued',
      attempts: [],
    }
    deliveries.push(delivery)
    if (deliveries.length > maxDeliveries * 1.1) deliveries = deliveries.slice(-maxDeliveries)
    return delivery
  }

  const attempt = async (delivery: Delivery, kind: SignatureKind) => {
    const body = bodyOf(delivery)
    if (body === undefined) return
    const { signal } = stop
    const signature = signatureOf(body, secretOf(delivery), kind)
    const at = new Date().toISOString()
    try {
      const status = await send(delivery.url, { 'stripe-signature': signature }, body, signal)
      delivery.attempts.push({ at, status, signature })
      delivery.status = status >= 200 && status < 300 ? 'delivered' : 'failed'
    } catch (error) {
      // Interrupted because the sandbox closes: it stays queued, and is sent after the next start.
      if (signal.aborted) return
      delivery.attempts.push({ at, status: null, error: reasonOf(error), signature })
      delivery.status = 'failed'
    }
    if (signal.aborted) return
    const waitMs = delivery.status === 'failed' ? retryAfterMs[delivery.attempts.length - 1] : undefined
    if (waitMs !== undefined) scheduleRetry(delivery, kind, waitMs)
    changes.notify('stripe')
  }

  const scheduleRetry = (delivery: Delivery, kind: SignatureKind, waitMs: number) => {
    const timer = setTimeout(() => {
      retries.delete(delivery)
      void attempt(delivery, kind)
    }, waitMs)
    timer.unref()
    retries.set(delivery, timer)
  }

  const deliver = async (delivery: Delivery) => {
    const fault = faults.isEmpty()
      ? undefined
      : faults.take({
          provider: 'stripe-webhooks',
          method: 'POST',
          path: delivery.type,
          sent: bodyOf(delivery) ?? '',
        })
    if (fault) delivery.fault = fault.action
    const [name, argument] = fault?.action.split(':') ?? []
    if (name === 'lose') {
      delivery.status = 'lost'
      changes.notify('stripe')
      return
    }
    if (name === 'reorder') {
      delivery.status = 'held'
      held.push(delivery)
      changes.notify('stripe')
      return
    }
    if (name === 'delayMs') {
      const later = pause(Number(argument), undefined, { ref: false, signal: stop.signal })
        .then(() => attempt(delivery, 'good'))
        .catch(() => {})
        .finally(() => delayed.delete(later))
      delayed.add(later)
      return
    }
    const kind = kindOf[name ?? ''] ?? 'good'
    await attempt(delivery, kind)
    if (name === 'duplicate') await attempt(delivery, kind)
    await release()
  }

  const release = async () => {
    const waiting = held
    held = []
    for (const delivery of waiting) await attempt(delivery, 'good')
  }

  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await deliver(next)
    }
    running = undefined
  }
  const start = () => {
    if (running || queue.length === 0) return
    // The caller that caused the event gets its answer first.
    running = new Promise<void>((resolve) => setImmediate(resolve)).then(work)
  }
  const untilIdle = async (): Promise<void> => {
    await Promise.all([running, ...delayed])
    if (running || delayed.size > 0) await untilIdle()
  }
  const cancel = () => {
    stop.abort()
    stop = new AbortController()
    for (const timer of retries.values()) clearTimeout(timer)
    retries.clear()
    queue = []
    held = []
  }

  return {
    targetOf,
    enqueue(merchant, event) {
      const url = targetOf(merchant, event.type)
      if (url !== null) queue.push(add(merchant, event, url))
      start()
    },
    async flush(withRetries = false) {
      await untilIdle()
      await release()
      if (!withRetries) return
      for (const [delivery, timer] of retries) {
        clearTimeout(timer)
        retries.delete(delivery)
        await attempt(delivery, 'good')
      }
    },
    async resend(merchant, event, signature) {
      const url = targetOf(merchant, event.type)
      if (url === null) return undefined
      const delivery = add(merchant, event, url)
      await attempt(delivery, signature)
      return delivery
    },
    list: () => deliveries.toReversed(),
    clear() {
      cancel()
      deliveries = []
      count = 0
    },
    close: cancel,
    save: () => ({ count, deliveries }),
    load(saved) {
      ;({ count, deliveries } = saved as { count: number; deliveries: Delivery[] })
      queue = deliveries.filter(({ status }) => status === 'queued' || status === 'held')
      start()
    },
  }
}

const kindOf: Record<string, SignatureKind> = {
  badSignature: 'bad',
  oldTimestamp: 'old',
  futureTimestamp: 'future',
}

/** Signed by real time: a receiver that checks a message's age does not know the sandbox's clock. */
function signatureOf(body: string, secret: string, kind: SignatureKind): string {
  const now = Math.floor(Date.now() / 1000)
  const shift = { good: 0, bad: 0, old: -hour, future: hour }[kind]
  return sign(body, kind === 'bad' ? `${secret}_of_somebody_else` : secret, now + shift)
}

async function sendByHttp(
  url: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<number> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://docs.stripe.com/webhooks)',
      ...headers,
    },
    body,
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
  })
  await reply.arrayBuffer()
  return reply.status
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error ? cause.message : String(error)
}
