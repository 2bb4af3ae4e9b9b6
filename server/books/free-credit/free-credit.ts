import { dateIn } from '#domain/calendar/calendar.ts'
import { creditUsedBy, freeCredit, type FreeCredit } from '#domain/free-credit.ts'
import { cents } from '#domain/money.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import type { Db } from '../../platform/database/open.ts'
import { findFreeCreditFacts, type PaymentPart } from './free-credit.store.ts'

export { lockCredit } from './free-credit.store.ts'

/** What of its balance a family may take out or use, and what makes it less. */
export async function readFreeCredit(
  db: Db,
  { accountId, now, exceptPlanOf }: { accountId: string; now: Date; exceptPlanOf?: number },
): Promise<FreeCredit<PaymentPart>> {
  const facts = await findFreeCreditFacts(db, accountId)
  if (!facts) return { balance: cents(0), unsettled: [], spokenFor: [], plans: [], free: cents(0) }
  // A plan that is saved again may count on what it has counted on before.
  const plans = facts.plans
    .filter(({ tuitionYear }) => tuitionYear !== exceptPlanOf)
    .map((plan) => ({ tuitionYear: plan.tuitionYear, amount: creditUsedBy(plan) }))
  return freeCredit({
    ...facts,
    plans,
    calendar: bankCalendarOf(facts.region),
    today: dateIn(facts.region, now),
  })
}
