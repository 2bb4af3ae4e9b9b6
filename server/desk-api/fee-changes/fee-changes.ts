import type { StaffFeeChange } from '#contract/staff-fee-changes.ts'
import { cents } from '#domain/money.ts'
import type { PlanAmounts } from '#domain/plan/fee-change.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Db } from '../../platform/database/open.ts'
import type { BasicDeps, Deps } from '../../platform/deps.ts'
import { onTheWire } from '../../platform/http/on-the-wire.ts'
import {
  companyId,
  recordAction,
  recordRows,
  type StaffActor,
  type Viewer,
} from '../../people/audit/staff-audit.ts'
import { lockFees, writeYear } from '../schools/fee-schedules.ts'
import type { NewFeeSchedule } from '../schools/schools.reads.ts'
import { carryOutFees } from './carry-out-fees.ts'
import {
  insertPlansOfChange,
  beginFeeChange,
  findFeeChange,
  insertFeeChange,
  isBeingApplied,
  listDonePlans,
  lockFeeChange,
  replaceFeeChange,
} from './fee-changes.store.ts'
import type { PlanEffect } from './fee-changes.reads.ts'
import { changedBy, previewFees } from './preview-fees.ts'

/** Saves a preview of these fees for staff to check and apply. */
export async function savePreview(
  tx: Db,
  { clock }: Pick<Deps, 'clock'>,
  { staff }: Pick<StaffActor, 'staff'>,
  feesAfter: NewFeeSchedule,
): Promise<string> {
  const { schoolId, year } = feesAfter
  const at = clock()
  const { feesBefore, effects, digest } = await previewFees(tx, feesAfter, at)
  return insertFeeChange(tx, {
    schoolId,
    year,
    feesBefore,
    feesAfter,
    preview: effects,
    digest,
    staffId: staff.staffId,
    at,
  })
}

export type Applied = { outcome: 'Applied' | 'Applying' | 'Changed'; feeChange: StaffFeeChange }

/**
 * Replaces a school's fees as previewed and brings every plan to them. If the plans or amounts would by now differ,
 * nothing is replaced and staff get a new preview. Applied twice or concurrently, it happens once; an interrupted
 * change continues.
 */
export async function applyFeeChange(deps: Deps, actor: StaffActor, feeChangeId: string): Promise<Applied> {
  const newPreviewId = await deps.db.transaction(async (tx) => {
    const change = orNotFound(await lockFeeChange(tx, feeChangeId))
    if (change.status !== 'Previewed') return change.replacedBy
    await lockFees(tx, change.schoolId)
    if (await isBeingApplied(tx, change)) throw new Refusal('fee_change_under_way')
    const at = deps.clock()
    const preview = await previewFees(tx, change.feesAfter, at)
    if (preview.digest !== change.digest) {
      const replacedBy = await savePreview(tx, deps, actor, change.feesAfter)
      await replaceFeeChange(tx, feeChangeId, replacedBy)
      return replacedBy
    }
    await writeYear(tx, change.feesAfter)
    const { staffId } = actor.staff
    const { reason, requestId } = actor
    await beginFeeChange(tx, feeChangeId, { staffId, reason, requestId, at })
    const plans = changedBy(preview)
    await insertPlansOfChange(tx, feeChangeId, plans)
    const { schoolId, year } = change
    await recordAction(tx, actor, {
      subjectId: companyId,
      action: 'FeesChanged',
      at,
      details: { feeChangeId, schoolId, year: String(year), plans: String(plans.length) },
    })
    return null
  })
  if (newPreviewId !== null)
    return { outcome: 'Changed', feeChange: await readFeeChange(deps.db, newPreviewId) }
  await carryOutFees(deps, feeChangeId)
  const feeChange = await readFeeChange(deps.db, feeChangeId)
  return { outcome: feeChange.status === 'Applied' ? 'Applied' : 'Applying', feeChange }
}

/** Shows a change of fees to staff. The view of these families is recorded. */
export async function showFeeChange(
  { db, clock }: BasicDeps,
  viewer: Viewer,
  feeChangeId: string,
): Promise<StaffFeeChange> {
  const feeChange = await readFeeChange(db, feeChangeId)
  await recordRows({ db, clock }, viewer, 'FeeChangeShown', feeChange.plans)
  return feeChange
}

export async function readFeeChange(db: Db, feeChangeId: string): Promise<StaffFeeChange> {
  const change = orNotFound(await findFeeChange(db, feeChangeId))
  const rows = new Map((await listDonePlans(db, feeChangeId)).map((row) => [row.planId, row.effect]))
  const previewed = change.preview.map((effect) => ({
    effect: rows.get(effect.planId) ?? effect,
    isDone: effect.outcome === 'Unchanged' ? change.status !== 'Previewed' : Boolean(rows.get(effect.planId)),
  }))
  // Plans saved with the old fees at the last moment are missing from the preview.
  const added = [...rows.values()]
    .flatMap((effect) => effect ?? [])
    .filter(({ planId }) => !change.preview.some((each) => each.planId === planId))
    .map((effect) => ({ effect, isDone: true }))
  const plans = [...previewed, ...added]
  const count = (outcome: PlanEffect['outcome']) =>
    plans.filter(({ effect }) => effect.outcome === outcome).length
  const follow = plans.map(({ effect }) => effect).filter(({ outcome }) => outcome === 'Recalculated')
  return {
    ...onTheWire(change),
    plans: plans.map(({ effect: { before, after, ...effect }, isDone }) => ({
      ...effect,
      before: amountsReply(before),
      after: after && amountsReply(after),
      isDone,
    })),
    counts: {
      recalculated: count('Recalculated'),
      review: count('Review'),
      unchanged: count('Unchanged'),
      pending: plans.filter(({ isDone }) => !isDone).length,
    },
    totals: {
      before: amountsReply(sumOf(follow.map(({ before }) => before))),
      after: amountsReply(sumOf(follow.flatMap(({ after }) => after ?? []))),
    },
  }
}

function sumOf(amounts: readonly PlanAmounts[]): PlanAmounts {
  const sum = (part: (each: PlanAmounts) => number | null) =>
    cents(amounts.reduce((total, each) => total + (part(each) ?? 0), 0))
  return {
    total: sum(({ total }) => total),
    toCollect: sum(({ toCollect }) => toCollect),
    each: sum(({ each }) => each),
  }
}

const amountsReply = (amounts: PlanAmounts) => onTheWire(amounts, 'total', 'toCollect', 'each')
