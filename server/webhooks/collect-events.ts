import type Stripe from 'stripe'
import { regions, type Region } from '#domain/region.ts'
import type { Deps } from '../deps.ts'
import { callStripe } from '../providers/stripe/client.ts'
import { handledKinds } from './handle-event.ts'
import { storeEvent } from './webhooks.ts'
import { isKnownEvent, readLastCollected, writeLastCollected } from './webhooks.store.ts'

/** Lists overlap: the provider's clock differs from ours, and its list may lag behind. */
const overlapMs = 60 * 60_000
/** The provider keeps its events for thirty days. */
const reachMs = 29 * 24 * 60 * 60_000

/** Fetches the list of events, and stores those that no webhook brought. */
export async function collectEvents(deps: Deps): Promise<number> {
  let found = 0
  for (const region of regions) found += await collectOf(deps, region)
  return found
}

async function collectOf(deps: Deps, region: Region): Promise<number> {
  const now = deps.clock()
  const last = await readLastCollected(deps.db, region)
  const since = Math.max((last?.getTime() ?? 0) - overlapMs, now.getTime() - reachMs)
  const list = deps.providers.stripe[region].client.events.list({
    created: { gte: Math.floor(since / 1000) },
    types: handledKinds,
    limit: 100,
  })
  const missing: Stripe.Event[] = []
  const collect = async () => {
    for await (const event of list) if (!(await isKnownEvent(deps.db, event.id))) missing.push(event)
  }
  await callStripe(collect)
  // Oldest first, like webhooks.
  for (const event of missing.toReversed()) await storeEvent(deps, region, event)
  await writeLastCollected(deps.db, region, now)
  return missing.length
}
