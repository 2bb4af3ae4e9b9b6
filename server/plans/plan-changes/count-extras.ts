import { cents, type Cents } from '#domain/money.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import type { RowKey } from '../../platform/database/row-key.ts'
import { workOnAccounts } from '../../platform/jobs/work-through.ts'
import { freeWhatIsAhead } from '../../books/charges/charges.ts'
import { lockPlans } from '../payment-schedule/put-plan.ts'
import { countExtra, returnToPlan } from './extra-payment.ts'
import { extrasToCount, listExtrasOfAccount, markCounted } from './extra-payment.store.ts'

type ExtraDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'log'>

/**
 * Makes extra payments that have arrived rows of their plans, as their payers chose, and gives back to the payments to
 * come what has been returned. Returns the number of payments.
 */
export async function countExtras(deps: ExtraDeps): Promise<number> {
  return workOnAccounts<RowKey>(deps, {
    name: 'count-extras',
    due: extrasToCount,
    act: async (tx, keys) => {
      for (const key of keys) {
        await countExtrasOf(tx, deps, key.accountId)
        await returnToPlan(tx, deps, key)
      }
    },
  })
}

/** Counts the extra payments of one account in the caller's transaction: a preview shows what one would change. */
export async function countExtrasOf(tx: Transaction, deps: ExtraDeps, accountId: string): Promise<void> {
  await lockPlans(tx, accountId)
  const extras = await listExtrasOfAccount(tx, accountId)
  const amounts: Cents[] = []
  // First all of them free the payments to come, which each of them then changes.
  for (const payment of extras) amounts.push(await freeWhatIsAhead(tx, payment, deps.clock()))
  for (const [index, { id, extra, paidOn }] of extras.entries()) {
    await countExtra(tx, deps, {
      accountId,
      paymentId: id,
      extra,
      paidOn,
      amount: amounts[index] ?? cents(0),
    })
    await markCounted(tx, { accountId, id })
  }
}
