import { dateIn } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { nextPayment } from '#domain/plan/next-payment.ts'
import { paidSoFar } from '#domain/plan/plan-payments.ts'
import { type AccountPayments, listPaymentFacts } from '../../people/accounts/plans.reads.ts'
import type { Db } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import type { MessageFacts } from '../../letters/messages/message.ts'
import type { AfterPlan } from '../../letters/messages/plan-facts.ts'
import { methodsUrl, planUrl } from './plan-letters.ts'
import { afterPlan, isPayable } from './prepared-plans.ts'
import { listPreparedYears } from './prepared-plans.store.ts'

type EndingPlan = { accountId: string; planId: string; tuitionYear: number }

type Sequel = Pick<MessageFacts['PlanCompleted'], 'next' | 'portalUrl' | 'methodsUrl'>

/** Returns what follows each of these plans, and the page on which the family can act. */
export async function listSequels(
  db: Db,
  deps: Pick<Deps, 'config'>,
  plans: readonly EndingPlan[],
): Promise<Map<string, Sequel>> {
  const years = await listPreparedYears(
    db,
    plans.map(({ accountId, tuitionYear }) => ({ accountId, tuitionYear: tuitionYear + 1 })),
  )
  return new Map(
    plans.map(({ accountId, planId, tuitionYear }) => {
      const year = tuitionYear + 1
      const next = afterPlan(years.find((each) => each.accountId === accountId && each.tuitionYear === year))
      return [planId, { next, ...linkTo(next, deps) }]
    }),
  )
}

function linkTo(next: AfterPlan, deps: Pick<Deps, 'config'>): Omit<Sequel, 'next'> {
  switch (next.kind) {
    case 'Held':
      return { methodsUrl: methodsUrl(deps) }
    case 'Plan':
      return isPayable(next.plan)
        ? { portalUrl: planUrl(deps, next.tuitionYear) }
        : { methodsUrl: methodsUrl(deps) }
    case 'Choose':
      return { portalUrl: planUrl(deps, next.tuitionYear) }
    case 'InReview':
    case 'Later':
    case 'Nothing':
      return {}
  }
}

export type TemporaryEnd = Omit<MessageFacts['TemporaryPlanEnded'], 'firstName' | 'shortId' | 'schoolName'>

/** The facts of the letter when a temporary plan has ended: the amount paid, and the payments from here on. */
export async function listTemporaryEnds(
  db: Db,
  deps: Pick<Deps, 'config' | 'clock'>,
  plans: readonly EndingPlan[],
): Promise<Map<string, TemporaryEnd>> {
  const sequels = await listSequels(db, deps, plans)
  const payments = await listPaymentFacts(
    db,
    plans.map(({ accountId }) => accountId),
  )
  return new Map(
    plans.flatMap(({ accountId, planId, tuitionYear }) => {
      const facts = payments.find((each) => each.accountId === accountId)
      const sequel = sequels.get(planId)
      if (!facts || !sequel) return []
      const left = remainingOf(facts, planId, deps.clock())
      // What is left of the plan itself comes before that of another year.
      const after = left.remaining || left.overdue ? { portalUrl: planUrl(deps, tuitionYear) } : sequel
      return [[planId, { region: facts.region, tuitionYear, ...left, ...after }]]
    }),
  )
}

function remainingOf(
  facts: AccountPayments,
  planId: string,
  now: Date,
): Pick<TemporaryEnd, 'paid' | 'remaining' | 'overdue'> {
  const plans = facts.plans.filter(({ id }) => id === planId)
  const instalments = plans.flatMap((plan) => plan.instalments)
  const owing = (isCounted: (status: string) => boolean) =>
    instalments.filter(({ status, open }) => isCounted(status) && open > 0)
  const sumOf = (some: typeof instalments) => cents(some.reduce((sum, { open }) => sum + open, 0))
  const toCome = owing((status) => status === 'Scheduled' || status === 'Retrying')
  const next = nextPayment({ ...facts, plans }, dateIn(facts.region, now))
  return {
    paid: paidSoFar(instalments),
    remaining: next ? { count: toCome.length, total: sumOf(toCome), amount: next.amount, on: next.on } : null,
    overdue: sumOf(owing((status) => status === 'Overdue')),
  }
}
