import type Stripe from 'stripe'
import type { FastifyInstance } from 'fastify'
import { fieldRefusal, Refusal } from '#domain/refusal.ts'
import { regions, type Region } from '#domain/region.ts'
import { systemClock } from '../../platform/clock.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import type { Deps } from '../../platform/deps.ts'
import type { StripeAccount } from '../../platform/providers/stripe/client.ts'
import { insertEvents, type NewEvent } from './webhooks.store.ts'

const toleranceSeconds = 300

/** Receives Stripe's webhooks. The signature covers the raw bytes, so they are parsed only after it is checked. */
export async function serveWebhooks(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post('/webhooks/stripe/:region', async (request, reply) => {
      const { region: name } = request.params as { region: string }
      const region = regions.find((known) => known === name.toUpperCase())
      if (!region) throw new Refusal('not_found')
      const signature = request.headers['stripe-signature']
      const event = readEvent(deps.providers.stripe[region], request.body as Buffer, String(signature ?? ''))
      await storeEvent(deps, region, event)
      crashPoint(deps.config, 'after-stored-event')
      return reply.code(200).send({ received: true })
    })
  })
}

/** Refuses bodies that Stripe did not sign, and signatures that are too old or in the future. */
function readEvent(account: StripeAccount, body: Buffer, signature: string): Stripe.Event {
  try {
    const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
    // Signatures use real time, even where business time is moved.
    if (signedAt * 1000 > systemClock().getTime() + toleranceSeconds * 1000)
      throw new Error('signed in the future')
    return account.client.webhooks.constructEvent(body, signature, account.webhookSecret, toleranceSeconds)
  } catch (error) {
    throw fieldRefusal({ 'stripe-signature': (error as Error).name })
  }
}

/** Stores the event once, however often it comes, and starts a job to handle it. */
export async function storeEvent(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  region: Region,
  event: Stripe.Event,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    for (const eventId of await insertEvents(tx, [rowOf(event, region, deps.clock())]))
      await deps.jobs.enqueue(tx, 'handle-provider-event', { eventId })
  })
}

/** Stores a page of the provider's list, and starts to handle what no webhook brought. Returns how many these are. */
export async function storeEvents(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  region: Region,
  events: readonly Stripe.Event[],
): Promise<number> {
  const rows = events.map((event) => rowOf(event, region, deps.clock()))
  const added = await insertEvents(deps.db, rows)
  for (const eventId of added) deps.jobs.start('handle-provider-event', { eventId })
  return added.length
}

const rowOf = (event: Stripe.Event, region: Region, receivedAt: Date): NewEvent => ({
  id: event.id,
  region,
  kind: event.type,
  body: idsOf(event),
  happenedAt: new Date(event.created * 1000),
  receivedAt,
})

/**
 * Returns only the ids of an event's objects. The objects are fetched anyway, and may contain a client secret or parts
 * of a bank account number.
 */
function idsOf(event: Stripe.Event) {
  const about = event.data.object as {
    id?: string
    object?: string
    payment_intent?: string | { id: string }
  }
  const { id, object, payment_intent: payment } = about
  return {
    data: { object: { id, object, payment_intent: typeof payment === 'object' ? payment?.id : payment } },
  }
}
