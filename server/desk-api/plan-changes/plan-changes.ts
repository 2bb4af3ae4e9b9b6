import type { ChangeConsequences, StaffChangedPlan, StaffRunningPlan } from '#contract/staff-plan-changes.ts'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { sumOf, toDecimal } from '#domain/money.ts'
import { beforeAndAfter } from '#domain/plan/changes/before-after.ts'
import { payingSourceFor } from '#domain/payment-methods/payment-methods.ts'
import { changeableUntil, type ComingPayment } from '#domain/plan/changes/coming.ts'
import { isMoveOfFailed } from '#domain/plan/changes/move-failed.ts'
import { answerBy } from '#domain/plan/changes/skip-rules.ts'
import { fieldRefusal, Refusal } from '#domain/refusal.ts'
import { listPaymentFacts } from '../../people/accounts/plans.reads.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { refusalMessage } from '../../platform/http/errors.ts'
import { sendChangeLetter } from '../../plans/plan-changes/change-letters.ts'
import { lockFlexibleOfYear, makeChange, refuseOtherVersion } from '../../plans/plan-changes/change-plan.ts'
import { requestedSkipOf } from '../../plans/plan-changes/decide-skip.ts'
import { canUndo, type FlexibleFacts } from '../../plans/plan-changes/flexible-plan.ts'
import { moveOf } from '../../plans/plan-changes/move-payment.ts'
import { skipOf, type Skip } from '../../plans/plan-changes/skip-payments.ts'
import { takeBack, undoOf } from '../../plans/plan-changes/undo-change.ts'
import { canUndoFailedMove } from '../../plans/plan-changes/undo-failed-move.ts'
import { recordAction, recordView, type StaffActor, type Viewer } from '../../people/audit/staff-audit.ts'
import { findOpenReview } from '../reviews/reviews.reads.ts'
import { failedPaymentsOf, moveFailedFor, undoFailedFor } from './failed-moves.ts'

type PlanOfYear = { accountId: string; tuitionYear: number }
type ChangeOptions = PlanOfYear & { isPreview?: boolean | undefined; version?: number | undefined }

/**
 * Removes the limits on changes in a year, which bind only the family. Cut-offs, business days and the last day bind
 * staff too.
 */
const withoutYearlyLimits = (facts: FlexibleFacts): FlexibleFacts => ({
  ...facts,
  movesLeft: Infinity,
  skipsLeft: Infinity,
})

/** The possible changes to a running plan, with the result that a family's pending request would have now. */
export async function showChanges(
  deps: Deps,
  viewer: Viewer,
  { accountId, tuitionYear }: PlanOfYear,
): Promise<StaffRunningPlan> {
  return deps.db.transaction(async (tx) => {
    const facts = await lockFlexibleOfYear(tx, deps, { accountId, tuitionYear })
    const { plan, region, movesLeft, skipsLeft, lastDay, coming, changes } = facts
    await recordView({ ...deps, db: tx }, viewer, { subjectIds: [accountId], action: 'PlanShown' })
    const sources = (await listPaymentFacts(tx, [accountId]))[0]?.sources ?? []
    const counted = plan.payments.filter(({ isExtra }) => !isExtra)
    return {
      region,
      planId: plan.id,
      version: plan.version,
      movesLeft,
      skipsLeft,
      lastDay,
      days: counted.map(({ dueOn }) => dueOn),
      coming: coming.map((payment) => ({
        dueOn: payment.dueOn,
        on: payment.on,
        amount: toDecimal(payment.amount),
        changeableUntil: changeableUntil(payment.on, facts.calendar),
        method: payingSourceFor(sources, payment, payment.on)?.displayName ?? null,
      })),
      failed: await failedPaymentsOf(tx, facts, accountId),
      changes: changes.map((change) => ({
        id: change.id,
        kind: change.details.kind,
        status: change.status,
        madeAt: new Date(change.madeAt).toISOString(),
        by: change.madeBy,
        undoUntil: canUndo(facts, change) || canUndoFailedMove(facts, change) ? change.undoUntil : null,
      })),
      asked: await pendingSkipOf(tx, facts, accountId),
    }
  })
}

async function pendingSkipOf(
  tx: Transaction,
  facts: FlexibleFacts,
  accountId: string,
): Promise<StaffRunningPlan['asked']> {
  const pending = facts.changes.find(({ status, details }) => status === 'Asked' && details.kind === 'Skip')
  if (!pending) return null
  const review = await findOpenReview(tx, { accountId, subjectId: pending.id })
  const outcome = orWhyNot(() => consequencesOf(facts, requestedSkipOf(facts, pending.id).rest))
  return {
    changeId: pending.id,
    reviewId: review?.id ?? null,
    answerBy: answerBy(dateIn(facts.region, new Date(pending.madeAt)), facts.calendar),
    ...outcome,
  }
}

