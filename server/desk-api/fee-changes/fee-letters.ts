import type { FeeReviewReason } from '#domain/plan/fee-change.ts'
import { writeToMembers } from '../../people/account-letters/account-letters.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import type { MessageFacts } from '../../letters/messages/message.ts'
import { planUrl } from '../../plans/payment-schedule/plan-letters.ts'
import type { EffectOnPlan } from './preview-fees.ts'

type LetterDeps = Pick<Deps, 'clock' | 'jobs' | 'config'>
export type ChangeRef = { id: string; schoolName: string }

/** What the family pays now and from when; each of its members is told once. */
export async function writeOfNewAmounts(
  tx: Transaction,
  deps: LetterDeps,
  change: ChangeRef,
  { effect, material }: EffectOnPlan,
): Promise<void> {
  const { accountId, planId, tuitionYear, before, after, firstOn } = effect
  if (!after) return
  await writeToMembers(tx, deps, accountId, ({ customerId, firstName, region, shortId }) => ({
    kind: 'FeesChanged',
    facts: {
      firstName,
      region,
      shortId,
      schoolName: change.schoolName,
      tuitionYear,
      frequency: material.plan.frequency,
      before: known(before),
      after: known(after),
      firstOn,
      portalUrl: planUrl(deps, tuitionYear),
    },
    once: `fee-change:${change.id}:${planId}:${customerId}`,
  }))
}

/** That people look at it, and that until then nothing changes. */
export async function writeOfFeeReview(
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
  await writeToMembers(tx, deps, accountId, ({ customerId, firstName, shortId }) => ({
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

/** What people have decided. */
export async function writeOfFeeDecision(
  tx: Transaction,
  deps: LetterDeps,
  decided: {
    accountId: string
    tuitionYear: number
    outcome: MessageFacts['FeesReviewed']['outcome']
    reason: string | null
    words?: string
  },
): Promise<void> {
  const { accountId, ...decision } = decided
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

/** A plan that follows by itself has all of its amounts. */
function known({ total, toCollect, each }: EffectOnPlan['effect']['before']) {
  if (toCollect === null || each === null) throw new Error('A plan was recalculated without its amounts')
  return { total, toCollect, each }
}
