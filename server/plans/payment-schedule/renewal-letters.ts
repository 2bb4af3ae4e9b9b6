import { addDays, startOfDay } from '#domain/calendar/calendar.ts'
import { writeToMembers } from '../../people/account-letters/account-letters.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { LetterDeps } from '../../platform/deps.ts'
import type { RenewalKind } from '../../letters/messages/renewals.ts'
import { methodsUrl, planUrl } from './plan-letters.ts'
import { findPreparedYear, isPayable, renewedPlanOf } from './prepared-plans.ts'
import type { PreparedYear } from './prepared-plans.store.ts'

/** Writes to everybody who shares an account about the plan prepared for it, in its current state. */
export async function writeOfRenewal(
  tx: Transaction,
  deps: LetterDeps,
  kind: RenewalKind,
  { accountId, tuitionYear }: { accountId: string; tuitionYear: number },
): Promise<void> {
  const year = await findPreparedYear(tx, { accountId, tuitionYear })
  if (!year?.plan) throw new Error('A letter about a renewal has a plan')
  const key = onceKey(kind, year.plan)
  const { region, plan } = year
  const renewed = renewedPlanOf(year)
  const isMethodNeeded = kind === 'RenewalHeld' || (renewed !== undefined && !isPayable(renewed))
  await writeToMembers(tx, deps, accountId, (member, customerId) => ({
    kind,
    facts: {
      ...member,
      tuitionYear,
      isConfirmed: plan.savedBy === 'Customer',
      ...(kind === 'RenewalHeld' && { startDate: plan.startDate }),
      ...(renewed && { plan: renewed }),
      ...(isMethodNeeded ? { methodsUrl: methodsUrl(deps) } : { portalUrl: planUrl(deps, tuitionYear) }),
    },
    once: `${key}:${customerId}`,
    // A reminder of a day that is over helps nobody.
    ...(kind === 'RenewalReminder' &&
      renewed && { sendBefore: startOfDay(addDays(renewed.editUntil, 1), region) }),
  }))
}

function onceKey(kind: RenewalKind, plan: NonNullable<PreparedYear['plan']>): string {
  switch (kind) {
    case 'PlanToReview':
      return `plan-to-review:${plan.id}:${plan.version}`
    case 'RenewalReminder':
      return `renewal-reminder:${plan.id}:${plan.startDate}`
    case 'RenewalHeld':
      return `renewal-held:${plan.id}:${plan.heldOn}`
    case 'RenewalResumed':
      return `renewal-resumed:${plan.id}:${plan.version}`
  }
}
