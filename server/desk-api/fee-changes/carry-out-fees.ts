import { randomUUID } from 'node:crypto'
import type { AuditAction } from '#domain/audit-words.ts'
import { feeReviewReasons, type FeeChange } from '#domain/plan/fee-change.ts'
import type { Plan } from '#domain/plan/plan.ts'
import { insertAuditEvent } from '../../people/audit/audit.store.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { workOn, workThrough } from '../../platform/jobs/work-through.ts'
import { lockPlans, putPlan } from '../../plans/payment-schedule/put-plan.ts'
import {
  addPlans,
  claimPlans,
  findFeeChange,
  finishFeeChange,
  finishPlan,
  listFeeChangesUnderWay,
  listPlansOnFees,
  putInReview,
  type PlanEffect,
  type PlanKey,
  type PlanOnFees,
  type StoredFeeChange,
} from './fee-changes.store.ts'
import { writeOfFeeReview, writeOfNewAmounts } from './fee-letters.ts'
import { changedBy, changeOf, effectOn, effectsOf, type EffectOnPlan } from './preview-fees.ts'

/** Goes on with what a process has left unfinished. Returns how many plans it processed. */
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
 * Brings every pending plan of a change to the new fees, each in a transaction of its own: what a crash interrupts is
 * still pending, and any number of processes share the work.
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
    isMore = (await addPlans(deps.db, feeChangeId, missed)) > 0
  }
  await finishFeeChange(deps.db, feeChangeId, deps.clock())
  return done
}

const tries = 3

/** A plan that cannot be calculated, even after some tries, is given to people. */
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
  await giveToPeople(tx, deps, work.stored, { ...effect, outcome: 'Review', reason: 'NotCalculable' })
}

/** Calculated under the lock: a payment that the bank has got meanwhile stays as it is. */
async function carryOutPlan(tx: Transaction, deps: Deps, work: Work, key: PlanKey): Promise<void> {
  const { stored, change } = work
  const at = deps.clock()
  await lockPlans(tx, key.accountId)
  const plan = work.plans.get(key.planId)
  // The account was closed meanwhile.
  if (!plan) return finishPlan(tx, stored.id, { ...key, outcome: 'Unchanged' }, null, at)
  const found = await effectOn(tx, plan, change, at)
  const { effect, after } = found
  if (after.outcome === 'Review') {
    if (after.plan) await putVersion(tx, stored, found, after.plan, at)
    return giveToPeople(tx, deps, stored, effect)
  }
  if (after.outcome === 'Recalculated') {
    await putVersion(tx, stored, found, after.plan, at)
    await writeOfNewAmounts(tx, deps, stored, found)
  }
  await finishPlan(tx, stored.id, effect, effect, at)
}

async function putVersion(
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
    // One that was renewed, and that nobody has touched, stays with the renewals.
    savedBy: savedBy === 'Renewal' ? 'Renewal' : 'School',
    savedById: null,
    at,
    // What rests on the family's word still does.
    declared: material.plan.discounts.filter((discount) => discount.status === 'Declared'),
  })
  await record(tx, stored, effect, 'PlanFollowedFees', at, {
    version: String(version),
    total: `${effect.before.total} → ${plan.total}`,
  })
}

async function giveToPeople(
  tx: Transaction,
  deps: Deps,
  stored: StoredFeeChange,
  effect: PlanEffect,
): Promise<void> {
  const { accountId, planId, tuitionYear } = effect
  const reason = effect.reason ?? 'NotCalculable'
  const at = deps.clock()
  const kind = reason === 'InReview' ? 'Plan' : 'FeeChange'
  await putInReview(tx, { accountId, planId, kind, note: feeReviewReasons[reason], at })
  await record(tx, stored, effect, 'PlanSentToFeeReview', at, { why: feeReviewReasons[reason] })
  await writeOfFeeReview(tx, deps, stored, { accountId, planId, tuitionYear, reason })
  await finishPlan(tx, stored.id, effect, effect, at)
}

/** In the name of the person who applied the change, even where a job goes on with it. */
async function record(
  tx: Transaction,
  stored: StoredFeeChange,
  { accountId, planId }: PlanKey,
  action: AuditAction,
  at: Date,
  details: Record<string, string>,
): Promise<void> {
  await insertAuditEvent(tx, {
    subjectId: accountId,
    id: randomUUID(),
    at,
    actorKind: 'Staff',
    actorId: stored.appliedBy,
    impersonatorEmail: null,
    action,
    details: { feeChangeId: stored.id, planId, ...details, reason: stored.reason ?? '' },
    requestId: stored.requestId,
  })
}
