import { randomUUID } from 'node:crypto'
import type { RequestedDiscount } from '#domain/plan/declared-discounts.ts'
import type { Plan } from '#domain/plan/plan.ts'
import { planTransitions, type PlanStatus } from '#domain/plan/payment-schedule.ts'
import { checkTransition } from '#domain/transitions.ts'
import { lockAccount } from '../../people/accounts/accounts.ts'
import { lockHolidays } from '../holidays/known-holidays.ts'
import type { Transaction } from '../../platform/database/open.ts'
import { storeDeclared } from './declared-discounts.ts'
import type { StoredPlan } from './plan-facts.reads.ts'
import type { MaterialOfAccount } from './plan-material.ts'
import { insertPlan, insertVersion, lockPlanRows, noteRhythmOfChange, updatePlan } from './plan.store.ts'
import { replacePayments } from './replace-payments.ts'
import { closeReviewsOf, openReview } from '../../people/reviews/reviews.ts'

export type Save = {
  status: Extract<PlanStatus, 'Draft' | 'Saved' | 'ManualReview' | 'Current'>
  savedBy: StoredPlan['savedBy']
  /** The customer or the member of staff; null where a job saved it or it is not known who did. */
  savedById: string | null
  at: Date
  /** Those of its discounts that rest on the family's word. */
  declared: readonly RequestedDiscount[]
}

/**
 * Takes the lock of everything that saves a plan. Also locks the instalments, so that none is sent to the bank while
 * the plan is replaced, and the holidays.
 */
export async function lockPlans(tx: Transaction, accountId: string): Promise<void> {
  await lockHolidays(tx)
  await lockAccount(tx, accountId)
  // Renewals and the end of temporary plans do not take the account's lock.
  await lockPlanRows(tx, accountId)
}

/**
 * Writes a version of a plan and the payments that it promises; an estimate and a plan in review promise none. The
 * caller holds the lock of `lockPlans`, and has calculated the plan after taking it.
 */
export async function putPlan(
  tx: Transaction,
  { account, plan: before }: MaterialOfAccount,
  plan: Plan,
  save: Save,
): Promise<{ planId: string; version: number }> {
  const { accountId } = account
  const { status, at } = save
  checkTransition('A plan', planTransitions, before?.status ?? 'None', status)
  const planId = before?.id ?? randomUUID()
  const version = (before?.version ?? 0) + 1
  const { choices, coverFrom } = plan
  if (before) await updatePlan(tx, { accountId, id: planId, status, version, coverFrom })
  else {
    const { tuitionYear } = choices
    await insertPlan(tx, { accountId, id: planId, tuitionYear, status, coverFrom, at })
  }
  await insertVersion(tx, versionRow({ accountId, planId, version }, before, plan, save))
  const isPromised = status === 'Saved' || status === 'Current'
  await replacePayments(tx, { accountId, planId }, isPromised ? plan.instalments : [])
  if (isPromised) await noteRhythmOfChange(tx, accountId, choices.frequency)
  await storeDeclared(
    tx,
    { accountId, planId },
    { plan, declared: save.declared, isInReview: status === 'ManualReview' },
    { staffId: save.savedBy === 'Staff' ? save.savedById : null, at },
  )
  if (status === 'ManualReview') {
    await openReview(tx, { accountId, kind: 'Plan', subjectId: planId, at })
  } else {
    const reason = 'Another plan was saved in its place'
    await closeReviewsOf(tx, {
      accountId,
      subjectId: planId,
      status: 'Declined',
      reason,
      staffId: null,
      at,
    })
  }
  return { planId, version }
}

function versionRow(
  key: { accountId: string; planId: string; version: number },
  before: StoredPlan | null,
  plan: Plan,
  { savedBy, savedById, at }: Save,
) {
  const { choices, instalments } = plan
  const settled = before?.settledCount ?? 0
  // A plan that runs keeps the day on which it began.
  const startDate = before && settled > 0 ? before.startDate : choices.startDate
  return {
    ...key,
    ...plan,
    savedBy,
    savedById,
    at,
    frequency: choices.frequency,
    startDate,
    endDate: instalments.at(-1)?.dueOn ?? startDate,
    count: settled + instalments.length,
    studentFees: plan.students,
    variances: choices.variances,
  }
}