function orWhyNot(work: () => ChangeConsequences): {
  consequences: ChangeConsequences | null
  whyNot: string | null
} {
  try {
    return { consequences: work(), whyNot: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { consequences: null, whyNot: refusalMessage(error) }
  }
}

type Move = { dueOn: CalendarDate; to: CalendarDate; sourceId: string | undefined }

/** Moves a coming or a failed payment. */
export function moveFor(
  deps: Deps,
  actor: StaffActor,
  { dueOn, to, sourceId, ...options }: ChangeOptions & Move,
): Promise<StaffChangedPlan> {
  return onPlan(deps, options, async (tx, facts) => {
    if (!facts.coming.some((payment) => payment.dueOn === dueOn))
      return moveFailedFor(tx, deps, actor, facts, { ...options, dueOn, to, sourceId })
    if (sourceId !== undefined) throw fieldRefusal({ sourceId: 'Only a payment that failed takes another' })
    return change(tx, deps, actor, options, facts, {
      action: 'PaymentMoved',
      work: () => moveOf(facts, { dueOn, to }),
      about: { dueOn, to },
    })
  })
}

export function skipFor(
  deps: Deps,
  actor: StaffActor,
  { dueOn, outcome, ...options }: ChangeOptions & Skip,
): Promise<StaffChangedPlan> {
  return onPlan(deps, options, (tx, facts) =>
    change(tx, deps, actor, options, facts, {
      action: 'PaymentsSkipped',
      work: () => skipOf(facts, { dueOn, outcome }),
      about: { dueOn: dueOn.join(', '), outcome },
    }),
  )
}

function onPlan(
  deps: Deps,
  { accountId, tuitionYear, version }: ChangeOptions,
  work: (tx: Transaction, facts: FlexibleFacts) => Promise<StaffChangedPlan>,
): Promise<StaffChangedPlan> {
  return deps.db.transaction(async (tx) => {
    const facts = withoutYearlyLimits(await lockFlexibleOfYear(tx, deps, { accountId, tuitionYear }))
    if (version !== undefined) refuseOtherVersion(facts, version)
    return work(tx, facts)
  })
}

type Change = {
  action: 'PaymentMoved' | 'PaymentsSkipped'
  work: () => ReturnType<typeof moveOf> | ReturnType<typeof skipOf>
  about: Record<string, string>
}

/** Makes a change or previews it. */
async function change(
  tx: Transaction,
  deps: Deps,
  actor: StaffActor,
  { accountId, tuitionYear, isPreview }: ChangeOptions,
  facts: FlexibleFacts,
  { action, work, about }: Change,
): Promise<StaffChangedPlan> {
  const worked = work()
  const at = deps.clock()
  const planId = facts.plan.id
  if (isPreview) {
    await recordView({ ...deps, db: tx }, actor, { subjectIds: [accountId], action: 'PlanChangePreviewed' })
    return reply(facts, worked.rest, null)
  }
  const changer = { by: 'Staff', id: actor.staff.staffId, at } as const
  const changeId = await makeChange(tx, facts, { accountId, ...worked }, changer)
  await recordAction(tx, actor, {
    subjectId: accountId,
    action,
    at,
    details: { planId, changeId, ...about },
  })
  const { details, undoUntil } = worked
  await sendChangeLetter(tx, deps, { accountId, tuitionYear, details, status: 'Made', undoUntil })
  return reply(facts, worked.rest, changeId)
}

export async function undoFor(
  deps: Deps,
  actor: StaffActor,
  { changeId, ...options }: ChangeOptions & { changeId: string },
): Promise<StaffChangedPlan> {
  const { accountId, isPreview } = options
  return onPlan(deps, options, async (tx, facts) => {
    const stored = facts.changes.find(({ id }) => id === changeId)
    if (stored && isMoveOfFailed(stored.details))
      return undoFailedFor(tx, deps, actor, facts, { change: stored, isPreview })
    const { rest, change: undone } = undoOf(facts, changeId)
    const at = deps.clock()
    if (isPreview) {
      await recordView({ ...deps, db: tx }, actor, { subjectIds: [accountId], action: 'PlanChangePreviewed' })
      return reply(facts, rest, null)
    }
    await takeBack(tx, deps, { accountId, changeId }, { by: 'Staff', id: actor.staff.staffId, at })
    await recordAction(tx, actor, {
      subjectId: accountId,
      action: 'PlanChangeUndone',
      at,
      details: { planId: facts.plan.id, changeId, kind: undone.details.kind },
    })
    return reply(facts, rest, changeId)
  })
}

function reply(
  facts: FlexibleFacts,
  after: readonly ComingPayment[],
  changeId: string | null,
): StaffChangedPlan {
  const { region, plan } = facts
  return {
    region,
    changeId,
    version: plan.version,
    isTriedAgain: false,
    consequences: consequencesOf(facts, after),
  }
}

function consequencesOf({ coming }: FlexibleFacts, after: readonly ComingPayment[]): ChangeConsequences {
  const payments = beforeAndAfter(coming, after)
  const inDecimals = (payment: (typeof payments)[number]['before']) =>
    payment && { on: payment.on, amount: toDecimal(payment.amount) }
  const lastOf = (side: 'before' | 'after') =>
    payments
      .flatMap((payment) => payment[side]?.on ?? [])
      .toSorted()
      .at(-1) ?? null
  return {
    payments: payments.map(({ dueOn, before, after }) => ({
      dueOn,
      before: inDecimals(before),
      after: inDecimals(after),
    })),
    total: { before: toDecimal(sumOf(coming)), after: toDecimal(sumOf(after)) },
    lastOn: { before: lastOf('before'), after: lastOf('after') },
  }
}
