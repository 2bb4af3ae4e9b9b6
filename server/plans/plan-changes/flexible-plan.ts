import type { FlexiblePlan, PlanChange } from '#contract/plan-changes.ts'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { changeableUntil, comingOf, type ComingPayment } from '#domain/plan/changes/coming.ts'
import { effectOf, extraOutcomes, withExtra, type CollectedPayment } from '#domain/plan/changes/extra.ts'
import { lastDayOf, usualFlexibility, type Flexibility } from '#domain/plan/changes/flexibility.ts'
import { isMoveOfFailed } from '#domain/plan/changes/move-failed.ts'
import { withoutChange } from '#domain/plan/changes/plan-change.ts'
import type { Rhythm } from '#domain/plan/changes/skip.ts'
import type { Quote } from '#domain/plan/debits.ts'
import { collectionDays } from '#domain/plan/next-payment.ts'
import { paidSoFar, remainingOf } from '#domain/plan/plan-payments.ts'
import type { BankCalendar } from '#domain/calendar/holidays.ts'
import type { Region } from '#domain/region.ts'
import type { Cents } from '#domain/money.ts'
import type { Db } from '../../platform/database/open.ts'
import type { StoredPlan } from '../payment-schedule/plan-facts.reads.ts'
import { currentLines } from '../../people/texts/texts.ts'
import { readExtraOnItsWay } from './extra-payment.store.ts'
import { namesOf } from './method-of-payment.store.ts'
import { findFlexibility, listChanges, type PlanChangeRow } from './plan-changes.reads.ts'

/** The possible changes of a plan by the rules of its school and its year. */
export type FlexibleFacts = {
  plan: StoredPlan
  region: Region
  calendar: BankCalendar
  today: CalendarDate
  rules: Flexibility
  movesLeft: number
  skipsLeft: number
  lastDay: CalendarDate
  rhythm: Rhythm
  whyNot: FlexiblePlan['whyNot']
  /** With the day on which each is collected as things stand. */
  coming: (ComingPayment & {
    on: CalendarDate
    noticedOn: CalendarDate | null
    quote?: Quote | null
    /** The method that was chosen for it alone. */
    sourceId?: string | null
    method?: string
  })[]
  changes: PlanChangeRow[]
  /** Paid besides, and not arrived. */
  extraOnItsWay: Cents
}

