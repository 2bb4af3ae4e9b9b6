import { dateIn } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import type { Deps } from '../../platform/deps.ts'
import { workOnAccounts } from '../../platform/jobs/work-through.ts'
import type { Message, MessageFacts } from '../../letters/messages/message.ts'
import { putAllInOutbox } from '../../letters/outbox/outbox.ts'
import { listSequels } from '../payment-schedule/plan-end-facts.ts'
import { clearMarks } from '../payment-schedule/temporary-plans.ts'
import {
  completePlans,
  notedPlans,
  plansToStart,
  startPlans,
  type CompletedPlan,
  type PlanKey,
} from './repayments.store.ts'

const atOnce = 200

/** Starts saved plans on their first day. */
export async function startDuePlans(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  region: Region,
): Promise<number> {
  const on = dayOf(deps, region)
  return workOnAccounts<PlanKey>(deps, {
    name: 'start-plans',
    atOnce,
    due: plansToStart(on),
    act: (tx, plans) => startPlans(tx, plans, on.now),
  })
}

/** Completes current plans with their last payment, and writes to their families. */
export async function completePaidPlans(deps: Deps, region: Region): Promise<number> {
  const on = dayOf(deps, region)
  return workOnAccounts<PlanKey, CompletedPlan>(deps, {
    name: 'complete-plans',
    atOnce,
    due: notedPlans(on),
    act: async (tx, noted) => {
      const plans = await completePlans(tx, noted, on.now)
      await clearMarks(
        tx,
        plans.filter(({ isTemporary }) => isTemporary),
        on.now,
      )
      const sequels = await listSequels(tx, deps, plans)
      await putAllInOutbox(
        tx,
        deps,
        plans.flatMap((plan) => letterOf(plan, { region, ...sequels.get(plan.planId) })),
      )
      return plans
    },
  })
}

function dayOf({ clock }: Pick<Deps, 'clock'>, region: Region) {
  const now = clock()
  return { region, today: dateIn(region, now), now }
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
