import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Transaction } from '../../platform/database/open.ts'
import { findTuitionYear } from '../payment-schedule/plan.reads.ts'
import { tryAgainOn, withdrawNotice } from './failed-payments.store.ts'
import { listFailed, type FailedRow } from './failed-payments.reads.ts'
import { lockPlans } from '../payment-schedule/put-plan.ts'

export type FailedPaymentKey = { accountId: string; planId: string; dueOn: CalendarDate }

/** Locks a failed payment: a run of repayments may try it, or the other parent may move it, at the same moment. */
export async function lockFailed(tx: Transaction, which: FailedPaymentKey): Promise<FailedRow> {
  const failed = await lockListed(tx, which)
  if (failed.isPaying) throw new Refusal('payment_locked')
  return failed
}

/** Locks a failed payment, whether or not money is on its way for it. */
export async function lockListed(tx: Transaction, which: FailedPaymentKey): Promise<FailedRow> {
  const { accountId, planId } = which
  await lockPlans(tx, accountId)
  if ((await findTuitionYear(tx, accountId, planId)) === undefined) throw new Refusal('not_found')
  const failed = (await listFailed(tx, which)).find(({ dueOn }) => dueOn === which.dueOn)
  // Paid meanwhile, or part of another plan.
  if (!failed) throw new Refusal('plan_changed')
  return failed
}

/** Plans the next try of a failed payment for a day, and takes it off its request so that nobody pays it twice. */
export async function tryAgain(
  tx: Transaction,
  { accountId, planId }: FailedPaymentKey,
  { seq, noticeId }: FailedRow,
  next: { on: CalendarDate; sourceId: string | null; now: Date },
): Promise<void> {
  if (noticeId !== null) await withdrawNotice(tx, noticeId)
  await tryAgainOn(tx, { accountId, planId, seq }, next)
}
