import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { ComingPayment } from '#domain/plan/changes/coming.ts'
import { daysOfPayment, withMoved, type MoveAnswer } from '#domain/plan/changes/move.ts'
import type { ChangeDetails } from '#domain/plan/changes/plan-change.ts'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import { recordAudit } from '../../people/audit/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import type { PlanActor } from '../payment-schedule/save-plan.ts'
import { seenText } from '../../people/texts/texts.ts'
import { changerOf, sendChangeLetter } from './change-letters.ts'
import { lockOwnPlan, makeChange, refuseOtherVersion, type PlanToChange } from './change-plan.ts'
import { undoUntil, type FlexibleFacts } from './flexible-plan.ts'

type MoveDetails = Extract<ChangeDetails, { kind: 'Move' }>
type WhyNot = Extract<MoveAnswer, { whyNot: string }>['whyNot']

const refusals: Record<WhyNot, RefusalCode> = {
  TooLate: 'payment_locked',
  NoMovesLeft: 'no_moves_left',
  NoDay: 'day_not_offered',
}

/** Collects one payment on a later day. */
export async function movePayment(
  deps: Deps,
  {
    accountId,
    planId,
    version,
    textVersion,
    dueOn,
    to,
  }: PlanToChange & { dueOn: CalendarDate; to: CalendarDate },
  actor: PlanActor,
): Promise<{ changeId: string; status: 'Made' }> {
  return deps.db.transaction(async (tx) => {
    const facts = await lockOwnPlan(tx, deps, { accountId, planId })
    refuseOtherVersion(facts, version)
    const worked = moveOf(facts, { dueOn, to })
    const { details, undoUntil: lastDayToUndo } = worked
    const at = deps.clock()
    const { region, today: on } = facts
    const seen = await seenText(tx, { kind: `MoveText${region}`, on, version: textVersion })
    const changeId = await makeChange(tx, facts, { accountId, seen, ...worked }, { ...changerOf(actor), at })
    await recordAudit(tx, {
      subjectId: accountId,
      by: actor,
      action: 'PaymentMoved',
      at,
      details: { planId, dueOn, from: details.from, to },
    })
    const { tuitionYear } = facts.plan
    await sendChangeLetter(tx, deps, {
      accountId,
      tuitionYear,
      details,
      status: 'Made',
      undoUntil: lastDayToUndo,
    })
    return { changeId, status: 'Made' }
  })
}

/** Calculates a move on the current plan. */
export function moveOf(
  facts: FlexibleFacts,
  { dueOn, to }: { dueOn: CalendarDate; to: CalendarDate },
): { rest: ComingPayment[]; details: MoveDetails; undoUntil: CalendarDate | null } {
  const payment = facts.coming.find((each) => each.dueOn === dueOn)
  if (!payment) throw new Refusal('payment_locked')
  const answer = daysOfPayment(facts, dueOn)
  if ('whyNot' in answer) throw new Refusal(refusals[answer.whyNot])
  if (!answer.days.includes(to)) throw new Refusal('day_not_offered')
  const { on: from, amount } = payment
  return {
    rest: withMoved(facts.coming, dueOn, { from, to }),
    details: { kind: 'Move', dueOn, amount, from, to },
    undoUntil: undoUntil([payment], facts.calendar),
  }
}
