import { dateIn } from '#domain/calendar/calendar.ts'
import { creditUsedBy, freeCredit, type FreeCredit } from '#domain/free-credit.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { lockAccount } from '../../people/accounts/accounts.ts'
import { insertOverride } from './free-credit.store.ts'
import { findFreeCreditFacts, type PaymentPart } from './free-credit.reads.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'

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

/** Everything that takes money out of an account, or counts on its credit, waits here for the one before. */
export async function lockCredit(tx: Transaction, accountId: string): Promise<void> {
  await lockAccount(tx, accountId)
}

/** Two people may take more from a family's balance than is free: keeps by how much they did. */
export async function recordOverride(
  tx: Transaction,
  override: { accountId: string; approvalId: string; amount: Cents },
): Promise<void> {
  await insertOverride(tx, override)
}
