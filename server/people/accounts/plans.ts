import { dateIn } from '#domain/calendar/calendar.ts'
import { nextPayment, type NextPayment } from '#domain/plan/next-payment.ts'
import type { Db } from '../../platform/database/open.ts'
import { listPaymentFacts, type CollectedPlan, type NamedSource } from './plans.store.ts'

export {
  activeFrom,
  displayedPlan,
  findDisplayedPlan,
  instalmentsOfPlan,
  isPlanCollected,
  listPaymentFacts,
  sourcesOfAccount,
} from './plans.store.ts'
export type { AccountPayments, CollectedPlan, NamedSource } from './plans.store.ts'

/** What is collected next of an account. */
export async function findNextPayment(
  db: Db,
  { accountId, now }: { accountId: string; now: Date },
): Promise<NextPayment<CollectedPlan, NamedSource> | undefined> {
  const [facts] = await listPaymentFacts(db, [accountId])
  return facts && nextPayment(facts, dateIn(facts.region, now))
}
