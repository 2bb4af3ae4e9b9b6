import { lockPlans } from '../payment-schedule/put-plan.ts'
import type { ComingPayment } from '#domain/plan/changes/coming.ts'
import { isMoveOfFailed } from '#domain/plan/changes/move-failed.ts'
import { withoutChange, type ChangeDetails } from '#domain/plan/changes/plan-change.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import { recordAudit } from '../../people/audit/audit.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { closeReviewsOf } from '../../people/reviews/reviews.ts'
import { findTuitionYear } from '../payment-schedule/plan.reads.ts'
import type { PlanActor } from '../payment-schedule/save-plan.ts'
import { changerOf, sendChangeLetter } from './change-letters.ts'
import { lockFlexible, lockOwnPlan } from './change-plan.ts'
import { type Changer, putRemaining } from '../payment-schedule/put-remaining.ts'
import type { FlexibleFacts } from './flexible-plan.ts'
import { endChange } from './plan-changes.store.ts'
import { findChangedPlan, type PlanChangeRow } from './plan-changes.reads.ts'

type ChangeRef = { accountId: string; changeId: string }
type UndoneChange = {
  status: 'Undone' | 'Withdrawn'
  planId: string
  details: ChangeDetails
  /** A second click, or the other parent, finds it done. */
  wasDone: boolean
}

/** Restores the payments from before a change, or withdraws the request for one. */
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
        by: actor,
        action: 'PlanChangeUndone',
        at,
        details: { planId, changeId, kind: details.kind },
      })
    return { changeId, status }
  })
}

/** Reverts a change for families and staff, without an audit entry. */
export async function takeBack(
  tx: Transaction,
  deps: Deps,
  { accountId, changeId }: ChangeRef,
  changer: Changer & { at: Date },
): Promise<UndoneChange> {
  await lockPlans(tx, accountId)
  const changedPlan = orNotFound(await findChangedPlan(tx, { accountId, changeId }))
  const { planId, details, status: before } = changedPlan
  if (before === 'Undone' || before === 'Withdrawn') return { status: before, planId, details, wasDone: true }
  if (before === 'Declined') throw new Refusal('plan_changed')
  const status = before === 'Asked' ? 'Withdrawn' : 'Undone'
  if (before === 'Made') {
    const lock = changer.by === 'Staff' ? lockFlexible : lockOwnPlan
    const facts = await lock(tx, deps, { accountId, planId })
    const { rest } = undoOf(facts, changeId)
    await putRemaining(tx, { accountId, plan: facts.plan, rest }, changer)
  } else await closeRequest(tx, { accountId, changeId }, changer.at)
  await endChange(tx, { accountId, id: changeId }, { status, at: changer.at })
  const tuitionYear = await findTuitionYear(tx, accountId, planId)
  if (tuitionYear !== undefined)
    await sendChangeLetter(tx, deps, { accountId, tuitionYear, details, status, undoUntil: null })
  return { status, planId, details, wasDone: false }
}

/** Calculates the plan after undoing a change. */
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

/** Withdraws a request, whatever became of the plan meanwhile, and closes its review. */
async function closeRequest(tx: Transaction, { accountId, changeId }: ChangeRef, at: Date): Promise<void> {
  await closeReviewsOf(tx, {
    accountId,
    subjectId: changeId,
    status: 'Declined',
    reason: 'The family has withdrawn it',
    staffId: null,
    at,
  })
}
