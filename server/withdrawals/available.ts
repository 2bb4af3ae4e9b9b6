import { dateIn } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { availableToWithdraw, type Available, type OpenPayment } from '#domain/withdrawals.ts'
import type { Db } from '../database/open.ts'
import { findAvailableFacts, type Part } from './available.store.ts'

export type { Part } from './available.store.ts'

/** What a family may take out, and what makes it less than its balance. */
export async function readAvailable(
  db: Db,
  { accountId, now }: { accountId: string; now: Date },
): Promise<Available<Part & OpenPayment>> {
  const facts = await findAvailableFacts(db, accountId)
  if (!facts) return { balance: cents(0), unsettled: [], toSchool: [], available: cents(0) }
  return availableToWithdraw({ ...facts, today: dateIn(facts.region, now) })
}
