import type { PaidExtra } from './plan.reads.ts'
import type { Cents } from '#domain/money.ts'
import type { ComingPayment } from '#domain/plan/changes/coming.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { StoredPlan } from './plan-facts.reads.ts'
import { insertVersion, updatePlan } from './plan.store.ts'
import { replacePayments } from './replace-payments.ts'

/** The person who changes a plan. */
export type Changer = { by: 'Customer' | 'Staff'; id: string | null }

type RemainingPayments = {
  accountId: string
  plan: StoredPlan
  rest: readonly ComingPayment[]
  /** The usual amount, if the first payment differs. */
  periodic?: Cents | undefined
  /** An extra payment by which the remaining payments are reduced. */
  extra?: PaidExtra | undefined
}

/**
 * Writes another version of a plan that differs only in the payments to come. Fees and total stay the same; payments
 * that are made, under way or overdue are unchanged.
 */
export async function putRemaining(
  tx: Transaction,
  { accountId, plan, rest, periodic, extra }: RemainingPayments,
  { by, id, at }: Changer & { at: Date },
): Promise<number> {
  const version = plan.version + 1
  const planId = plan.id
  await updatePlan(tx, { accountId, id: planId, status: plan.status, version, coverFrom: plan.coverFrom })
  await insertVersion(tx, {
    ...plan,
    accountId,
    planId,
    version,
    savedBy: by,
    savedById: id,
    at,
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
    isRestOnly: true,
  })
  await replacePayments(tx, { accountId, planId }, rest, extra)
  return version
}
