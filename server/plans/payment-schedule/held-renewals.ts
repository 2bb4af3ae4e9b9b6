import { lockPlans } from './put-plan.ts'
import { dateIn, datesIn } from '#domain/calendar/calendar.ts'
import { normalised } from '#domain/plan/fee-variances.ts'
import { renewedFrequency, renewedStart } from '#domain/plan/renewals.ts'
import { planYearsOf } from '../../people/accounts/plan-years.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { workThrough } from '../../platform/jobs/work-through.ts'
import {
  claimRenewalsToHold,
  holdRenewals,
  listRenewalsToResume,
  type HeldPlan,
} from './held-renewals.store.ts'
import { planMaterial } from './plan-material.ts'
import { writeOfRenewal } from './renewal-letters.ts'
import { longestPlan, putRenewed, type BasisOf } from './renewed-plan.ts'

const atOnce = 200
const itemOf = ({ planId, accountId }: HeldPlan) => ({ item: planId, accountId })

/**
 * Holds renewed plans whose first payment is due but cannot be taken: each becomes an estimate again, the family reads
 * what to do, and staff see it. Returns the number of plans.
 */
export async function holdRenewalsWithoutMethod(deps: Deps): Promise<number> {
  return workThrough<HeldPlan>(deps, {
    name: 'hold-renewals',
    itemOf,
    atOnce,
    claim: (tx, turn) => claimRenewalsToHold(tx, datesIn(deps.clock()), turn),
    process: async (tx, plans) => {
      await holdRenewals(tx, plans, { today: datesIn(deps.clock()), at: deps.clock() })
      for (const plan of plans) await writeOfRenewal(tx, deps, 'RenewalHeld', plan)
    },
  })
}

/**
 * Resumes held plans with new days once there is a payment method, and notifies the families. Returns the number of
 * plans.
 */
export async function resumeHeldRenewals(deps: Deps, basis: BasisOf): Promise<number> {
  return workThrough<HeldPlan>(deps, {
    name: 'resume-renewals',
    itemOf,
    claim: (tx, turn) => listRenewalsToResume(tx, datesIn(deps.clock()), turn),
    process: async (tx, plans) => {
      let resumed = 0
      for (const plan of plans) if (await resume(tx, deps, plan, basis)) resumed += 1
      return resumed
    },
  })
}

/**
 * Plans the payments again, in the same rhythm and with no more payments than before; the payments that have passed
 * make each of them larger.
 */
async function resume(
  tx: Transaction,
  deps: Deps,
  { accountId, tuitionYear }: HeldPlan,
  basis: BasisOf,
): Promise<boolean> {
  await lockPlans(tx, accountId)
  const material = await planMaterial(tx, { accountId, tuitionYear, now: deps.clock() })
  const { plan: before, account } = material
  // Another process was quicker, or the family, or staff.
  if (before?.status !== 'Draft' || !account.canEditOrAddPlan) return false
  const today = dateIn(account.region, deps.clock())
  const option = planYearsOf(account, account, today).find((each) => each.tuitionYear === tuitionYear)
  const { frequency } = renewedFrequency(before.frequency)
  const startDate = option && renewedStart(before.startDate, frequency, option.minStartDate)
  const plan =
    startDate &&
    longestPlan(material, {
      year: tuitionYear,
      startDate: startDate > option.maxStartDate ? option.minStartDate : startDate,
      frequency,
      variances: normalised(before.variances),
      most: before.repaymentCount,
    })
  if (!plan) {
    // It stays in the queue of our people.
    deps.log.warn(
      { accountId, tuitionYear },
      'a plan that waited for a payment method cannot go on by itself',
    )
    return false
  }
  await putRenewed(tx, deps, { material, old: before, plan, basis })
  await writeOfRenewal(tx, deps, 'RenewalResumed', { accountId, tuitionYear })
  return true
}
