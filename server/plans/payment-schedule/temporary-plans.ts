import { randomUUID } from 'node:crypto'
import { datesIn } from '#domain/calendar/calendar.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { workThrough } from '../../platform/jobs/work-through.ts'
import type { Message } from '../../letters/messages/message.ts'
import { putAllInOutbox } from '../../letters/outbox/outbox.ts'
import { listTemporaryEnds, type TemporaryEnd } from './plan-end-facts.ts'
import { clearTemporary, lockOverTemporaryPlans, type TemporaryPlan } from './temporary-plans.store.ts'

const atOnce = 500

/** Ends the temporary plans whose last day is over. Returns the number of plans. */
export async function endTemporaryPlans(deps: Deps): Promise<number> {
  const now = deps.clock()
  const today = datesIn(now)
  return workThrough<TemporaryPlan>(deps, {
    name: 'end-temporary-plans',
    itemOf: ({ planId, accountId }) => ({ item: planId, accountId }),
    atOnce,
    claim: (tx, turn) => lockOverTemporaryPlans(tx, today, turn),
    process: async (tx, plans) => {
      await clearMarks(tx, plans, now)
      // A family whose plan is complete has its letter already, with what comes next.
      const going = plans.filter(({ status }) => status !== 'Completed')
      const ends = await listTemporaryEnds(tx, deps, going)
      await putAllInOutbox(
        tx,
        deps,
        going.flatMap((plan) => {
          const end = ends.get(plan.planId)
          return end ? messagesOf(plan, end) : []
        }),
      )
    },
  })
}

/** Removes the temporary mark from these plans. */
export async function clearMarks(
  tx: Transaction,
  plans: readonly { accountId: string; planId: string }[],
  now: Date,
): Promise<void> {
  if (plans.length === 0) return
  await clearTemporary(
    tx,
    plans.map(({ accountId, planId }) => ({ accountId, planId, auditId: randomUUID() })),
    now,
  )
}

function messagesOf(plan: TemporaryPlan, end: TemporaryEnd): Message[] {
  const { accountId, shortId, schoolName } = plan
  return plan.payers.map(({ customerId, firstName, email }) => ({
    kind: 'TemporaryPlanEnded',
    facts: { firstName, shortId, schoolName, ...end },
    recipient: email,
    customerId,
    accountId,
    // A plan may be made temporary again, for another while.
    once: `temporary-plan-ended:${plan.planId}:${plan.tailoredUntil}:${customerId}`,
  }))
}
