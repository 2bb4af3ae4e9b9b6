import type { FeeReviewReason } from '#domain/plan/fee-change.ts'
import { writeToMembers } from '../../people/account-letters/account-letters.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { LetterDeps } from '../../platform/deps.ts'
import type { MessageFacts } from '../../letters/messages/message.ts'
import { planUrl } from '../../plans/payment-schedule/plan-letters.ts'
import type { EffectOnPlan } from './preview-fees.ts'

export type ChangeRef = { id: string; schoolName: string }

/** Tells each member of the family once what it pays now and from when. */
export async function sendNewAmounts(
  tx: Transaction,
  deps: LetterDeps,
  change: ChangeRef,
  { effect, material }: EffectOnPlan,
): Promise<void> {
  const { accountId, planId, tuitionYear, before, after, firstOn } = effect
  if (!after) return
  await writeToMembers(tx, deps, accountId, (member, customerId) => ({
    kind: 'FeesChanged',
    facts: {
      ...member,
      schoolName: change.schoolName,
      tuitionYear,
      frequency: material.plan.frequency,
      before: completeAmounts(before),
      after: completeAmounts(after),
      firstOn,
      portalUrl: planUrl(deps, tuitionYear),
    },
    once: `fee-change:${change.id}:${planId}:${customerId}`,
  }))
}

/** Tells the family that staff review the plan, and that nothing changes until then. */
export async function sendFeeReviewNotice(
  tx: Transaction,
  deps: LetterDeps,
  change: ChangeRef,
  plan: { accountId: string; planId: string; tuitionYear: number; reason: FeeReviewReason },
): Promise<void> {
  const { accountId, planId, tuitionYear, reason } = plan
  const states: Partial<Record<FeeReviewReason, MessageFacts['FeesChangedReview']['status']>> = {
    InReview: 'InReview',
    Completed: 'Completed',
  }
  await writeToMembers(tx, deps, accountId, ({ firstName, shortId }, customerId) => ({
    kind: 'FeesChangedReview',
    facts: {
      firstName,
      shortId,
      schoolName: change.schoolName,
      tuitionYear,
      status: states[reason] ?? 'Running',
    },
    once: `fee-change:${change.id}:${planId}:${customerId}`,
  }))
}

/** Tells the family the decision. */
export async function sendFeeDecision(
  tx: Transaction,
  deps: LetterDeps,
  {
    accountId,
    ...decision
  }: { accountId: string } & Pick<
    MessageFacts['FeesReviewed'],
    'tuitionYear' | 'outcome' | 'reason' | 'words'
  >,
): Promise<void> {
  await writeToMembers(tx, deps, accountId, ({ firstName, shortId, schoolName }) => ({
    kind: 'FeesReviewed',
    facts: {
      firstName,
      shortId,
      schoolName,
      ...decision,
      portalUrl: planUrl(deps, decision.tuitionYear),
    },
  }))
}

/** Returns all three amounts, which a recalculated plan always has. */
function completeAmounts({ total, toCollect, each }: EffectOnPlan['effect']['before']) {
  if (toCollect === null || each === null) throw new Error('A plan was recalculated without its amounts')
  return { total, toCollect, each }
}
