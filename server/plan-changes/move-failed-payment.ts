import { randomUUID } from 'node:crypto'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { ChangeDetails } from '#domain/plan/changes/plan-change.ts'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import type { PlanActor } from '../payment-schedule/save-plan.ts'
import { seenText } from '../texts/texts.ts'
import { changerOf, writeOfChange } from './change-letters.ts'
import { waysOf, type Ways } from './failed-payments.ts'
import { insertChange, listChanges } from './plan-changes.store.ts'
import { lockFailed, tryAgain, type WhichFailed } from './try-again.ts'

type WhyNot = Extract<Ways<never>['move'], { whyNot: string }>['whyNot']

const refusals: Record<WhyNot, RefusalCode> = {
  NoMovesLeft: 'no_moves_left',
  NoDay: 'day_not_offered',
  NotTried: 'day_not_offered',
}

/** Tries a payment that failed on the day that the family chooses. It counts as one of the moves of the year. */
export async function moveFailedPayment(
  deps: Deps,
  { to, textVersion, ...which }: WhichFailed & { to: CalendarDate; textVersion?: number | undefined },
  actor: PlanActor,
): Promise<{ changeId: string; triedOn: CalendarDate }> {
  const { accountId, planId, dueOn } = which
  return deps.db.transaction(async (tx) => {
    const failed = await lockFailed(tx, which)
    const at = deps.clock()
    const { triedOn, move } = waysOf(failed, { ...failed, today: dateIn(failed.region, at) })
    // A second click finds it done.
    const done =
      triedOn === to
        ? (await listChanges(tx, { accountId, planId })).find(({ details }) => isSame(details, { dueOn, to }))
        : undefined
    if (done) return { changeId: done.id, triedOn: to }
    if ('whyNot' in move) throw new Refusal(refusals[move.whyNot])
    if (!move.days.includes(to)) throw new Refusal('day_not_offered')
    await tryAgain(tx, which, failed, { on: to, sourceId: failed.sourceId, now: at })
    const details = {
      kind: 'Move',
      dueOn,
      amount: failed.owing,
      from: triedOn ?? failed.collectOn,
      to,
    } as const
    const seen = await seenText(tx, {
      kind: `FailedText${failed.region}`,
      on: dateIn(failed.region, at),
      version: textVersion,
    })
    const changeId = randomUUID()
    const changer = changerOf(actor)
    await insertChange(tx, {
      accountId,
      id: changeId,
      planId,
      status: 'Made',
      madeBy: changer.by,
      madeById: changer.id,
      madeAt: at,
      // The payments to come stay as they are: it makes no other plan, and there is nothing to bring back.
      version: failed.planVersion,
      before: [],
      after: [],
      undoUntil: null,
      reason: null,
      details,
      seen,
    })
    await recordAudit(tx, {
      subjectId: accountId,
      actorId: actor.customerId,
      impersonatorEmail: actor.impersonatorEmail,
      requestId: actor.requestId,
      action: 'PaymentMoved',
      at,
      details: { planId, dueOn, from: details.from, to },
    })
    const { tuitionYear } = failed
    await writeOfChange(tx, deps, { accountId, tuitionYear, details, status: 'Made', undoUntil: null })
    return { changeId, triedOn: to }
  })
}

function isSame(details: ChangeDetails, { dueOn, to }: { dueOn: CalendarDate; to: CalendarDate }): boolean {
  return details.kind === 'Move' && details.dueOn === dueOn && details.to === to
}
