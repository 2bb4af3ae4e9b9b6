import type { ChangeConsequences, StaffChangedPlan, StaffRunningPlan } from '#contract/staff-plan-changes.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, sumOf, toDecimal, type Cents } from '#domain/money.ts'
import { payingSourceFor } from '#domain/payment-methods/payment-methods.ts'

import { whyNotTriedWords } from '#domain/plan/changes/move-failed.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { waysForStaff } from '../../plans/plan-changes/failed-payments.ts'
import { type FailedRow, listFailed } from '../../plans/plan-changes/failed-payments.reads.ts'
import type { FlexibleFacts } from '../../plans/plan-changes/flexible-plan.ts'
import { findMove, moveToNewDay } from '../../plans/plan-changes/move-failed-payment.ts'
import { lockListed } from '../../plans/plan-changes/try-again.ts'
import { failedMoveUndoOf, undoFailedMove } from '../../plans/plan-changes/undo-failed-move.ts'
import { recordAction, recordView, type StaffActor } from '../../people/audit/staff-audit.ts'

/** The failed or overdue payments of a plan, and how staff can have each of them tried again. */
export async function failedPaymentsOf(
  tx: Transaction,
  { plan, today }: FlexibleFacts,
  accountId: string,
): Promise<StaffRunningPlan['failed']> {
  const rows = await listFailed(tx, { accountId, planId: plan.id })
  return rows.map((failed) => {
    const { triedOn, methods, whyNot } = waysForStaff(failed, today)
    const days = [...new Set(methods.flatMap((method) => method.days))].toSorted()
    return {
      dueOn: failed.dueOn,
      since: failed.collectOn,
      amount: toDecimal(failed.owing),
      tries: failed.tries,
      triedOn,
      firstDay: days[0] ?? null,
      lastDay: days.at(-1) ?? null,
      methods: methods.map(({ source }) => ({ id: source.id, name: source.displayName })),
      whyNot: whyNot && whyNotTriedWords[whyNot],
    }
  })
}

type FailedMove = {
  accountId: string
  isPreview?: boolean | undefined
  dueOn: CalendarDate
  to: CalendarDate
  /** The method to try; by default the one that would be charged anyway. */
  sourceId: string | undefined
}

/** Moves the next try of a failed or overdue payment to a new day, or previews it. */
export async function moveFailedFor(
  tx: Transaction,
  deps: Deps,
  actor: StaffActor,
  facts: FlexibleFacts,
  { accountId, isPreview, dueOn, to, sourceId }: FailedMove,
): Promise<StaffChangedPlan> {
  const key = { accountId, planId: facts.plan.id, dueOn }
  const failed = await lockListed(tx, key)
  const { triedOn, methods, whyNot } = waysForStaff(failed, facts.today)
  const before = { on: triedOn, ...failed }
  const payingSource = payingSourceFor(failed.sources, failed, to)
  const chosen = sourceId ?? payingSource?.id
  const done = triedOn === to && chosen === payingSource?.id ? await findMove(tx, key, to) : undefined
  if (done !== undefined) return replyOf(facts, before, to, done)
  if (whyNot) throw new Refusal('cannot_be_tried', { values: { why: whyNotTriedWords[whyNot] } })
  const method = methods.find(({ source }) => source.id === chosen)
  if (!method) throw new Refusal('source_unusable')
  if (!method.days.includes(to)) throw new Refusal('day_not_offered')
  const at = deps.clock()
  if (isPreview) {
    await recordView({ ...deps, db: tx }, actor, { subjectIds: [accountId], action: 'PlanChangePreviewed' })
    return replyOf(facts, before, to, null)
  }
  const changer = { by: 'Staff', id: actor.staff.staffId, at } as const
  const from = triedOn ?? failed.collectOn
  const changeId = await moveToNewDay(
    tx,
    deps,
    { which: key, failed, changer },
    // A method that would be charged anyway is not stored, so that the payment follows the family's later choice.
    { from, to, sourceId: chosen === payingSource?.id ? failed.sourceId : method.source.id, seen: null },
  )
  await recordAction(tx, actor, {
    subjectId: accountId,
    action: 'PaymentMoved',
    at,
    details: { planId: key.planId, changeId, dueOn, from, to, method: method.source.displayName },
  })
  return replyOf(facts, before, to, changeId)
}

/** Undoes the new day: the payment is tried on its old day, or requested from the family again. */
export async function undoFailedFor(
  tx: Transaction,
  deps: Deps,
  actor: StaffActor,
  facts: FlexibleFacts,
  { change, isPreview }: { change: FlexibleFacts['changes'][number]; isPreview: boolean | undefined },
): Promise<StaffChangedPlan> {
  const { accountId, id: changeId, planId } = change
  const back = await failedMoveUndoOf(tx, facts, change)
  const before = { ...back.failed, on: back.movedTo }
  const at = deps.clock()
  if (isPreview) {
    await recordView({ ...deps, db: tx }, actor, { subjectIds: [accountId], action: 'PlanChangePreviewed' })
    return replyOf(facts, before, back.triedOn, null)
  }
  await undoFailedMove(tx, deps, change, back)
  await recordAction(tx, actor, {
    subjectId: accountId,
    action: 'PlanChangeUndone',
    at,
    details: { planId, changeId, kind: change.details.kind },
  })
  return replyOf(facts, before, back.triedOn, changeId)
}

type Failed = Pick<FailedRow, 'dueOn' | 'owing'> & { on: CalendarDate | null }

function replyOf(
  { region, plan, coming }: FlexibleFacts,
  { dueOn, owing, on }: Failed,
  after: CalendarDate | null,
  changeId: string | null,
): StaffChangedPlan {
  const others = coming.map((payment) => {
    const same = { on: payment.on, amount: toDecimal(payment.amount) }
    return { dueOn: payment.dueOn, before: same, after: same }
  })
  const side = (day: CalendarDate | null) => day && { on: day, amount: toDecimal(owing) }
  return {
    region,
    changeId,
    version: plan.version,
    isTriedAgain: true,
    consequences: {
      payments: [{ dueOn, before: side(on), after: side(after) }, ...others],
      total: { before: total(coming, on && owing), after: total(coming, after && owing) },
      lastOn: { before: lastOf(coming, on), after: lastOf(coming, after) },
    },
  }
}

const total = (coming: FlexibleFacts['coming'], more: Cents | null): number =>
  toDecimal(cents(sumOf(coming) + (more ?? 0)))

function lastOf(
  coming: FlexibleFacts['coming'],
  day: CalendarDate | null,
): ChangeConsequences['lastOn']['before'] {
  return [...coming.map(({ on }) => on), ...(day === null ? [] : [day])].toSorted().at(-1) ?? null
}
