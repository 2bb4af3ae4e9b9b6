import { nextLook } from '#domain/payments.ts'
import { crashPoint } from '../crash-point.ts'
import { send } from '../payments/carry-out.ts'
import { settleAll, type PaymentDeps, type Settled } from '../payments/settle.ts'
import { inLanes, lanes } from './lanes.ts'
import { claimDebitsToSend } from './repayments.store.ts'

/** Few enough that what a crash leaves half done is looked after within a minute or two. */
const chunk = 100
const atOnce = 10 / lanes

/**
 * Asks the provider for every debit that is written down. Any number of processes may do so side by side: each takes
 * debits in hand that no other has. What a crash interrupts has its time to be looked at, and is then asked for again
 * in the same words. Says how many were sent.
 */
export async function sendDebits(deps: PaymentDeps, ask: typeof send = send): Promise<number> {
  return inLanes(() => sendInChunks(deps, ask))
}

async function sendInChunks(deps: PaymentDeps, ask: typeof send): Promise<number> {
  let all = 0
  for (;;) {
    const now = deps.clock()
    const debits = await claimDebitsToSend(deps.db, { now, nextLookAt: nextLook(now, 0), limit: chunk })
    if (debits.length === 0) return all
    crashPoint(deps.config, 'after-send')
    const settled = await inParallel(debits, atOnce, async (payment): Promise<Settled> => {
      const outcome = await ask(deps, payment)
      crashPoint(deps.config, 'after-provider-answer')
      return { payment, outcome }
    })
    await settleAll(deps, settled)
    crashPoint(deps.config, 'after-settlement')
    all += debits.length
    // A provider that is away is not asked a hundred thousand times: the rest stays on paper until the next run.
    if (settled.every(({ outcome }) => outcome.kind === 'Unknown')) return all
  }
}

/** Does something with each, so many at a time, and gives the results in order. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const left = items.entries()
  const worker = async () => {
    for (const [place, item] of left) results[place] = await work(item)
  }
  await Promise.all(Array.from({ length: most }, worker))
  return results
}
