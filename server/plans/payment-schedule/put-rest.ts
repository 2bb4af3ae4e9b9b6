import type { Cents } from '#domain/money.ts'
import type { ComingPayment } from '#domain/plan/changes/coming.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { StoredPlan } from './plan-facts.store.ts'
import { insertVersion, replaceInstalments, updatePlan, type PaidExtra } from './plan.store.ts'

export type { PaidExtra } from './plan.store.ts'

/** Who changes a plan. */
export type Changer = { by: 'Customer' | 'Staff'; id: string | null }

type Rest = {
  accountId: string
  plan: StoredPlan
  rest: readonly ComingPayment[]
  /** What most of them are, where the first is another. */
  periodic?: Cents | undefined
  /** What was paid besides, by which they are less. */
  extra?: PaidExtra | undefined
}

/**
 * Writes another version of a plan, in which only the payments to come are others. Fees and total stay as they are; what
 * is made, under way or overdue is not touched.
 */
export async function putRest(
  tx: Transaction,
  { accountId, plan, rest, periodic, extra }: Rest,
  { by, id, at }: Changer & { at: Date },
): Promise<number> {
  const version = plan.version + 1
  const planId = plan.id
  await updatePlan(tx, { accountId, id: planId, status: plan.status, version, coverFrom: plan.coverFrom })
  await insertVersion(tx, {
    accountId,
    planId,
    version,
    savedBy: by,
    savedById: id,
    at,
    frequency: plan.frequency,
    startDate: plan.startDate,
    endDate:
      rest.at(-1)?.dueOn ??
      plan.payments.findLast(({ status }) => status !== 'Scheduled')?.dueOn ??
      plan.endDate,
    count: plan.settledCount + rest.length,
    periodic: periodic ?? rest[0]?.amount ?? plan.periodicAmountMinor,
    total: plan.totalMinor,
    annualTotal: plan.annualTotalMinor,
    partYearAdjustment: plan.partYearAdjustmentMinor,
    balanceAtStart: plan.balanceAtStartMinor,
    outstandingFees: plan.outstandingFeesMinor,
    coversOutstandingFees: plan.outstandingFeesCovered,
    basedOnFeeScheduleYear: plan.basedOnFeeScheduleYear,
    familyFees: plan.familyFees,
    studentFees: plan.studentFees,
    variances: plan.variances,
    isRestOnly: true,
  })
  await replaceInstalments(tx, { accountId, planId }, rest, extra)
  return version
}
