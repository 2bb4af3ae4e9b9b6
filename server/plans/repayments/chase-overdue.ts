import { dateIn } from '#domain/calendar/calendar.ts'
import { dishonourFeeEntry } from '#domain/ledger.ts'
import { cents } from '#domain/money.ts'
import { regions } from '#domain/region.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { inSteps, workThrough } from '../../platform/jobs/work-through.ts'
import { postEntry } from '../../books/ledger/ledger.ts'
import { joinArrears } from '../../books/arrears/arrears.ts'
import { requestLifeDays } from '../../books/payment-requests/payment-requests.ts'
import {
  findOverdue,
  extendOpenRequests,
  listOverdue,
  lockOverdue,
  type OverdueInstalment,
} from './overdue.store.ts'
import { remindOfArrears } from './remind-arrears.ts'
import { itemOfInstalment } from './repayments.store.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Adds instalments that will not be collected any more to their family's request for arrears, and reminds the family.
 * Returns the number of instalments.
 */
export async function chaseOverdue(deps: Deps): Promise<number> {
  let chased = 0
  await inSteps([
    () => extendOpenRequests(deps.db, { now: deps.clock(), until: expiryOf(deps) }),
    async () => {
      chased = await workThrough(deps, {
        name: 'chase-overdue',
        itemOf: itemOfInstalment,
        claim: listOverdue,
        process: async (tx, keys) => {
          for (const key of keys) {
            await lockOverdue(tx, key)
            const overdue = await findOverdue(tx, key)
            if (overdue) await chase(tx, deps, overdue)
          }
        },
      })
    },
    ...regions.map((region) => () => remindOfArrears(deps, region)),
  ])
  return chased
}

/** Extends the requests for arrears: their links stay valid as long as something is owing. */
const expiryOf = ({ clock }: Pick<Deps, 'clock'>) => new Date(clock().getTime() + requestLifeDays * dayMs)

async function chase(tx: Transaction, deps: Deps, overdue: OverdueInstalment): Promise<void> {
  const now = deps.clock()
  await chargeDishonour(tx, overdue, { today: dateIn(overdue.region, now), now })
  const fee = cents(overdue.dishonourFee + overdue.chargedFee)
  const { accountId, planId, seq, owing, dueOn } = overdue
  await joinArrears(tx, deps, { accountId, planId, seq, owing, fee, dueOn })
}

async function chargeDishonour(
  tx: Transaction,
  { dishonourFee, accountId, institutionId, currency, paymentId }: OverdueInstalment,
  { today, now }: { today: string; now: Date },
): Promise<void> {
  if (dishonourFee === 0) return
  await postEntry(tx, dishonourFeeEntry(dishonourFee), {
    accountId,
    institutionId,
    currency,
    postedOn: today,
    causeId: paymentId,
    now,
  })
}
