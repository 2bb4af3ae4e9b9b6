import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { fieldRefusal, Refusal } from '#domain/refusal.ts'
import { writeToMembers } from '../../people/account-letters/account-letters.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'
import { planMaterial } from './plan-material.ts'
import type { StoredPlan } from './plan-facts.reads.ts'
import { listTemporaryEnds } from './plan-end-facts.ts'
import type { PlanRef } from './plan-review.ts'
import { updateTailoring } from './plan.store.ts'
import { findTuitionYear } from './plan.reads.ts'
import { lockPlans } from './put-plan.ts'

type Tailoring = { accountId: string; id: string; type: string | null; until: CalendarDate | null }

/** Sets the mark that tells the family and staff that a plan is temporary; null removes it. */
export async function setTailoring(tx: Transaction, plan: Tailoring): Promise<void> {
  await updateTailoring(tx, plan)
}

/**
 * Marks a plan as tailored for a while, for a family in a difficult time. Its payments in that time are set with
 * `changePlan`: the mark tells the family and staff that the plan will change again.
 */
export async function startTemporaryPlan(
  deps: Deps,
  actor: StaffActor,
  request: PlanRef & { type: string; until: CalendarDate },
): Promise<void> {
  await onPlan(deps, request, async (tx, plan, today) => {
    if (plan.status !== 'Saved' && plan.status !== 'Current') throw new Refusal('not_possible')
    if (request.until <= today) throw fieldRefusal({ until: 'Choose a day that is still to come' })
    const { accountId, type, until } = request
    await setTailoring(tx, { accountId, id: plan.id, type, until })
    await recordAction(tx, actor, {
      subjectId: accountId,
      action: 'TemporaryPlanStarted',
      at: deps.clock(),
      details: { planId: plan.id, type, until },
    })
  })
}

/** Ends a temporary plan before its last day; on that day a job ends it. */
export async function endTemporaryPlan(deps: Deps, actor: StaffActor, ref: PlanRef): Promise<void> {
  await onPlan(deps, ref, async (tx, plan) => {
    if (plan.tailoredType === null) throw new Refusal('not_possible')
    const { accountId } = ref
    await setTailoring(tx, { accountId, id: plan.id, type: null, until: null })
    await recordAction(tx, actor, {
      subjectId: accountId,
      action: 'TemporaryPlanEnded',
      at: deps.clock(),
      details: { planId: plan.id, type: plan.tailoredType },
    })
    const { id: planId, tuitionYear } = plan
    const end = (await listTemporaryEnds(tx, deps, [{ accountId, planId, tuitionYear }])).get(planId)
    if (!end) return
    await writeToMembers(tx, deps, accountId, ({ firstName, shortId, schoolName }) => ({
      kind: 'TemporaryPlanEnded',
      facts: { firstName, shortId, schoolName, ...end },
    }))
  })
}

async function onPlan(
  deps: Deps,
  { accountId, planId }: PlanRef,
  work: (tx: Transaction, plan: StoredPlan, today: CalendarDate) => Promise<void>,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockPlans(tx, accountId)
    const tuitionYear = await findTuitionYear(tx, accountId, planId)
    if (tuitionYear === undefined) throw new Refusal('not_found')
    const { plan, account } = await planMaterial(tx, { accountId, tuitionYear, now: deps.clock() })
    if (!plan) throw new Refusal('not_found')
    await work(tx, plan, dateIn(account.region, deps.clock()))
  })
}
