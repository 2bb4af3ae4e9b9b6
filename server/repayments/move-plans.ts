import { dateIn } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import type { Deps } from '../deps.ts'
import { putAllInOutbox } from '../outbox/outbox.ts'
import { completePlans, planForToday, startPlans } from './repayments.store.ts'

/** Saved plans become current on their first day. */
export async function startDuePlans(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  region: Region,
): Promise<number> {
  const now = clock()
  return startPlans(db, { region, today: dateIn(region, now), now })
}

/** Current plans are completed with their last payment, and the family gets a letter. */
export async function completePaidPlans(deps: Deps, region: Region): Promise<number> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    await planForToday(tx)
    const completed = await completePlans(tx, { region, today: dateIn(region, now), now })
    await putAllInOutbox(
      tx,
      deps,
      completed.flatMap(({ payer, accountId, planId, shortId, schoolName, tuitionYear }) =>
        payer
          ? [
              {
                kind: 'PlanCompleted' as const,
                facts: { firstName: payer.firstName, shortId, schoolName, tuitionYear },
                recipient: payer.email,
                customerId: payer.id,
                accountId,
                once: `plan-completed:${planId}`,
              },
            ]
          : [],
      ),
    )
    return completed.length
  })
}
