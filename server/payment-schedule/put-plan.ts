import { randomUUID } from 'node:crypto'
import type { Figures } from '#domain/plan/plan-figures.ts'
import { planTransitions, type PlanStatus } from '#domain/plan/payment-schedule.ts'
import { checkTransition } from '#domain/transitions.ts'
import type { Transaction } from '../database/open.ts'
import type { StoredPlan } from './plan-facts.store.ts'
import type { PlanMaterial } from './plan-material.ts'
import {
  closeReview,
  insertPlan,
  insertVersion,
  noteRhythmOfChange,
  openReview,
  replaceInstalments,
  updatePlan,
} from './plan.store.ts'

export type Save = {
  status: Extract<PlanStatus, 'Draft' | 'Saved' | 'ManualReview' | 'Current'>
  savedBy: StoredPlan['savedBy']
  /** Whoever it was of the customers or of our people; null where a job or an unknown hand did it. */
  savedById: string | null
  at: Date
}

/**
 * Writes a version of a plan, and with it the payments that it promises: an estimate and a plan that staff must look
 * at promise none. The caller holds the lock of `lockPlans`, and has made the figures after taking it.
 */
export async function putPlan(
  tx: Transaction,
  { account, plan }: PlanMaterial,
  figures: Figures,
  save: Save,
): Promise<{ planId: string; version: number }> {
  const { accountId } = account
  const { status, at } = save
  checkTransition('A plan', planTransitions, plan?.status ?? 'None', status)
  const planId = plan?.id ?? randomUUID()
  const version = (plan?.version ?? 0) + 1
  const { coverFrom } = figures
  if (plan) await updatePlan(tx, { accountId, id: planId, status, version, coverFrom })
  else {
    const { tuitionYear } = figures.choices
    await insertPlan(tx, { accountId, id: planId, tuitionYear, status, coverFrom, at })
  }
  await insertVersion(tx, versionRow(accountId, planId, version, plan, figures, save))
  const isPromised = status === 'Saved' || status === 'Current'
  await replaceInstalments(tx, { accountId, planId }, isPromised ? figures.instalments : [])
  if (isPromised) await noteRhythmOfChange(tx, accountId, figures.choices.frequency)
  if (status === 'ManualReview') await openReview(tx, { accountId, id: randomUUID(), planId, at })
  else {
    const reason = 'Another plan was saved in its place'
    await closeReview(tx, { accountId, planId, status: 'Declined', reason, staffId: null, at })
  }
  return { planId, version }
}

function versionRow(
  accountId: string,
  planId: string,
  version: number,
  before: StoredPlan | null,
  figures: Figures,
  { savedBy, savedById, at }: Save,
) {
  const { choices, plan } = figures
  const settled = before?.settledCount ?? 0
  // A plan that runs keeps the day on which it began.
  const startDate = before && settled > 0 ? before.startDate : choices.startDate
  return {
    accountId,
    planId,
    version,
    savedBy,
    savedById,
    at,
    frequency: choices.frequency,
    startDate,
    endDate: plan.endDate ?? startDate,
    count: settled + plan.count,
    periodic: plan.periodic,
    total: plan.total,
    annualTotal: plan.annualTotal,
    partYearAdjustment: plan.partYearAdjustment,
    balanceAtStart: figures.balanceAtStart,
    outstandingFees: figures.outstandingFees,
    coversOutstandingFees: figures.coversOutstandingFees,
    basedOnFeeScheduleYear: figures.basedOnFeeScheduleYear,
    familyFees: figures.familyFees,
    studentFees: figures.studentFees,
    variances: choices.variances,
  }
}
