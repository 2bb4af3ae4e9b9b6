import { nextPayment, type NextPayment } from '#domain/plan/plan-payments.ts'
import type { Db } from '../database/open.ts'
import { listCollectedPlans, type CollectedPlan } from './plans.store.ts'

export { displayedPlan, findDisplayedPlan, instalmentsOfPlan, isPlanCollected } from './plans.store.ts'

/** What is collected next of an account. */
export async function findNextPayment(
  db: Db,
  accountId: string,
): Promise<NextPayment<CollectedPlan> | undefined> {
  return nextPayment(await listCollectedPlans(db, accountId))
}
