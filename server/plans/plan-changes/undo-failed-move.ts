import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { isMoveOfFailed } from '#domain/plan/changes/move-failed.ts'
import { collectionDays } from '#domain/plan/next-payment.ts'
import { Refusal } from '#domain/refusal.ts'
import { joinArrears } from '../../books/arrears/arrears.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { sendChangeLetter } from './change-letters.ts'
import { putBack, withdrawNotice } from './failed-payments.store.ts'
import type { FailedRow } from './failed-payments.reads.ts'
import type { FlexibleFacts } from './flexible-plan.ts'
import { endChange } from './plan-changes.store.ts'
import type { PlanChangeRow } from './plan-changes.reads.ts'
import { lockFailed } from './try-again.ts'

/** Whether the move of a failed payment can be undone: until its new day comes, and while it waits for that day. */
export function canUndoFailedMove(
  { today, plan }: Pick<FlexibleFacts, 'today' | 'plan'>,
  { status, undoUntil, details }: PlanChangeRow,
): boolean {
  if (!isMoveOfFailed(details) || status !== 'Made' || undoUntil === null || today > undoUntil) return false
  return plan.payments.some(
    (payment) =>
      payment.dueOn === details.dueOn && payment.status === 'Retrying' && payment.retryOn === details.to,
  )
}

export type FailedMoveUndo = {
  failed: FailedRow
  movedTo: CalendarDate
  /** The day of the next try; null if it is overdue again and the family is asked for it. */
  triedOn: CalendarDate | null
}

/** Calculates the effect of undoing a move of a failed payment. */
export async function failedMoveUndoOf(
  tx: Transaction,
  { today, plan }: FlexibleFacts,
  change: PlanChangeRow,
): Promise<FailedMoveUndo> {
  const { details, undoUntil, accountId } = change
  if (!isMoveOfFailed(details) || change.status !== 'Made') throw new Refusal('plan_changed')
  if (undoUntil === null || today > undoUntil) throw new Refusal('undo_too_late')
  const { dueOn, to, failed: before } = details
  const failed = await lockFailed(tx, { accountId, planId: plan.id, dueOn })
  if (!failed.isRetried || failed.retryOn !== to) throw new Refusal('plan_changed')
  const { region, sources } = failed
  const dayOf = collectionDays({ calendar: bankCalendarOf(region), today, sources })
  const { retryOn, sourceId } = before
  const triedOn =
    before.status === 'Overdue' ? null : dayOf({ ...failed, retryOn, sourceId, noticedOn: null })
  return { failed, movedTo: to, triedOn }
}

/** Undoes the move: the payment is tried on its earlier day, or requested as before. */
export async function undoFailedMove(
  tx: Transaction,
  deps: Deps,
  change: PlanChangeRow,
  { failed, movedTo, triedOn }: FailedMoveUndo,
): Promise<void> {
  const { accountId, planId, details } = change
  if (!isMoveOfFailed(details)) throw new Refusal('plan_changed')
  const { failed: before } = details
  const at = deps.clock()
  const key = { accountId, planId, seq: failed.seq }
  if (failed.noticeId !== null) await withdrawNotice(tx, failed.noticeId)
  if (!(await putBack(tx, key, { movedTo, before, now: at }))) throw new Refusal('plan_changed')
  if (before.requestId !== null)
    await joinArrears(tx, deps, { accountId, id: failed.chargeId, open: failed.owing, dueOn: failed.dueOn })
  await endChange(tx, { accountId, id: change.id }, { status: 'Undone', at })
  await sendChangeLetter(tx, deps, {
    accountId,
    tuitionYear: failed.tuitionYear,
    details: { ...details, from: triedOn ?? details.from },
    status: 'Undone',
    undoUntil: null,
  })
}
