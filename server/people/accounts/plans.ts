import { dateIn } from '#domain/calendar/calendar.ts'
import { nextPayment, type NextPayment } from '#domain/plan/next-payment.ts'
import type { Db } from '../../platform/database/open.ts'
import { listPaymentFacts, type CollectedPlan, type NamedSource } from './plans.reads.ts'

/** Returns the next payment that will be collected from an account. */
export async function findNextPayment(
  db: Db,
  { accountId, now }: { accountId: string; now: Date },
): Promise<NextPayment<CollectedPlan, NamedSource> | undefined> {
  const [facts] = await listPaymentFacts(db, [accountId])
  return facts && nextPayment(facts, dateIn(facts.region, now))
}
