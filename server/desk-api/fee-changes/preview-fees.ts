import { createHash } from 'node:crypto'
import { dateIn } from '#domain/calendar/calendar.ts'
import { planAfterFees, type FeeChange, type PlanAfterFees } from '#domain/plan/fee-change.ts'
import type { FeeScheduleFacts } from '#domain/plan/plan-material.ts'
import type { Db } from '../../platform/database/open.ts'
import { planMaterial, type MaterialOfAccount } from '../../plans/payment-schedule/plan-material.ts'
import type { StoredPlan } from '../../plans/payment-schedule/plan-facts.reads.ts'
import { findFeeSchedule, type FeeSchedule, type NewFeeSchedule } from '../schools/schools.reads.ts'
import { listPlansOnFees } from './fee-changes.store.ts'
import type { PlanEffect, PlanOnFees } from './fee-changes.reads.ts'

export type FeePreview = {
  feesBefore: NewFeeSchedule | null
  effects: PlanEffect[]
  /** The digest differs if amounts or plans do. */
  digest: string
}

/** Previews the effect of these fees on every plan, as of now. */
export async function previewFees(db: Db, fees: NewFeeSchedule, now: Date): Promise<FeePreview> {
  const { schoolId, year } = fees
  const stored = await findFeeSchedule(db, { schoolId, year })
  const feesBefore = stored ? feesOf(stored) : null
  const { effects } = await effectsOf(db, changeOf(feesBefore, fees), now)
  const amounts = effects.map(({ accountId, planId, outcome, reason, before, after }) => ({
    accountId,
    planId,
    outcome,
    reason,
    before,
    after,
  }))
  const digest = createHash('sha256')
    .update(JSON.stringify([feesBefore, amounts]))
    .digest('hex')
  return { feesBefore, effects, digest }
}

/** The effects on every plan that may depend on the fees. */
export async function effectsOf(db: Db, change: FeeChange, now: Date): Promise<Pick<FeePreview, 'effects'>> {
  const { institutionId: schoolId, year } = change
  const effects: PlanEffect[] = []
  for (const plan of await listPlansOnFees(db, { schoolId, year }))
    effects.push((await effectOn(db, plan, change, now)).effect)
  return { effects }
}

/** The plans that would change or need a review. */
export const changedBy = ({ effects }: Pick<FeePreview, 'effects'>) =>
  effects.filter(({ outcome }) => outcome !== 'Unchanged')

/** The change between two schedules. Without an earlier one, plans followed the year before. */
export function changeOf(before: NewFeeSchedule | null, after: NewFeeSchedule): FeeChange {
  const { schoolId: institutionId, year } = after
  return { institutionId, year, before: before && factsOf(before), after: factsOf(after) }
}

export type EffectOnPlan = {
  effect: PlanEffect
  after: PlanAfterFees
  material: MaterialOfAccount & { plan: StoredPlan }
}

/**
 * The effect of a change on one plan, for the preview and, under the plan's lock, when it is applied. A plan that
 * cannot be calculated goes to a review and does not stop the others.
 */
export async function effectOn(
  db: Db,
  planOnFees: PlanOnFees,
  change: FeeChange,
  now: Date,
): Promise<EffectOnPlan> {
  const { accountId, tuitionYear } = planOnFees
  const { plan, ...facts } = await planMaterial(db, { accountId, tuitionYear, now })
  if (!plan) throw new Error('A plan that was found is not there')
  const material = { ...facts, plan }
  const after = calculated(material, change, now)
  const effect: PlanEffect = {
    ...planOnFees,
    planId: plan.id,
    planStatus: plan.status,
    outcome: after.outcome,
    reason: after.outcome === 'Review' ? after.reason : null,
    before: after.before,
    after: after.after,
    firstOn: after.outcome === 'Recalculated' ? after.firstOn : null,
  }
  return { effect, after, material }
}

function calculated(material: EffectOnPlan['material'], change: FeeChange, now: Date): PlanAfterFees {
  try {
    return planAfterFees(material, change, dateIn(material.region, now))
  } catch {
    const { totalMinor: total } = material.plan
    return {
      outcome: 'Review',
      reason: 'NotCalculable',
      before: { total, toCollect: null, each: null },
      after: null,
    }
  }
}

/** The fees without their ids, which do not count as a difference. */
function feesOf({ schoolId, year, terms, items }: FeeSchedule): NewFeeSchedule {
  return { schoolId, year, terms, items: items.map(({ id: _id, ...item }) => item) }
}

function factsOf({ schoolId, year, terms, items }: NewFeeSchedule): FeeScheduleFacts {
  return {
    id: `${schoolId} ${year}`,
    institutionId: schoolId,
    institutionName: '',
    year,
    terms: terms.map(({ startsOn, endsOn }) => ({ startsOn, endsOn })),
    items: items.map(({ amount, ...item }) => ({ ...item, amountMinor: amount })),
  }
}
