import type Stripe from 'stripe'
import { endpoint } from './endpoint.ts'
import type { Endpoints } from './endpoint.ts'
import { listFields, page } from './lists.ts'
import type { KeptEvent } from './merchant.ts'
import { flag, list, range, text } from './parameters.ts'
import type { Turn } from './turn.ts'

export const apiVersion = '2026-10-28.endive'

/** Older events are dropped, like Stripe does after thirty days. */
export const maxEvents = 20_000

export const eventEndpoints: Endpoints = {
  'GET /v1/events': endpoint(
    { ...listFields, created: range, delivery_success: flag, type: text, types: list(text) },
    (turn, parameters) => {
      const patterns = [
        ...(parameters.types ?? []),
        ...(parameters.type === undefined ? [] : [parameters.type]),
      ]
      const found = page(
        'event',
        turn.merchant.events,
        parameters,
        {},
        ({ type }) => patterns.length === 0 || patterns.some((pattern) => isOfType(pattern, type)),
      )
      return { ...found, data: found.data.map(({ body }) => JSON.parse(body) as Stripe.Event) }
    },
  ),
  'GET /v1/events/:id': endpoint(
    {},
    (turn, _, { path }) => JSON.parse(turn.merchant.events.get(path['id'] ?? '').body) as Stripe.Event,
  ),
}

/** `charge.*` matches all events of a charge. */
export function isOfType(pattern: string, type: string): boolean {
  if (pattern === '*' || pattern === type) return true
  return pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))
}

export type Cause = { id: string | null; idempotency_key: string | null }

/** Stores an event as the text that will be sent, because the object may change before it is. */
export function recordEvent(
  { merchant, ids, now }: Pick<Turn, 'merchant' | 'ids' | 'now'>,
  type: string,
  object: unknown,
  request: Cause,
  endpoints: number,
): KeptEvent {
  const event: Omit<Stripe.EventBase, 'data' | 'type'> & { data: unknown; type: string } = {
    id: ids.next('evt_', 24),
    object: 'event',
    api_version: apiVersion,
    created: now,
    data: { object },
    livemode: false,
    pending_webhooks: endpoints,
    request,
    type,
  }
  const kept = merchant.events.add({ id: event.id, type, created: now, body: JSON.stringify(event) })
  merchant.events.keepNewest(maxEvents)
  return kept
}
