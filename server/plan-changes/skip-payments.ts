import { randomUUID } from 'node:crypto'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { changeableUntil, type ComingPayment } from '#domain/plan/changes/coming.ts'
import { changedPayments, type ChangeDetails } from '#domain/plan/changes/plan-change.ts'
import { withSkipped, type SkipOutcome } from '#domain/plan/changes/skip.ts'
import { Refusal } from '#domain/refusal.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import type { PlanActor } from '../payment-schedule/save-plan.ts'
import { changerOf, writeOfChange } from './change-letters.ts'
import { lockFlexible, makeChange, refuseOtherVersion, type PlanToChange } from './change-plan.ts'
import { undoUntil, type FlexibleFacts } from './flexible-plan.ts'
import { insertChange } from './plan-changes.store.ts'

type Skip = { dueOn: readonly CalendarDate[]; outcome: SkipOutcome }

/** Leaves payments out of a plan. More of them than the school grants at once are asked for, and staff decide. */
export async function skipPayments(
  deps: Deps,
  { accountId, planId, version, ...skip }: PlanToChange & Skip,
  actor: PlanActor,
): Promise<{ changeId: string; status: 'Made' | 'Asked' }> {
  return deps.db.transaction(async (tx) => {
    const facts = await lockFlexible(tx, deps, { accountId, planId })
    refuseOtherVersion(facts, version)
    const { rest, details, lastDayToUndo } = skipOf(facts, skip)
    const at = deps.clock()
    const changer = { ...changerOf(actor), at }
    const isGranted = details.skipped.length <= facts.skipsLeft
    if (!isGranted && !facts.rules.reviewsMoreSkips) throw new Refusal('skip_not_possible')
    const status = isGranted ? 'Made' : 'Asked'
    const change = { accountId, rest, details, undoUntil: lastDayToUndo }
    const changeId = isGranted ? await makeChange(tx, facts, change, changer) : randomUUID()
    if (!isGranted)
      await insertChange(tx, {
        ...changedPayments(facts.coming, rest),
        accountId,
        id: changeId,
        planId,
        status,
        madeBy: changer.by,
        madeById: changer.id,
        madeAt: at,
        version: null,
        undoUntil: lastDayToUndo,
        details,
      })
    await recordAudit(tx, {
      subjectId: accountId,
      actorId: actor.customerId,
      impersonatorEmail: actor.impersonatorEmail,
      requestId: actor.requestId,
      action: isGranted ? 'PaymentsSkipped' : 'SkipAsked',
      at,
      details: { planId, dueOn: skip.dueOn.join(', '), outcome: skip.outcome },
    })
    const { tuitionYear } = facts.plan
    await writeOfChange(tx, deps, { accountId, tuitionYear, details, status, undoUntil: lastDayToUndo })
    return { changeId, status }
  })
}

type SkipDetails = Extract<ChangeDetails, { kind: 'Skip' }>

/** What a skip makes of a plan as it stands now. */
export function skipOf(
  facts: FlexibleFacts,
  { dueOn, outcome }: Skip,
): { rest: ComingPayment[]; details: SkipDetails; lastDayToUndo: CalendarDate | null } {
  const { coming, rhythm, region, lastDay, rules, today, whyNot, plan } = facts
  const chosen = coming.filter((payment) => dueOn.includes(payment.dueOn))
  if (chosen.length !== new Set(dueOn).size) throw new Refusal('payment_locked')
  if (chosen.some(({ on }) => today > changeableUntil(on, region))) throw new Refusal('payment_locked')
  const isAllowed = chosen.length <= rules.mostSkipped && (outcome === 'Spread' || rules.mayEndLater)
  if (whyNot !== null || !isAllowed) throw new Refusal('skip_not_possible')
  const skipped = chosen.map((payment) => payment.dueOn)
  const answer = withSkipped({ coming, skipped, outcome, rhythm, region, lastDay })
  if ('whyNot' in answer) throw new Refusal('skip_not_possible')
  const lastOf = (payments: readonly ComingPayment[]) => payments.at(-1)?.dueOn ?? plan.endDate
  const [first] = chosen
  const follows = (payments: readonly ComingPayment[]) =>
    payments.find(
      (payment) => first !== undefined && payment.dueOn > first.dueOn && !skipped.includes(payment.dueOn),
    )
  return {
    rest: answer.rest,
    lastDayToUndo: undoUntil(chosen, region),
    details: {
      kind: 'Skip',
      outcome,
      skipped: chosen.map((payment) => ({ dueOn: payment.dueOn, on: payment.on, amount: payment.amount })),
      each: {
        before: follows(coming)?.amount ?? plan.periodicAmountMinor,
        after: follows(answer.rest)?.amount ?? plan.periodicAmountMinor,
      },
      lastOn: { before: lastOf(coming), after: lastOf(answer.rest) },
    },
  }
}
