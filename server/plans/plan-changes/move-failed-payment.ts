import { randomUUID } from 'node:crypto'
import { addDays, dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { payingSourceFor } from '#domain/payment-methods/payment-methods.ts'
import type { ChangeDetails } from '#domain/plan/changes/plan-change.ts'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import { recordAudit } from '../../people/audit/audit.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import type { PlanActor } from '../payment-schedule/save-plan.ts'
import { seenText, type SeenText } from '../../people/texts/texts.ts'
import { changerOf, sendChangeLetter } from './change-letters.ts'
import type { Changer } from '../payment-schedule/put-remaining.ts'
import { waysOf, type Ways } from './failed-payments.ts'
import type { FailedRow } from './failed-payments.reads.ts'
import { insertChange } from './plan-changes.store.ts'
import { listChanges } from './plan-changes.reads.ts'
import { lockFailed, tryAgain, type FailedPaymentKey } from './try-again.ts'

type WhyNot = Extract<Ways<never>['move'], { whyNot: string }>['whyNot']

const refusals: Record<WhyNot, RefusalCode> = {
  NoMovesLeft: 'no_moves_left',
  NoDay: 'day_not_offered',
  NotTried: 'day_not_offered',
}

/** Tries a failed payment on the day that the family chooses. It counts as one of the moves of the year. */
export async function moveFailedPayment(
  deps: Deps,
  { to, textVersion, ...which }: FailedPaymentKey & { to: CalendarDate; textVersion?: number | undefined },
  actor: PlanActor,
): Promise<{ changeId: string; triedOn: CalendarDate }> {
  const { accountId, planId, dueOn } = which
  return deps.db.transaction(async (tx) => {
    const failed = await lockFailed(tx, which)
    const at = deps.clock()
    const { triedOn, move } = waysOf(failed, {
      sources: failed.sources,
      calendar: bankCalendarOf(failed.region),
      today: dateIn(failed.region, at),
    })
    const done = triedOn === to ? await findMove(tx, which, to) : undefined
    if (done !== undefined) return { changeId: done, triedOn: to }
    if ('whyNot' in move) throw new Refusal(refusals[move.whyNot])
    if (!move.days.includes(to)) throw new Refusal('day_not_offered')
    const seen = await seenText(tx, {
      kind: `FailedText${failed.region}`,
      on: dateIn(failed.region, at),
      version: textVersion,
    })
    const changer = { ...changerOf(actor), at }
    const from = triedOn ?? failed.collectOn
    const request = { from, to, sourceId: failed.sourceId, seen }
    const changeId = await moveToNewDay(tx, deps, { which, failed, changer }, request)
    await recordAudit(tx, {
      subjectId: accountId,
      by: actor,
      action: 'PaymentMoved',
      at,
      details: { planId, dueOn, from, to },
    })
    return { changeId, triedOn: to }
  })
}

/** Finds the same move, which a second click repeats. */
export async function findMove(
  tx: Transaction,
  { dueOn, ...plan }: FailedPaymentKey,
  to: CalendarDate,
): Promise<string | undefined> {
  const changes = await listChanges(tx, plan)
  return changes.find(({ status, details }) => status === 'Made' && isSame(details, { dueOn, to }))?.id
}

function isSame(details: ChangeDetails, { dueOn, to }: { dueOn: CalendarDate; to: CalendarDate }): boolean {
  return details.kind === 'Move' && details.dueOn === dueOn && details.to === to
}

type Failed = { which: FailedPaymentKey; failed: FailedRow; changer: Changer & { at: Date } }
type NewDay = { from: CalendarDate; to: CalendarDate; sourceId: string | null; seen: SeenText | null }

/**
 * Has a failed payment tried on a new day and not before, stores its previous state, and notifies the family. Returns
 * the id of the change.
 */
export async function moveToNewDay(
  tx: Transaction,
  deps: Deps,
  { which, failed, changer }: Failed,
  { from, to, sourceId, seen }: NewDay,
): Promise<string> {
  const { accountId, planId, dueOn } = which
  await tryAgain(tx, which, failed, { on: to, sourceId, now: changer.at })
  const details: ChangeDetails = {
    kind: 'Move',
    dueOn,
    amount: failed.owing,
    from,
    to,
    failed: {
      status: failed.isRetried ? 'Retrying' : 'Overdue',
      retryOn: failed.retryOn,
      sourceId: failed.sourceId,
      requestId: failed.requestId,
      method: payingSourceFor(failed.sources, { sourceId }, to)?.displayName ?? null,
    },
  }
  const changeId = randomUUID()
  await insertChange(tx, {
    accountId,
    id: changeId,
    planId,
    status: 'Made',
    madeBy: changer.by,
    madeById: changer.id,
    madeAt: changer.at,
    // The payments to come stay as they are: it makes no other plan.
    version: failed.planVersion,
    before: [],
    after: [],
    undoUntil: addDays(to, -1),
    reason: null,
    details,
    seen,
  })
  const { tuitionYear } = failed
  await sendChangeLetter(tx, deps, { accountId, tuitionYear, details, status: 'Made', undoUntil: null })
  return changeId
}
