import type { ComingPayment } from '#domain/plan/changes/coming.ts'
import { isMoveOfFailed } from '#domain/plan/changes/move-failed.ts'
import { withoutChange, type ChangeDetails } from '#domain/plan/changes/plan-change.ts'
import { Refusal } from '#domain/refusal.ts'
import { recordAudit } from '../../people/audit/audit.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { closeReview } from '../payment-schedule/plan-review.ts'
import { findTuitionYear, lockPlans } from '../payment-schedule/put-plan.ts'
import type { PlanActor } from '../payment-schedule/save-plan.ts'
import { changerOf, writeOfChange } from './change-letters.ts'
import { lockFlexible, lockOwnPlan, putRest, type Changer } from './change-plan.ts'
import type { FlexibleFacts } from './flexible-plan.ts'
import { endChange, findChangedPlan, type PlanChangeRow } from './plan-changes.store.ts'

type ChangeRef = { accountId: string; changeId: string }
type TakenBack = {
  status: 'Undone' | 'Withdrawn'
  planId: string
  details: ChangeDetails
  /** A second click, or the other parent, finds it done. */
  wasDone: boolean
}

/** Brings the payments back as they were before a change, or takes back the request for one. */
export async function undoChange(
  deps: Deps,
  { accountId, changeId }: ChangeRef,
  actor: PlanActor,
): Promise<{ changeId: string; status: 'Undone' | 'Withdrawn' }> {
  return deps.db.transaction(async (tx) => {
    const at = deps.clock()
    const { status, planId, details, wasDone } = await takeBack(
      tx,
      deps,
      { accountId, changeId },
      { ...changerOf(actor), at },
    )
    if (!wasDone)
      await recordAudit(tx, {
        subjectId: accountId,
        actorId: actor.customerId,
        impersonatorEmail: actor.impersonatorEmail,
        requestId: actor.requestId,
        action: 'PlanChangeUndone',
        at,
        details: { planId, changeId, kind: details.kind },
      })
    return { changeId, status }
  })
}

/** The same for families and staff, without saying who has done it. */
export async function takeBack(
  tx: Transaction,
  deps: Deps,
  { accountId, changeId }: ChangeRef,
  changer: Changer & { at: Date },
): Promise<TakenBack> {
  await lockPlans(tx, accountId)
  const found = await findChangedPlan(tx, { accountId, changeId })
  if (!found) throw new Refusal('not_found')
  const { planId, details, status: before } = found
  if (before === 'Undone' || before === 'Withdrawn') return { status: before, planId, details, wasDone: true }
  if (before === 'Declined') throw new Refusal('plan_changed')
  const status = before === 'Asked' ? 'Withdrawn' : 'Undone'
  if (before === 'Made') {
    const lock = changer.by === 'Staff' ? lockFlexible : lockOwnPlan
    const facts = await lock(tx, deps, { accountId, planId })
    const { rest } = undoOf(facts, changeId)
    await putRest(tx, { accountId, plan: facts.plan, rest }, changer)
  } else await closeRequest(tx, { accountId, changeId }, changer.at)
  await endChange(tx, { accountId, id: changeId }, { status, at: changer.at })
  const tuitionYear = await findTuitionYear(tx, accountId, planId)
  if (tuitionYear !== undefined)
    await writeOfChange(tx, deps, { accountId, tuitionYear, details, status, undoUntil: null })
  return { status, planId, details, wasDone: false }
}

/** What undoing a change makes of a plan as it stands now. */
export function undoOf(
  facts: FlexibleFacts,
  changeId: string,
): { rest: ComingPayment[]; change: PlanChangeRow } {
  const change = facts.changes.find(({ id }) => id === changeId)
  if (!change) throw new Refusal('not_found')
  if (change.status !== 'Made') throw new Refusal('plan_changed')
  const { undoUntil, details } = change
  // Money that was paid is not undone; what it does can be switched.
  if (details.kind === 'Extra') throw new Refusal('plan_changed')
  // Our people can: a failed payment is asked for again then.
  if (isMoveOfFailed(details)) throw new Refusal('undo_too_late')
  if (undoUntil === null || facts.today > undoUntil) throw new Refusal('undo_too_late')
  const rest = withoutChange(facts.coming, change)
  if (!rest) throw new Refusal('plan_changed')
  return { rest, change }
}

/** A request may be withdrawn whatever has become of the plan meanwhile. Nobody needs to look at it any more. */
async function closeRequest(tx: Transaction, { accountId, changeId }: ChangeRef, at: Date): Promise<void> {
  await closeReview(tx, {
    accountId,
    subjectId: changeId,
    status: 'Declined',
    reason: 'The family has withdrawn it',
    staffId: null,
    at,
  })
}
