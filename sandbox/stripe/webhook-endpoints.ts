import type Stripe from 'stripe'
import { endpoint } from './endpoint.ts'
import type { Endpoints } from './endpoint.ts'
import { apiVersion } from './events.ts'
import { invalid, missing } from './failures.ts'
import { listFields, page } from './lists.ts'
import type { WebhookEndpoint } from './merchant.ts'
import { emptyable, flag, list, mergeMetadata, metadata, required, text } from './parameters.ts'
import type { Turn } from './turn.ts'

export const webhookEndpointEndpoints: Endpoints = {
  'POST /v1/webhook_endpoints': endpoint(
    {
      api_version: text,
      connect: flag,
      description: emptyable(text),
      enabled_events: required(list(text)),
      metadata,
      url: required(text),
    },
    (turn, wish) => {
      checkUrl(wish.url)
      return turn.merchant.webhookEndpoints.add({
        id: turn.ids.next('we_', 24),
        object: 'webhook_endpoint',
        api_version: wish.api_version ?? apiVersion,
        application: null,
        created: turn.now,
        description: wish.description ?? null,
        enabled_events: wish.enabled_events,
        livemode: false,
        metadata: mergeMetadata({}, wish.metadata),
        secret: turn.ids.next('whsec_', 32),
        status: 'enabled',
        url: wish.url,
      })
    },
  ),
  'GET /v1/webhook_endpoints': endpoint(listFields, (turn, wish) => {
    const found = page(turn.merchant.webhookEndpoints, wish, {
      noun: 'webhook_endpoint',
      url: '/v1/webhook_endpoints',
    })
    return { ...found, data: found.data.map(withoutSecret) }
  }),
  'GET /v1/webhook_endpoints/:id': endpoint({}, (turn, _, { path }) =>
    withoutSecret(find(turn, path['id'] ?? '')),
  ),
  'POST /v1/webhook_endpoints/:id': endpoint(
    { description: emptyable(text), disabled: flag, enabled_events: list(text), metadata, url: text },
    (turn, wish, { path }) => {
      const found = find(turn, path['id'] ?? '')
      if (wish.url !== undefined) {
        checkUrl(wish.url)
        found.url = wish.url
      }
      if (wish.description !== undefined) found.description = wish.description
      if (wish.disabled !== undefined) found.status = wish.disabled ? 'disabled' : 'enabled'
      if (wish.enabled_events) found.enabled_events = wish.enabled_events
      found.metadata = mergeMetadata(found.metadata, wish.metadata)
      return withoutSecret(found)
    },
  ),
  'DELETE /v1/webhook_endpoints/:id': endpoint({}, (turn, _, { path }): Stripe.DeletedWebhookEndpoint => {
    const { id } = find(turn, path['id'] ?? '')
    const { webhookEndpoints } = turn.merchant
    webhookEndpoints.replaceAll(webhookEndpoints.all().filter((kept) => kept.id !== id))
    return { id, object: 'webhook_endpoint', deleted: true }
  }),
}

/** The secret is shown once, when the endpoint is created. */
const withoutSecret = (kept: WebhookEndpoint): WebhookEndpoint => ({ ...kept, secret: undefined })

function find({ merchant }: Turn, id: string): WebhookEndpoint {
  const found = merchant.webhookEndpoints.find(id)
  if (!found) throw missing('webhook endpoint', id)
  return found
}

function checkUrl(url: string): void {
  if (!/^https?:\/\/[^\s/]/.test(url))
    throw invalid('Invalid URL: An explicit scheme (such as https) must be provided.', { param: 'url' })
}
