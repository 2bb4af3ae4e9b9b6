import type { ExtraRequest } from '#contract/pay-now.ts'
import { cents, formatCurrency, sumOf, toDecimal, type Cents } from '#domain/money.ts'

import { minimumInstalmentCents } from '#domain/plan/payment-schedule.ts'
import { fieldRefusal, Refusal } from '#domain/refusal.ts'
import type { BasicDeps } from '../../platform/deps.ts'
import { findFlexible, refuseOtherVersion } from './change-plan.ts'
import { findSchoolOfPlans } from './plan-changes.reads.ts'

/**
 * Refuses an extra payment that cannot have the effect on the plan that its payer was shown, before anything is
 * charged.
 */
export async function checkExtra(
  deps: BasicDeps,
  {
    accountId,
    institutionId,
    amount,
    planId,
    version,
    outcome,
  }: ExtraRequest & { accountId: string; institutionId: string; amount: Cents },
): Promise<{ planId: string; outcome: ExtraRequest['outcome'] }> {
  const facts = await findFlexible(deps.db, deps, { accountId, planId })
  const isPlanSchool = (await findSchoolOfPlans(deps.db, accountId)) === institutionId
  if (!facts || !facts.rules.mayPayExtra || facts.whyNot !== null || facts.plan.isBlocked || !isPlanSchool)
    throw new Refusal('extra_not_possible')
  refuseOtherVersion(facts, version)
  const left = cents(sumOf(facts.coming) - facts.extraOnItsWay)
  if (left <= 0) throw new Refusal('extra_not_possible')
  const money = (sum: Cents) => formatCurrency(toDecimal(sum), facts.region)
  if (amount < Math.min(minimumInstalmentCents, left) || amount > left)
    throw fieldRefusal({ amount: `Please enter from ${money(minimumInstalmentCents)} to ${money(left)}` })
  return { planId, outcome }
}
