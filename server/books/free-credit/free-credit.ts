import { dateIn } from '#domain/calendar/calendar.ts'
import { creditUsedBy, freeCredit, type FreeCredit } from '#domain/free-credit.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { lockAccount } from '../../people/accounts/accounts.ts'
import { insertOverride } from './free-credit.store.ts'
import { findFreeCreditFacts, type PaymentPart } from './free-credit.reads.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'

/** Returns the part of its balance that a family may withdraw or use, and what reduces it. */
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

/** Takes the lock of everything that takes money out of an account or relies on its credit. */
export async function lockCredit(tx: Transaction, accountId: string): Promise<void> {
  await lockAccount(tx, accountId)
}

/** Two people may approve taking more from a family's balance than is free: records by how much they did. */
export async function recordOverride(
  tx: Transaction,
  override: { accountId: string; approvalId: string; amount: Cents },
): Promise<void> {
  await insertOverride(tx, override)
}
