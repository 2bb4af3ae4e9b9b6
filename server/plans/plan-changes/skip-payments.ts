import { randomUUID } from 'node:crypto'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { changeableUntil, type ComingPayment } from '#domain/plan/changes/coming.ts'
import { changedPayments } from '#domain/plan/changes/plan-change.ts'
import { skipDetails, type SkipDetails } from '#domain/plan/changes/skip-details.ts'
import {
  answerBy,
  whyNotSkipLike,
  whyNotSkipWords,
  type WhyNotSkip,
} from '#domain/plan/changes/skip-rules.ts'
import { withSkipped, type SkipOutcome } from '#domain/plan/changes/skip.ts'
import { Refusal } from '#domain/refusal.ts'
import { recordAudit } from '../../people/audit/audit.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { openReview } from '../../people/reviews/reviews.ts'
import type { PlanActor } from '../payment-schedule/save-plan.ts'
import { seenText, type SeenText } from '../../people/texts/texts.ts'
import { changerOf, sendChangeLetter } from './change-letters.ts'
import { lockOwnPlan, makeChange, refuseOtherVersion, type PlanToChange } from './change-plan.ts'
import type { Changer } from '../payment-schedule/put-remaining.ts'
import { undoUntil, type FlexibleFacts } from './flexible-plan.ts'
import { insertChange } from './plan-changes.store.ts'

export type Skip = { dueOn: readonly CalendarDate[]; outcome: SkipOutcome }

/** Leaves payments out of a plan. If there are more of them than the school allows at once, staff decide. */
export async function skipPayments(
  deps: Deps,
  { accountId, planId, version, textVersion, ...skip }: PlanToChange & Skip,
  actor: PlanActor,
): Promise<{ changeId: string; status: 'Made' | 'Asked' }> {
  return deps.db.transaction(async (tx) => {
    const facts = await lockOwnPlan(tx, deps, { accountId, planId })
    refuseOtherVersion(facts, version)
    const worked = skipOf(facts, skip)
    const at = deps.clock()
    const changer = { ...changerOf(actor), at }
    const isGranted = worked.details.skipped.length <= facts.skipsLeft
    const status = isGranted ? 'Made' : 'Asked'
    const { region, today: on } = facts
    const seen = await seenText(tx, { kind: `SkipText${region}`, on, version: textVersion })
    const change = { accountId, seen, ...worked }
    const changeId = isGranted
      ? await makeChange(tx, facts, change, changer)
      : await requestSkip(tx, facts, change, changer)
    await recordAudit(tx, {
      subjectId: accountId,
      by: actor,
      action: isGranted ? 'PaymentsSkipped' : 'SkipAsked',
      at,
      details: { planId, dueOn: skip.dueOn.join(', '), outcome: skip.outcome },
    })
    await sendChangeLetter(tx, deps, {
      accountId,
      tuitionYear: facts.plan.tuitionYear,
      details: worked.details,
      status,
      undoUntil: isGranted ? worked.undoUntil : null,
      ...(!isGranted && { answerBy: answerBy(dateIn(facts.region, at), facts.calendar) }),
    })
    return { changeId, status }
  })
}

export type Worked = { rest: ComingPayment[]; details: SkipDetails; undoUntil: CalendarDate | null }

/** Stores a family's request, and opens a review of it. The plan stays unchanged. */
async function requestSkip(
  tx: Transaction,
  { plan, coming }: FlexibleFacts,
  {
    accountId,
    rest,
    details,
    undoUntil: lastDayToUndo,
    seen,
  }: Worked & { accountId: string; seen: SeenText },
  { by, id: madeById, at }: Changer & { at: Date },
): Promise<string> {
  const id = randomUUID()
  await insertChange(tx, {
    ...changedPayments(coming, rest),
    accountId,
    id,
    planId: plan.id,
    status: 'Asked',
    madeBy: by,
    madeById,
    madeAt: at,
    version: null,
    undoUntil: lastDayToUndo,
    reason: null,
    details,
    seen,
  })
  await openReview(tx, { accountId, kind: 'Skip', subjectId: id, at })
  return id
}

/** Calculates a skip on the current plan. */
export function skipOf(facts: FlexibleFacts, { dueOn, outcome }: Skip): Worked {
  const { coming, rhythm, calendar, lastDay, today } = facts
  const chosen = coming.filter((payment) => dueOn.includes(payment.dueOn))
  if (chosen.length !== new Set(dueOn).size) throw new Refusal('payment_locked')
  const why = whyNotSkipLike(facts, { count: chosen.length, outcome })
  if (why) throw refusalOf(why)
  const skipped = chosen.map((payment) => payment.dueOn)
  const answer = withSkipped({ coming, skipped, outcome, rhythm, calendar, lastDay })
  if ('whyNot' in answer) throw refusalOf(answer.whyNot)
  // Also what becomes higher must not be on its way to the bank yet.
  const { before } = changedPayments(coming, answer.rest)
  const changed = coming.filter((payment) => before.some((each) => each.dueOn === payment.dueOn))
  if (changed.some(({ on }) => today > changeableUntil(on, calendar))) throw new Refusal('payment_locked')
  return {
    rest: answer.rest,
    details: skipDetails(coming, answer, outcome),
    undoUntil: undoUntil(chosen, calendar),
  }
}

function refusalOf(why: WhyNotSkip): Refusal {
  return new Refusal('skip_not_possible', { values: { why: whyNotSkipWords[why] } })
}
