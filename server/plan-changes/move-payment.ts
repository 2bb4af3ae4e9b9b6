import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { daysOfPayment, withMoved, type MoveAnswer } from '#domain/plan/changes/move.ts'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import type { PlanActor } from '../payment-schedule/save-plan.ts'
import { changerOf, writeOfChange } from './change-letters.ts'
import { lockFlexible, makeChange, refuseOtherVersion, type PlanToChange } from './change-plan.ts'
import { undoUntil } from './flexible-plan.ts'

type WhyNot = Extract<MoveAnswer, { whyNot: string }>['whyNot']

const refusals: Record<WhyNot, RefusalCode> = {
  TooLate: 'payment_locked',
  NoMovesLeft: 'no_moves_left',
  NoDay: 'day_not_offered',
}

/** Collects one payment on a later day. */
export async function movePayment(
  deps: Deps,
  { accountId, planId, version, dueOn, to }: PlanToChange & { dueOn: CalendarDate; to: CalendarDate },
  actor: PlanActor,
): Promise<{ changeId: string; status: 'Made' }> {
  return deps.db.transaction(async (tx) => {
    const facts = await lockFlexible(tx, deps, { accountId, planId })
    refuseOtherVersion(facts, version)
    const payment = facts.coming.find((each) => each.dueOn === dueOn)
    if (!payment) throw new Refusal('payment_locked')
    const answer = daysOfPayment(facts, dueOn)
    if ('whyNot' in answer) throw new Refusal(refusals[answer.whyNot])
    if (!answer.days.includes(to)) throw new Refusal('day_not_offered')
    const { on: from, amount } = payment
    const details = { kind: 'Move', dueOn, amount, from, to } as const
    const at = deps.clock()
    const lastDayToUndo = undoUntil([payment], facts.region)
    const changeId = await makeChange(
      tx,
      facts,
      {
        accountId,
        rest: withMoved(facts.coming, dueOn, { from, to }),
        details,
        undoUntil: lastDayToUndo,
      },
      { ...changerOf(actor), at },
    )
    await recordAudit(tx, {
      subjectId: accountId,
      actorId: actor.customerId,
      impersonatorEmail: actor.impersonatorEmail,
      requestId: actor.requestId,
      action: 'PaymentMoved',
      at,
      details: { planId, dueOn, from, to },
    })
    const { tuitionYear } = facts.plan
    await writeOfChange(tx, deps, {
      accountId,
      tuitionYear,
      details,
      status: 'Made',
      undoUntil: lastDayToUndo,
    })
    return { changeId, status: 'Made' }
  })
}
