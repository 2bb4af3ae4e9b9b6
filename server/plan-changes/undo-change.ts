import { withoutChange } from '#domain/plan/changes/plan-change.ts'
import { Refusal } from '#domain/refusal.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import type { PlanActor } from '../payment-schedule/save-plan.ts'
import { changerOf, writeOfChange } from './change-letters.ts'
import { lockFlexible, putRest } from './change-plan.ts'
import { endChange, findChangedPlan } from './plan-changes.store.ts'

/** Brings the payments back as they were before a change, or takes back the request for one. */
export async function undoChange(
  deps: Deps,
  { accountId, changeId }: { accountId: string; changeId: string },
  actor: PlanActor,
): Promise<{ changeId: string; status: 'Undone' | 'Withdrawn' }> {
  return deps.db.transaction(async (tx) => {
    const found = await findChangedPlan(tx, { accountId, changeId })
    if (!found) throw new Refusal('not_found')
    const facts = await lockFlexible(tx, deps, { accountId, planId: found.planId })
    const change = facts.changes.find(({ id }) => id === changeId)
    if (!change) throw new Refusal('not_found')
    const { status: before, undoUntil, details } = change
    // A second click, or the other parent: it is done already.
    if (before === 'Undone' || before === 'Withdrawn') return { changeId, status: before }
    if (before === 'Declined') throw new Refusal('plan_changed')
    const at = deps.clock()
    const status = before === 'Asked' ? 'Withdrawn' : 'Undone'
    if (before === 'Made') {
      // Money that was paid is not undone; what it does can be switched.
      if (details.kind === 'Extra') throw new Refusal('plan_changed')
      if (undoUntil === null || facts.today > undoUntil) throw new Refusal('undo_too_late')
      const rest = withoutChange(facts.coming, change)
      if (!rest) throw new Refusal('plan_changed')
      await putRest(tx, { accountId, plan: facts.plan, rest }, { ...changerOf(actor), at })
    }
    await endChange(tx, { accountId, id: changeId }, { status, at })
    await recordAudit(tx, {
      subjectId: accountId,
      actorId: actor.customerId,
      impersonatorEmail: actor.impersonatorEmail,
      requestId: actor.requestId,
      action: 'PlanChangeUndone',
      at,
      details: { planId: facts.plan.id, changeId, kind: details.kind },
    })
    const { tuitionYear } = facts.plan
    await writeOfChange(tx, deps, { accountId, tuitionYear, details, status, undoUntil: null })
    return { changeId, status }
  })
}
