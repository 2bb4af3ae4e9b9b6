import { dateIn } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import type { Deps } from '../../platform/deps.ts'
import { workThrough } from '../../platform/jobs/work-through.ts'
import type { Message, MessageFacts } from '../../letters/messages/message.ts'
import { putAllInOutbox } from '../../letters/outbox/outbox.ts'
import { listSequels } from '../payment-schedule/plan-end-facts.ts'
import { clearMarks } from '../payment-schedule/temporary-plans.ts'
import {
  claimPlansToComplete,
  claimPlansToStart,
  completePlans,
  itemOfPlan,
  planForToday,
  startPlans,
  type CompletedPlan,
} from './repayments.store.ts'

const atOnce = 1000

/** Starts saved plans on their first day. */
export async function startDuePlans(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  region: Region,
): Promise<number> {
  const now = deps.clock()
  const today = dateIn(region, now)
  return workThrough(deps, {
    name: 'start-plans',
    itemOf: itemOfPlan,
    atOnce,
    claim: async (tx, turn) => {
      await planForToday(tx)
      return claimPlansToStart(tx, { region, today }, turn)
    },
    process: (tx, plans) => startPlans(tx, plans, now),
  })
}

/** Completes current plans with their last payment, and writes to their families. */
export async function completePaidPlans(deps: Deps, region: Region): Promise<number> {
  const now = deps.clock()
  const today = dateIn(region, now)
  return workThrough<CompletedPlan & { isOver: boolean }>(deps, {
    name: 'complete-plans',
    itemOf: itemOfPlan,
    atOnce,
    claim: async (tx, turn) => {
      await planForToday(tx)
      return claimPlansToComplete(tx, { region, today }, turn)
    },
    process: async (tx, noted) => {
      const plans = noted.filter(({ isOver }) => isOver)
      await completePlans(tx, plans, now)
      await clearMarks(
        tx,
        plans.filter(({ isTemporary }) => isTemporary),
        now,
      )
      const sequels = await listSequels(tx, deps, plans)
      await putAllInOutbox(
        tx,
        deps,
        plans.flatMap((plan) => letterOf(plan, { region, ...sequels.get(plan.planId) })),
      )
      return plans.length
    },
  })
}

/**
 * Writes one letter with what comes next: the end of a temporary plan is not distinguished from the end of its
 * payments.
 */
function letterOf(
  plan: CompletedPlan,
  sequel: Pick<MessageFacts['PlanCompleted'], 'region' | 'next' | 'portalUrl' | 'methodsUrl'>,
): Message[] {
  const { payer, accountId, planId, shortId, schoolName, tuitionYear, paid, waived, isTemporary } = plan
  if (!payer) return []
  return [
    {
      kind: 'PlanCompleted',
      facts: {
        firstName: payer.firstName,
        shortId,
        schoolName,
        tuitionYear,
        paid,
        waived,
        isTemporary,
        ...sequel,
      },
      recipient: payer.email,
      customerId: payer.id,
      accountId,
      once: `plan-completed:${planId}`,
    },
  ]
}
