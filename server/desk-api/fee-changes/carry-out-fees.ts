import type { AuditAction } from '#domain/audit-words.ts'
import { feeReviewReasons, type FeeChange } from '#domain/plan/fee-change.ts'
import type { Plan } from '#domain/plan/plan.ts'
import { recordAuditEvent } from '../../people/audit/audit.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { workOn, workThrough } from '../../platform/jobs/work-through.ts'
import { lockPlans, putPlan } from '../../plans/payment-schedule/put-plan.ts'
import {
  insertPlansOfChange,
  claimPlans,
  findFeeChange,
  finishFeeChange,
  finishPlan,
  listFeeChangesUnderWay,
  listPlansOnFees,
  openPlanReview,
  type StoredFeeChange,
} from './fee-changes.store.ts'
import type { PlanEffect, PlanKey, PlanOnFees } from './fee-changes.reads.ts'
import { sendFeeReviewNotice, sendNewAmounts } from './fee-letters.ts'
import { changedBy, changeOf, effectOn, effectsOf, type EffectOnPlan } from './preview-fees.ts'

/** Continues changes that a process has left unfinished. Returns the number of plans processed. */
export async function carryOutFeeChanges(deps: Deps): Promise<number> {
  const itemOf = (id: string) => ({ item: id, accountId: null })
  const underWay = await listFeeChangesUnderWay(deps.db)
  return workOn(deps, { name: 'carry-out-fee-changes', itemOf }, underWay, async (ids) => {
    let plans = 0
    for (const id of ids) plans += await carryOutFees(deps, id)
    return plans
  })
}

type Work = { stored: StoredFeeChange; change: FeeChange; plans: Map<string, PlanOnFees> }

/**
 * Brings every pending plan of a change to the new fees, each in its own transaction: after a crash the rest is still
 * pending, and any number of processes can share the work.
 */
export async function carryOutFees(deps: Deps, feeChangeId: string): Promise<number> {
  const stored = await findFeeChange(deps.db, feeChangeId)
  if (stored?.status !== 'Applying') return 0
  const change = changeOf(stored.feesBefore, stored.feesAfter)
  let done = 0
  let isMore = true
  while (isMore) {
    const listed = await listPlansOnFees(deps.db, stored)
    const work = { stored, change, plans: new Map(listed.map((plan) => [plan.planId, plan])) }
    done += await carryOutPlans(deps, work)
    // A family may have saved a plan with the old fees at the moment when they were replaced.
    const missed = changedBy(await effectsOf(deps.db, change, deps.clock()))
    isMore = (await insertPlansOfChange(deps.db, feeChangeId, missed)) > 0
  }
  await finishFeeChange(deps.db, feeChangeId, deps.clock())
  return done
}

const tries = 3

/** A plan that cannot be calculated after some tries goes to a manual review. */
function carryOutPlans(deps: Deps, work: Work): Promise<number> {
  return workThrough<PlanKey>(deps, {
    name: 'follow-new-fees',
    itemOf: ({ planId, accountId }) => ({ item: planId, accountId }),
    triesAtOnce: tries + 1,
    claim: (tx, turn) => {
      if (turn.after) crashPoint(deps.config, 'after-plan-of-fee-change')
      return claimPlans(tx, work.stored.id, turn)
    },
    process: async (tx, plans, failures) => {
      for (const key of plans) {
        if (failures < tries) await carryOutPlan(tx, deps, work, key)
        else await giveUpOn(tx, deps, work, key)
      }
    },
  })
}

async function giveUpOn(tx: Transaction, deps: Deps, work: Work, { planId }: PlanKey): Promise<void> {
  const plan = work.plans.get(planId)
  if (!plan) throw new Error('A plan of a change of fees is gone')
  const { effect } = await effectOn(tx, plan, work.change, deps.clock())
  await sendToReview(tx, deps, work.stored, { ...effect, outcome: 'Review', reason: 'NotCalculable' })
}

/** Calculates under the lock, so that a payment sent to the bank meanwhile stays as it is. */
async function carryOutPlan(tx: Transaction, deps: Deps, work: Work, key: PlanKey): Promise<void> {
  const { stored, change } = work
  const at = deps.clock()
  await lockPlans(tx, key.accountId)
  const plan = work.plans.get(key.planId)
  // The account was closed meanwhile.
  if (!plan) return finishPlan(tx, stored.id, { ...key, outcome: 'Unchanged' }, null, at)
  const result = await effectOn(tx, plan, change, at)
  const { effect, after } = result
  if (after.outcome === 'Review') {
    if (after.plan) await saveVersion(tx, stored, result, after.plan, at)
    return sendToReview(tx, deps, stored, effect)
  }
  if (after.outcome === 'Recalculated') {
    await saveVersion(tx, stored, result, after.plan, at)
    await sendNewAmounts(tx, deps, stored, result)
  }
  await finishPlan(tx, stored.id, effect, effect, at)
}

async function saveVersion(
  tx: Transaction,
  stored: StoredFeeChange,
  { material, effect }: EffectOnPlan,
  plan: Plan,
  at: Date,
): Promise<void> {
  const { status, savedBy } = material.plan
  if (status !== 'Saved' && status !== 'Current' && status !== 'ManualReview')
    throw new Error(`A plan that is ${status} does not follow new fees`)
  const { version } = await putPlan(tx, material, plan, {
    status,
    // A renewed plan that nobody has changed stays with the renewals.
    savedBy: savedBy === 'Renewal' ? 'Renewal' : 'School',
    savedById: null,
    at,
    // Discounts that the family declared stay declared.
    declared: material.plan.discounts.filter((discount) => discount.status === 'Declared'),
  })
  await record(tx, stored, effect, 'PlanFollowedFees', at, {
    version: String(version),
    total: `${effect.before.total} → ${plan.total}`,
  })
}

async function sendToReview(
  tx: Transaction,
  deps: Deps,
  stored: StoredFeeChange,
  effect: PlanEffect,
): Promise<void> {
  const { accountId, planId, tuitionYear } = effect
  const reason = effect.reason ?? 'NotCalculable'
  const at = deps.clock()
  const kind = reason === 'InReview' ? 'Plan' : 'FeeChange'
  await openPlanReview(tx, { accountId, planId, kind, note: feeReviewReasons[reason], at })
  await record(tx, stored, effect, 'PlanSentToFeeReview', at, { why: feeReviewReasons[reason] })
  await sendFeeReviewNotice(tx, deps, stored, { accountId, planId, tuitionYear, reason })
  await finishPlan(tx, stored.id, effect, effect, at)
}

/** Records the person who applied the change, also if a job continues it. */
async function record(
  tx: Transaction,
  stored: StoredFeeChange,
  { accountId, planId }: PlanKey,
  action: AuditAction,
  at: Date,
  details: Record<string, string>,
): Promise<void> {
  await recordAuditEvent(tx, {
    subjectId: accountId,
    at,
    actorKind: 'Staff',
    actorId: stored.appliedBy,
    impersonatorEmail: null,
    action,
    details: { feeChangeId: stored.id, planId, ...details, reason: stored.reason ?? '' },
    requestId: stored.requestId,
  })
}
