import { lockPlans } from '../payment-schedule/put-plan.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { changeableUntil } from '#domain/plan/changes/coming.ts'
import { changedPayments } from '#domain/plan/changes/plan-change.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { closeReviewsOf } from '../../people/reviews/reviews.ts'
import { findTuitionYear } from '../payment-schedule/plan.reads.ts'
import { recordAction, reasonForPage, type StaffActor } from '../../people/audit/staff-audit.ts'
import { sendChangeLetter } from './change-letters.ts'
import { lockFlexible } from './change-plan.ts'
import { putRemaining } from '../payment-schedule/put-remaining.ts'
import type { FlexibleFacts } from './flexible-plan.ts'
import { endChange, grantChange } from './plan-changes.store.ts'
import { findChangedPlan, type PlanChangeRow } from './plan-changes.reads.ts'
import { skipOf, type Worked } from './skip-payments.ts'

export type SkipRequestKey = { accountId: string; changeId: string }
type Decision = 'Approved' | 'Declined'

/** Approves a family's request to skip payments, or declines it with a reason for the family. */
export async function decideSkip(
  deps: Deps,
  actor: StaffActor,
  { accountId, changeId, decision }: SkipRequestKey & { decision: Decision },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockPlans(tx, accountId)
    const change = orNotFound(await findChangedPlan(tx, { accountId, changeId }))
    // Decided by a colleague, or withdrawn by the family.
    if (change.status !== 'Asked') throw new Refusal('already_decided')
    const at = deps.clock()
    const request = { accountId, changeId, planId: change.planId }
    if (decision === 'Approved') await grant(tx, deps, request, { words: actor.words ?? null, at })
    else
      await decline(tx, deps, { ...request, details: change.details }, { reason: reasonForPage(actor), at })
    await closeReviewsOf(tx, { accountId, subjectId: changeId, status: decision, actor, at })
    await recordAction(tx, actor, {
      subjectId: accountId,
      action: decision === 'Approved' ? 'SkipApproved' : 'SkipDeclined',
      at,
      details: { planId: change.planId, changeId },
    })
  })
}

type SkipKey = SkipRequestKey & { planId: string }

/** Applies the request to the current plan: payments may have been moved, made or changed since the request. */
async function grant(
  tx: Transaction,
  deps: Deps,
  { accountId, changeId, planId }: SkipKey,
  { words, at }: { words: string | null; at: Date },
): Promise<void> {
  const facts = await lockFlexible(tx, deps, { accountId, planId })
  const { rest, details, undoUntil } = requestedSkipOf(facts, changeId)
  const change = facts.changes.find(({ id }) => id === changeId)
  const changer = { by: change?.madeBy ?? 'Customer', id: change?.madeById ?? null, at }
  const version = await putRemaining(tx, { accountId, plan: facts.plan, rest }, changer)
  await grantChange(tx, {
    ...changedPayments(facts.coming, rest),
    accountId,
    id: changeId,
    madeAt: at,
    version,
    undoUntil,
    details,
  })
  await sendChangeLetter(tx, deps, {
    accountId,
    tuitionYear: facts.plan.tuitionYear,
    details,
    status: 'Made',
    undoUntil,
    answer: { reason: words },
  })
}

async function decline(
  tx: Transaction,
  deps: Deps,
  { accountId, changeId, planId, details }: SkipKey & Pick<PlanChangeRow, 'details'>,
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  await endChange(tx, { accountId, id: changeId }, { status: 'Declined', at, reason })
  const tuitionYear = await findTuitionYear(tx, accountId, planId)
  if (tuitionYear === undefined) throw new Refusal('not_found')
  await sendChangeLetter(tx, deps, {
    accountId,
    tuitionYear,
    details,
    status: 'Declined',
    undoUntil: null,
    answer: { reason },
  })
}

/** Calculates a request on the current plan. Staff may approve more than a family's yearly number. */
export function requestedSkipOf(facts: FlexibleFacts, changeId: string): Worked {
  const change = facts.changes.find(({ id }) => id === changeId)
  if (change?.details.kind !== 'Skip') throw new Refusal('not_found')
  const { skipped, outcome } = change.details
  const dueOn = skipped.map((payment) => payment.dueOn)
  if (dueOn.some((day) => !isChangeable(facts, day)))
    throw new Refusal('skip_not_possible', { values: { why: tooLate } })
  // The pending request is this one itself.
  const whyNot = facts.whyNot === 'Asked' ? null : facts.whyNot
  return skipOf({ ...facts, skipsLeft: Infinity, whyNot }, { dueOn, outcome })
}

const tooLate =
  'A payment of this request is collected, about to be, or no longer in the plan. It can only be declined.'

function isChangeable({ coming, today, calendar }: FlexibleFacts, dueOn: CalendarDate): boolean {
  const payment = coming.find((each) => each.dueOn === dueOn)
  return payment !== undefined && today <= changeableUntil(payment.on, calendar)
}
