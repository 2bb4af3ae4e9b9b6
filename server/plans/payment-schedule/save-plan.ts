import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { discountName, type RequestedDiscount } from '#domain/plan/declared-discounts.ts'
import { isSame, normalised } from '#domain/plan/fee-variances.ts'
import type { Plan } from '#domain/plan/plan.ts'
import { draftPlan, type PlanRequest } from '#domain/plan/plan-choices.ts'
import { Refusal } from '#domain/refusal.ts'
import { advanceSetup } from '../../people/accounts/setup-steps.ts'
import { recordAudit, type CustomerActor } from '../../people/audit/audit.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { refuseUnknownLetters } from './discount-letters.ts'
import type { StoredPlan } from './plan-facts.reads.ts'
import { writeOfReview, writeOfSavedPlan } from './plan-letters.ts'
import { offerOf, planMaterial, readStoredPlan, type MaterialOfAccount } from './plan-material.ts'
import { whyNotSave } from './plan-rules.ts'
import { lockPlans, putPlan } from './put-plan.ts'
import { storedPlanReply } from './stored-plan.ts'

/** The person who saves: a customer, or staff who view the portal for the customer. */
export type PlanActor = CustomerActor

type Call = { caller: Omit<PlanActor, 'requestId'>; requestId: string }

export const planActorOf = ({ caller: { customerId, impersonatorEmail }, requestId }: Call): PlanActor => ({
  customerId,
  impersonatorEmail,
  requestId,
})

/**
 * Saves a plan after calculating it once more. Everything is checked again under the lock: two windows, or two parents,
 * may save at the same moment, and the cut-off may pass while somebody thinks.
 */
export async function savePlan(
  deps: Deps,
  accountId: string,
  request: PlanRequest,
  actor: PlanActor,
): Promise<PaymentPlan> {
  return deps.db.transaction(async (tx) => {
    await lockPlans(tx, accountId)
    const now = deps.clock()
    const { planYear, version } = request.paymentSchedule
    const material = await planMaterial(tx, { accountId, tuitionYear: planYear, now })
    const { plan: before, account } = material
    const why = whyNotSave(material, now)
    if (why) throw new Refusal(why)
    const draft = draftPlan(material, request, offerOf(account, now))
    if (!draft) throw new Refusal('no_fees')
    const { plan, declared } = draft
    await refuseUnknownLetters(tx, accountId, plan.choices.variances)
    const status = draft.needsReview ? 'ManualReview' : 'Saved'
    const isByStaff = actor.impersonatorEmail !== null
    const savedBy = isByStaff ? 'Staff' : 'Customer'
    // A second click, or the same again: it is saved already.
    if (before && before.savedBy === savedBy && before.status === status && isAsSaved(before, plan))
      return storedPlanReply(before, actor.customerId, now)
    if (version !== undefined && version !== (before?.version ?? null)) throw new Refusal('plan_changed')

    const saved = await putPlan(tx, material, plan, {
      status,
      savedBy,
      savedById: isByStaff ? null : actor.customerId,
      at: now,
      declared,
    })
    await recordAudit(tx, {
      subjectId: accountId,
      by: actor,
      action: status === 'ManualReview' ? 'PlanSentToReview' : 'PlanSaved',
      at: now,
      details: {
        planId: saved.planId,
        version: String(saved.version),
        ...changesOf(before, plan),
        ...(declared.length > 0 && { declared: namesOf(declared, material).join(', ') }),
      },
    })
    if (status === 'ManualReview') await writeOfReview(tx, deps, accountId, planYear)
    else await writeOfSavedPlan(tx, deps, accountId, plan, namesOf(declared, material))
    await advanceSetup(tx, deps, accountId)
    return readSaved(tx, { accountId, tuitionYear: planYear, now }, actor)
  })
}

const namesOf = (declared: readonly RequestedDiscount[], { enrolments, region }: MaterialOfAccount) =>
  declared.map((discount) => discountName(discount, enrolments, region))

async function readSaved(
  tx: Transaction,
  { accountId, tuitionYear, now }: { accountId: string; tuitionYear: number; now: Date },
  { customerId }: PlanActor,
): Promise<PaymentPlan> {
  const plan = await readStoredPlan(tx, accountId, tuitionYear)
  if (!plan) throw new Error('A plan was saved and is not there')
  return storedPlanReply(plan, customerId, now)
}

type AuditDetails = Record<
  'tuitionYear' | 'frequency' | 'startDate' | 'payments' | 'total' | 'variances',
  string
>

/** Once a payment is made, the chosen dates are those of the remaining payments and cannot be compared. */
function isAsSaved(before: StoredPlan, plan: Plan): boolean {
  return before.settledCount === 0 && isSame(detailsOfStored(before), detailsOf(plan))
}

function detailsOfStored(plan: StoredPlan): AuditDetails {
  return {
    tuitionYear: String(plan.tuitionYear),
    frequency: plan.frequency,
    startDate: plan.startDate,
    payments: String(plan.repaymentCount),
    total: String(plan.totalMinor),
    variances: JSON.stringify(normalised(plan.variances)),
  }
}

function detailsOf({ choices, instalments, total }: Plan): AuditDetails {
  return {
    tuitionYear: String(choices.tuitionYear),
    frequency: choices.frequency,
    startDate: choices.startDate,
    payments: String(instalments.length),
    total: String(total),
    variances: JSON.stringify(choices.variances),
  }
}

/** The changed fields, as "from → to"; all fields of a first plan. */
export function changesOf(before: StoredPlan | null, plan: Plan): Partial<AuditDetails> {
  const after = detailsOf(plan)
  if (!before) return after
  const was = detailsOfStored(before)
  const changed = (Object.keys(after) as (keyof AuditDetails)[]).filter(
    (field) => was[field] !== after[field],
  )
  return Object.fromEntries(changed.map((field) => [field, `${was[field]} → ${after[field]}`]))
}
