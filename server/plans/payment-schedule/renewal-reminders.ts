import { dateIn, datesIn } from '#domain/calendar/calendar.ts'
import { isReminderDue } from '#domain/plan/renewals.ts'
import type { Deps } from '../../platform/deps.ts'
import { workThrough } from '../../platform/jobs/work-through.ts'
import { findPreparedYear, isPayable, renewedPlanOf } from './prepared-plans.ts'
import type { PreparedYear } from './prepared-plans.store.ts'
import { writeOfRenewal } from './renewal-letters.ts'
import { lockRenewalsToRemind, type RenewalToRemind } from './renewal-reminders.store.ts'

const atOnce = 200

/**
 * Reminds families, once, of plans that start automatically and that they have not viewed, and of those that cannot
 * start because there is no payment method.
 */
export async function remindOfRenewals(deps: Deps): Promise<number> {
  const now = deps.clock()
  const today = datesIn(now)
  return workThrough<RenewalToRemind>(deps, {
    name: 'remind-renewals',
    itemOf: ({ planId, accountId }) => ({ item: planId, accountId }),
    atOnce,
    claim: (tx, turn) => lockRenewalsToRemind(tx, today, turn),
    process: async (tx, plans) => {
      let count = 0
      for (const plan of plans) {
        const year = await findPreparedYear(tx, plan)
        if (!year || !isToRemind(year, now)) continue
        await writeOfRenewal(tx, deps, 'RenewalReminder', plan)
        count += 1
      }
      return count
    },
  })
}

function isToRemind(year: PreparedYear, now: Date): boolean {
  const { plan, region } = year
  const renewed = renewedPlanOf(year)
  if (!plan || !renewed) return false
  const writtenOn = dateIn(region, new Date(plan.savedAt))
  if (!isReminderDue(dateIn(region, now), { writtenOn, editUntil: renewed.editUntil })) return false
  const isLookedAt = plan.savedBy === 'Customer' || plan.savedBy === 'Staff'
  return !isLookedAt || (plan.savedBy === 'Customer' && !isPayable(renewed))
}
