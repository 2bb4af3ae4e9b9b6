import { regions, type Region } from '#domain/region.ts'
import type { Deps } from '../../platform/deps.ts'
import { listItemsToRetry } from '../../platform/jobs/parked-items.reads.ts'
import { inSteps, workOn } from '../../platform/jobs/work-through.ts'
import { callStripe } from '../../platform/providers/stripe/client.ts'
import { pagesOf } from '../../platform/providers/stripe/pages.ts'
import { handledKinds } from './handle-event.ts'
import { storeEvents } from './webhooks.ts'
import { readLastCollected, writeLastCollected } from './webhooks.store.ts'

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
  const { client } = deps.providers.stripe[region]
  const name = `collect-provider-events-${region}` as const
  const work = { name, itemOf: ({ id }: { id: string }) => ({ item: id, accountId: null }), atOnce: 100 }
  // One that failed before may no longer be on the list, nor be there at all.
  const again = await listItemsToRetry(deps.db, { work: name, now })
  let count = await workOn(
    deps,
    { ...work, atOnce: 1 },
    again.map((id) => ({ id })),
    async (rows) => {
      for (const { id } of rows)
        await storeEvents(deps, region, [await callStripe(() => client.events.retrieve(id))])
    },
  )
  const created = { gte: Math.floor(since / 1000) }
  const pages = pagesOf((page) => client.events.list({ created, types: handledKinds, ...page }))
  for await (const page of pages)
    count += await workOn(deps, work, page, (events) => storeEvents(deps, region, events))
  await writeLastCollected(deps.db, region, now)
  return count
}
