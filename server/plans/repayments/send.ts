import { nextLook } from '#domain/payments.ts'
import type { RowKey } from '../../platform/database/row-key.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import { isDatabaseUnavailable } from '../../platform/database/open.ts'
import { recordFailure, workOn, workOnAccounts } from '../../platform/jobs/work-through.ts'
import { send } from '../../books/payments/carry-out.ts'
import { lookWork } from '../../books/payments/look.ts'
import { settleAll, type PaymentDeps, type Settled } from '../../books/payments/settle.ts'
import type { PaymentRow } from '../../books/payments/payments.reads.ts'
import { markDebitsSent, unsentDebits } from './repayments.store.ts'

/** A small number, so that after a crash the unfinished debits are checked within a minute or two. */
const chunk = 100
const lanes = 2
const atOnce = 10 / lanes

/**
 * Sends every recorded debit to the provider. Any number of processes may do so at once: each claims debits that no
 * other has. Debits that a crash interrupts are checked later, and are then sent again with the same key. Returns the
 * number sent.
 */
export async function sendDebits(deps: PaymentDeps, ask: typeof send = send): Promise<number> {
  let isAway = false
  return workOnAccounts<RowKey, PaymentRow>(deps, {
    name: lookWork.name,
    atOnce: chunk,
    lanes,
    due: unsentDebits,
    act: async (tx, due) => {
      // A provider that is down is not called a hundred thousand times: the rest waits for the next run.
      if (isAway) return []
      const now = deps.clock()
      return markDebitsSent(tx, due, { now, nextLookAt: nextLook(now, 0) })
    },
    afterwards: async (debits) => {
      crashPoint(deps.config, 'after-send')
      const answers = await inParallel(debits, atOnce, (payment) => outcomeOf(deps, payment, ask))
      const settled = answers.filter((answer) => answer !== undefined)
      // Together, or one by one where one of them cannot be settled: that one is looked at again later.
      await workOn(deps, { ...lookWork, atOnce: chunk }, settled, async (some) => {
        await settleAll(deps, some)
      })
      crashPoint(deps.config, 'after-settlement')
      isAway ||= settled.every(({ outcome }) => outcome.kind === 'Unknown')
    },
  })
}

/**
 * Returns undefined if the fault is ours: the provider may or may not have the debit, so it is checked again like any
 * other.
 */
async function outcomeOf(
  deps: PaymentDeps,
  payment: PaymentRow,
  ask: typeof send,
): Promise<Settled | undefined> {
  try {
    const outcome = await ask(deps, payment)
    crashPoint(deps.config, 'after-provider-answer')
    return { payment, outcome }
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    await recordFailure(deps, lookWork.name, lookWork.itemOf({ payment }), error)
    return undefined
  }
}

/** Runs `work` for each item, a few at a time, and returns the results in order. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const left = items.entries()
  const worker = async () => {
    for (const [index, item] of left) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: most }, worker))
  return results
}
