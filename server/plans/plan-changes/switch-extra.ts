import { changedPayments } from '#domain/plan/changes/plan-change.ts'
import type { ExtraOutcome } from '#domain/plan/changes/extra.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import { recordAudit } from '../../people/audit/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import type { PlanActor } from '../payment-schedule/save-plan.ts'
import { changerOf, sendChangeLetter } from './change-letters.ts'
import { lockOwnPlan } from './change-plan.ts'
import { putRemaining } from '../payment-schedule/put-remaining.ts'
import { extraOf } from './extra-payment.ts'
import { beforeExtra } from './flexible-plan.ts'
import { updateChange } from './plan-changes.store.ts'
import { findChangedPlan } from './plan-changes.reads.ts'

/** Switches the effect of an extra payment, calculated from the payments before it. */
export async function switchExtraOutcome(
  deps: Deps,
  { accountId, changeId, outcome }: { accountId: string; changeId: string; outcome: ExtraOutcome },
  actor: PlanActor,
): Promise<{ changeId: string; status: 'Made' }> {
  return deps.db.transaction(async (tx) => {
    const changedPlan = orNotFound(await findChangedPlan(tx, { accountId, changeId }))
    const facts = await lockOwnPlan(tx, deps, { accountId, planId: changedPlan.planId })
    const change = facts.changes.find(({ id }) => id === changeId)
    if (change?.details.kind !== 'Extra') throw new Refusal('not_found')
    // A second click, or the other parent: it is so already.
    if (change.status === 'Made' && change.details.outcome === outcome) return { changeId, status: 'Made' }
    if (change.undoUntil === null || facts.today > change.undoUntil) throw new Refusal('undo_too_late')
    const before = beforeExtra(facts, change)
    if (!before) throw new Refusal('plan_changed')
    const { plan } = facts
    const { amount, paymentId } = change.details
    const { rest, periodic, details } = extraOf(facts, before, { amount, outcome, paymentId })
    const at = deps.clock()
    const version = await putRemaining(tx, { accountId, plan, rest, periodic }, { ...changerOf(actor), at })
    await updateChange(
      tx,
      { accountId, id: changeId },
      { ...changedPayments(before, rest), details, version },
    )
    await recordAudit(tx, {
      subjectId: accountId,
      by: actor,
      action: 'ExtraOutcomeSwitched',
      at,
      details: { planId: plan.id, changeId, outcome },
    })
    const { undoUntil } = change
    await sendChangeLetter(tx, deps, {
      accountId,
      tuitionYear: plan.tuitionYear,
      details,
      status: 'Made',
      undoUntil,
    })
    return { changeId, status: 'Made' }
  })
}
