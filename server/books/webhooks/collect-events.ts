import type Stripe from 'stripe'
import { regions, type Region } from '#domain/region.ts'
import type { Deps } from '../../platform/deps.ts'
import { listItemsToRetry } from '../../platform/jobs/parked-items.reads.ts'
import { inSteps, workOn } from '../../platform/jobs/work-through.ts'
import { callStripe } from '../../platform/providers/stripe/client.ts'
import { handledKinds } from './handle-event.ts'
import { storeEvent } from './webhooks.ts'
import { isStoredEvent, readLastCollected, writeLastCollected } from './webhooks.store.ts'

/** The overlap of two lists: the provider's clock differs from ours, and its list may lag behind. */
const overlapMs = 60 * 60_000
/** The age up to which events are listed: the provider keeps them for thirty days. */
const reachMs = 29 * 24 * 60 * 60_000

/** Fetches the list of events, and stores those that no webhook brought. */
export async function collectEvents(deps: Deps): Promise<number> {
  let found = 0
  await inSteps(regions.map((region) => async () => void (found += await collectOf(deps, region))))
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
    for await (const event of list) if (!(await isStoredEvent(deps.db, event.id))) missing.push(event)
  }
  await callStripe(collect)
  const name = `collect-provider-events-${region}` as const
  const itemOf = (id: string) => ({ item: id, accountId: null })
  const listed = new Map(missing.map((event) => [event.id, event]))
  const { client } = deps.providers.stripe[region]
  // One that failed before may no longer be on the list, nor be there at all.
  const again = await listItemsToRetry(deps.db, { work: name, now })
  // Oldest first, like webhooks.
  const wanted = [...again.filter((id) => !listed.has(id)), ...[...listed.keys()].toReversed()]
  const count = await workOn(deps, { name, itemOf }, wanted, async (ids) => {
    for (const id of ids)
      await storeEvent(deps, region, listed.get(id) ?? (await callStripe(() => client.events.retrieve(id))))
  })
  await writeLastCollected(deps.db, region, now)
  return count
}
