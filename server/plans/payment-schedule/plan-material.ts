import { calendarDate, dateIn } from '#domain/calendar/calendar.ts'
import type { PlanOffer } from '#domain/plan/plan-choices.ts'
import type { PlanMaterial as Material } from '#domain/plan/plan-material.ts'
import { orNotFound } from '#domain/refusal.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import { configOf, type AccountFacts } from '../../people/accounts/account-facts.ts'
import type { Db } from '../../platform/database/open.ts'
import { readFreeCredit } from '../../books/free-credit/free-credit.ts'
import { findPlanFacts, listOtherShares, type StoredPlan } from './plan-facts.reads.ts'

/** The data from which the figures are calculated, with their account and its plan as it was saved. */
export type MaterialOfAccount = Material & { account: AccountFacts; plan: StoredPlan | null }

export async function planMaterial(
  db: Db,
  { accountId, tuitionYear, now }: { accountId: string; tuitionYear: number; now: Date },
): Promise<MaterialOfAccount> {
  const facts = orNotFound(await findPlanFacts(db, accountId, tuitionYear))
  const shared = facts.enrolments.filter(({ holdsRemainder }) => holdsRemainder)
  const otherShares =
    shared.length === 0
      ? []
      : await listOtherShares(
          db,
          accountId,
          shared.map(({ studentId }) => studentId),
        )
  const { free } = await readFreeCredit(db, { accountId, now, exceptPlanOf: tuitionYear })
  const { region } = facts.account
  return { ...facts, region, calendar: bankCalendarOf(region), otherShares, freeCreditMinor: free }
}

/** The plan of a year as it was last saved. */
export async function readStoredPlan(
  db: Db,
  accountId: string,
  tuitionYear: number,
): Promise<StoredPlan | null> {
  const facts = orNotFound(await findPlanFacts(db, accountId, tuitionYear))
  return facts.plan
}

/** The options that the account may choose from now. */
export function offerOf(account: AccountFacts, now: Date): PlanOffer {
  const { planYearOptions, allowFeeVarianceUpdates, allowOutstandingFeeUpdates } = configOf(account, now)
  return {
    today: dateIn(account.region, now),
    planYearOptions: planYearOptions.map((option) => ({
      ...option,
      minStartDate: calendarDate(option.minStartDate),
      maxStartDate: calendarDate(option.maxStartDate),
    })),
    onlyLongestPlans: account.onlyLongestPlans,
    allowFeeVarianceUpdates,
    allowOutstandingFeeUpdates,
    requiresManualReview: account.requiresManualReview,
  }
}
