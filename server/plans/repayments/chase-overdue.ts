import { dateIn } from '#domain/calendar/calendar.ts'
import { regions } from '#domain/region.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { inSteps, workOnAccounts } from '../../platform/jobs/work-through.ts'
import { chargeFee } from '../../books/charges/charges.ts'
import { joinArrears } from '../../books/arrears/arrears.ts'
import { requestLifeDays } from '../../books/payment-requests/payment-requests.ts'
import { extendOpenRequests, overdueCharges, type OverdueCharge } from './overdue.store.ts'
import { remindOfArrears } from './remind-arrears.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Adds what will not be collected any more to its family's request for arrears, and reminds the family. Returns the
 * number of charges.
 */
export async function chaseOverdue(deps: Deps): Promise<number> {
  let chased = 0
  await inSteps([
    () => extendOpenRequests(deps.db, { now: deps.clock(), until: expiryOf(deps) }),
    async () => {
      chased = await workOnAccounts<OverdueCharge>(deps, {
        name: 'chase-overdue',
        due: overdueCharges,
        act: async (tx, charges) => {
          for (const overdue of charges) await chase(tx, deps, overdue)
        },
      })
    },
    ...regions.map((region) => () => remindOfArrears(deps, region)),
  ])
  return chased
}

/** Extends the requests for arrears: their links stay valid as long as something is owing. */
const expiryOf = ({ clock }: Pick<Deps, 'clock'>) => new Date(clock().getTime() + requestLifeDays * dayMs)

async function chase(tx: Transaction, deps: Deps, overdue: OverdueCharge): Promise<void> {
  const now = deps.clock()
  const { dishonourFee, accountId, institutionId, currency, paymentId } = overdue
  const requestId = await joinArrears(tx, deps, overdue)
  if (dishonourFee === 0) return
  const dueOn = dateIn(overdue.region, now)
  const returned = { institutionId, currency, debitId: paymentId }
  await chargeFee(tx, { accountId, amount: dishonourFee, dueOn, requestId, now, ...returned })
}
