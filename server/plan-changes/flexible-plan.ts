import type { FlexiblePlan, PlanChange } from '#contract/plan-changes.ts'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { changeableUntil, comingOf, type ComingPayment } from '#domain/plan/changes/coming.ts'
import { lastDayOf, usualFlexibility, type Flexibility } from '#domain/plan/changes/flexibility.ts'
import { withoutChange } from '#domain/plan/changes/plan-change.ts'
import type { Rhythm } from '#domain/plan/changes/skip.ts'
import { collectionDays } from '#domain/plan/next-payment.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../database/open.ts'
import type { StoredPlan } from '../payment-schedule/plan-material.ts'
import { findFlexibility, listChanges, type PlanChangeRow } from './plan-changes.store.ts'

/** What may be changed of a plan, as the rules of its school and of its year have it. */
export type FlexibleFacts = {
  plan: StoredPlan
  region: Region
  today: CalendarDate
  rules: Flexibility
  movesLeft: number
  skipsLeft: number
  lastDay: CalendarDate
  rhythm: Rhythm
  whyNot: FlexiblePlan['whyNot']
  /** With the day on which each is collected as things stand. */
  coming: (ComingPayment & { on: CalendarDate })[]
  changes: PlanChangeRow[]
}

/** Undefined for a plan that does not run: one that has not begun is changed as a whole. */
export async function readFlexible(
  db: Db,
  { accountId, plan, now }: { accountId: string; plan: StoredPlan | null; now: Date },
): Promise<FlexibleFacts | undefined> {
  if (plan?.status !== 'Current') return undefined
  const { region } = plan.collection
  const today = dateIn(region, now)
  const rules = { ...usualFlexibility, ...(await findFlexibility(db, accountId)) }
  const changes = await listChanges(db, { accountId, planId: plan.id })
  const made = changes.filter(({ status }) => status === 'Made').map(({ details }) => details)
  const moves = made.filter(({ kind }) => kind === 'Move').length
  const skips = made.reduce((sum, details) => sum + (details.kind === 'Skip' ? details.skipped.length : 0), 0)
  const dayOf = collectionDays({ ...plan.collection, today })
  return {
    plan,
    region,
    today,
    rules,
    movesLeft: Math.max(0, rules.movesPerYear - moves),
    skipsLeft: Math.max(0, rules.skipsPerYear - skips),
    lastDay: lastDayOf(plan.tuitionYear, rules, region),
    rhythm: { frequency: plan.frequency, startDate: plan.startDate },
    whyNot: whyNotFlexible(plan, changes),
    coming: comingOf(plan.payments).map((payment) => ({ ...payment, on: dayOf(payment) })),
    changes,
  }
}

function whyNotFlexible(
  { payments, tailoredType, isHeld }: StoredPlan,
  changes: readonly PlanChangeRow[],
): FlexiblePlan['whyNot'] {
  if (isHeld) return 'Held'
  if (tailoredType !== null) return 'Temporary'
  if (payments.some(({ status }) => status === 'Overdue' || status === 'Retrying')) return 'Arrears'
  return changes.some(({ status }) => status === 'Asked') ? 'Asked' : null
}

export function flexibleReply(facts: FlexibleFacts, readerId: string): FlexiblePlan {
  const { rules, movesLeft, skipsLeft, lastDay, rhythm, whyNot, coming, changes } = facts
  return {
    rules,
    movesLeft,
    skipsLeft,
    lastDay,
    rhythm,
    whyNot,
    coming: coming.map(({ dueOn, collectOn, movedFrom, amount, on }) => ({
      dueOn,
      collectOn,
      movedFrom,
      amount,
      on,
    })),
    changes: changes.map((change) => changeReply(facts, change, readerId)),
  }
}

function changeReply(facts: FlexibleFacts, change: PlanChangeRow, readerId: string): PlanChange {
  const { id, status, madeAt, madeBy, madeById, undoUntil, details } = change
  return {
    id,
    status,
    madeAt: new Date(madeAt).toISOString(),
    by: madeBy === 'Staff' ? 'Staff' : madeById === readerId ? 'You' : 'Family',
    undoUntil: canUndo(facts, change) ? undoUntil : null,
    details,
  }
}

/** While what it made is still there, and the payments before it could still be changed. */
export function canUndo(
  { today, coming }: Pick<FlexibleFacts, 'today' | 'coming'>,
  change: PlanChangeRow,
): boolean {
  const { status, undoUntil } = change
  if (status !== 'Made' || undoUntil === null || today > undoUntil) return false
  return withoutChange(coming, change) !== undefined
}

/** The last day on which a change of these payments can be undone: the first of them must still be changeable. */
export function undoUntil(changed: readonly { on: CalendarDate }[], region: Region): CalendarDate | null {
  const [first] = changed.map(({ on }) => on).toSorted()
  return first === undefined ? null : changeableUntil(first, region)
}