/** Returns undefined for a plan that is not running: one that has not begun is changed as a whole. */
export async function readFlexible(
  db: Db,
  { accountId, plan, now }: { accountId: string; plan: StoredPlan | null; now: Date },
): Promise<FlexibleFacts | undefined> {
  if (plan?.status !== 'Current') return undefined
  const { calendar } = plan.collection
  const { region } = calendar
  const today = dateIn(region, now)
  const rules = { ...usualFlexibility, ...(await findFlexibility(db, accountId)) }
  const changes = await listChanges(db, { accountId, planId: plan.id })
  const made = changes.filter(({ status }) => status === 'Made').map(({ details }) => details)
  const moves = made.filter(({ kind }) => kind === 'Move').length
  const skips = made.reduce((sum, details) => sum + (details.kind === 'Skip' ? details.skipped.length : 0), 0)
  const dayOf = collectionDays({ ...plan.collection, today })
  const names = await namesOf(
    db,
    accountId,
    plan.payments.flatMap(({ sourceId }) => sourceId ?? []),
  )
  return {
    plan,
    region,
    calendar,
    today,
    rules,
    movesLeft: Math.max(0, rules.movesPerYear - moves),
    skipsLeft: Math.max(0, rules.skipsPerYear - skips),
    lastDay: lastDayOf(plan.tuitionYear, rules, region),
    rhythm: { frequency: plan.frequency, startDate: plan.startDate },
    whyNot: whyNotFlexible(plan, changes),
    coming: comingOf(plan.payments).map((payment) => {
      const method = names.get(payment.sourceId ?? '')
      return { ...payment, on: dayOf(payment), ...(method !== undefined && { method }) }
    }),
    changes,
    extraOnItsWay: await readExtraOnItsWay(db, { accountId, planId: plan.id }),
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

export async function flexibleReply(db: Db, facts: FlexibleFacts, readerId: string): Promise<FlexiblePlan> {
  const { region, today: on } = facts
  const { plan, rules, movesLeft, skipsLeft, lastDay, rhythm, whyNot, coming, changes, extraOnItsWay } = facts
  const { isBlocked } = plan
  return {
    rules,
    movesLeft: isBlocked ? 0 : movesLeft,
    skipsLeft,
    lastDay,
    paid: paidSoFar(plan.payments),
    left: remainingOf({ total: plan.totalMinor, instalments: plan.payments }),
    rhythm,
    whyNot: isBlocked ? 'Blocked' : whyNot,
    ...(extraOnItsWay > 0 && { extraOnItsWay }),
    coming: coming.map(({ dueOn, collectOn, movedFrom, amount, on, method }) => ({
      dueOn,
      collectOn,
      movedFrom,
      amount,
      on,
      ...(method !== undefined && { method }),
    })),
    changes: changes.map((change) => changeReply(facts, change, readerId)),
    texts: {
      move: await currentLines(db, 'MoveText', { region, on }),
      skip: await currentLines(db, 'SkipText', { region, on }),
    },
  }
}

function changeReply(facts: FlexibleFacts, change: PlanChangeRow, readerId: string): PlanChange {
  const { id, status, madeAt, madeBy, madeById, undoUntil, reason, details } = change
  const isOpen = undoUntil !== null && facts.today <= undoUntil && !facts.plan.isBlocked
  const before = isOpen ? beforeExtra(facts, change) : undefined
  return {
    id,
    status,
    madeAt: new Date(madeAt).toISOString(),
    by: madeBy === 'Staff' ? 'Staff' : madeById === readerId ? 'You' : 'Family',
    undoUntil: canUndo(facts, change) && !facts.plan.isBlocked ? undoUntil : null,
    reason,
    ...(before &&
      undoUntil !== null &&
      details.kind === 'Extra' && {
        switchUntil: undoUntil,
        outcomes: outcomesOf(facts, before, details.amount),
      }),
    details,
  }
}

/** Whether a change can be undone: its result is unchanged, and the payments before it could still be changed. */
export function canUndo(
  { today, coming }: Pick<FlexibleFacts, 'today' | 'coming'>,
  change: PlanChangeRow,
): boolean {
  const { status, undoUntil, details } = change
  // Money that was paid is not undone; what it does can be switched.
  if (details.kind === 'Extra' || isMoveOfFailed(details)) return false
  if (status !== 'Made' || undoUntil === null || today > undoUntil) return false
  return withoutChange(coming, change) !== undefined
}

/**
 * The payments before an extra payment, as long as its effect can be switched because nothing else has changed since.
 */
export function beforeExtra(
  { plan, coming, today }: Pick<FlexibleFacts, 'plan' | 'coming' | 'today'>,
  change: PlanChangeRow,
): CollectedPayment[] | undefined {
  const { status, version, details } = change
  if (status !== 'Made' || details.kind !== 'Extra' || version !== plan.version) return undefined
  const dayOf = collectionDays({ ...plan.collection, today })
  return withoutChange(coming, change)?.map((payment) => ({
    ...payment,
    on:
      coming.find(({ dueOn }) => dueOn === payment.dueOn)?.on ??
      dayOf({ ...payment, retryOn: null, noticedOn: null }),
  }))
}

function outcomesOf(
  { today, calendar }: FlexibleFacts,
  before: readonly CollectedPayment[],
  extra: Cents,
): NonNullable<PlanChange['outcomes']> {
  return extraOutcomes.flatMap((outcome) => {
    const rest = withExtra(before, { extra, outcome }, { today, calendar })
    const effect = rest && effectOf(before, rest, { today, calendar })
    return effect ? [{ outcome, ...effect }] : []
  })
}

/** The last day on which a change of these payments can be undone: the first of them must still be changeable. */
export function undoUntil(
  changed: readonly { on: CalendarDate }[],
  calendar: BankCalendar,
): CalendarDate | null {
  const [first] = changed.map(({ on }) => on).toSorted()
  return first === undefined ? null : changeableUntil(first, calendar)
}
