import { randomUUID } from 'node:crypto'
import { dateIn } from '#domain/calendar/calendar.ts'
import type { Deps } from '../deps.ts'
import type { Message } from '../messages/message.ts'
import { putAllInOutbox } from '../outbox/outbox.ts'
import { clearTemporary, lockOverTemporaryPlans, type TemporaryPlan } from './temporary-plans.store.ts'

const atOnce = 500

/** Ends the temporary plans whose last day is over, and says how many. */
export async function endTemporaryPlans(deps: Deps): Promise<number> {
  let ended = 0
  for (let isMore = true; isMore;) {
    const count = await deps.db.transaction(async (tx) => {
      const now = deps.clock()
      const today = { AU: dateIn('AU', now), UK: dateIn('UK', now) }
      const plans = await lockOverTemporaryPlans(tx, { today, most: atOnce })
      if (plans.length === 0) return 0
      await clearTemporary(
        tx,
        plans.map((plan) => ({ ...plan, auditId: randomUUID() })),
        now,
      )
      await putAllInOutbox(
        tx,
        deps,
        plans.flatMap((plan) => messagesOf(deps, plan)),
      )
      return plans.length
    })
    ended += count
    isMore = count === atOnce
  }
  return ended
}

function messagesOf({ config }: Deps, plan: TemporaryPlan): Message[] {
  const { accountId, shortId, schoolName } = plan
  return plan.payers.map(({ customerId, firstName, email }) => ({
    kind: 'TemporaryPlanEnded',
    facts: { firstName, shortId, schoolName, portalUrl: `${config.portalOrigin}/payment-schedule` },
    recipient: email,
    customerId,
    accountId,
    // A plan may be made temporary again, for another while.
    once: `temporary-plan-ended:${plan.planId}:${plan.tailoredUntil}:${customerId}`,
  }))
}
