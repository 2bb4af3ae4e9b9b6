import type { PaymentPlan, PlanToCalculate } from '#contract/payment-schedule.ts'
import { isSame, normalised } from '#domain/plan/fee-variances.ts'
import { draftPlan } from '#domain/plan/plan-choices.ts'
import type { Figures } from '#domain/plan/plan-figures.ts'
import { Refusal } from '#domain/refusal.ts'
import { moveSetupOn } from '../accounts/setup-steps.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../database/open.ts'
import type { Deps } from '../deps.ts'
import type { StoredPlan } from './plan-facts.store.ts'
import { writeOfReview, writeOfSavedPlan } from './plan-letters.ts'
import { offerOf, planMaterial } from './plan-material.ts'
import { whyNotSave } from './plan-rules.ts'
import { lockPlans } from './plan.store.ts'
import { putPlan } from './put-plan.ts'
import { storedOnTheWire } from './stored-plan.ts'

/** Who saves: a customer, or staff who look at the portal in the customer's name. */
export type PlanActor = { customerId: string; impersonatorEmail: string | null; requestId: string }

/**
 * Saves what was calculated, calculated once more. Everything is looked at again under the lock: two windows, or two
 * parents, may save at the same moment, and the cut-off may pass while somebody thinks.
 */
export async function savePlan(
  deps: Deps,
  accountId: string,
  sent: PlanToCalculate,
  actor: PlanActor,
): Promise<PaymentPlan> {
  return deps.db.transaction(async (tx) => {
    await lockPlans(tx, accountId)
    const now = deps.clock()
    const { planYear, version } = sent.paymentSchedule
    const material = await planMaterial(tx, accountId, planYear)
    const { plan, account } = material
    const why = whyNotSave(material, now)
    if (why) throw new Refusal(why)
    const draft = draftPlan(material, sent, offerOf(account, now))
    if (!draft) throw new Refusal('no_fees')
    const { figures } = draft
    const status = draft.needsReview ? 'ManualReview' : 'Saved'
    const isByStaff = actor.impersonatorEmail !== null
    const savedBy = isByStaff ? 'Staff' : 'Customer'
    // A second click, or the same again: it is saved already.
    if (plan && plan.savedBy === savedBy && plan.status === status && isAsSaved(plan, figures))
      return storedOnTheWire(plan, actor.customerId)
    if (version !== undefined && version !== (plan?.version ?? null)) throw new Refusal('plan_changed')

    const saved = await putPlan(tx, material, figures, {
      status,
      savedBy,
      savedById: isByStaff ? null : actor.customerId,
      at: now,
    })
    await recordAudit(tx, {
      subjectId: accountId,
      actorId: actor.customerId,
      impersonatorEmail: actor.impersonatorEmail,
      requestId: actor.requestId,
      action: status === 'ManualReview' ? 'PlanSentToReview' : 'PlanSaved',
      at: now,
      details: {
        planId: saved.planId,
        version: String(saved.version),
        ...changesOf(plan, figures),
      },
    })
    if (status === 'ManualReview') await writeOfReview(tx, deps, accountId, planYear)
    else await writeOfSavedPlan(tx, deps, accountId, figures)
    await moveSetupOn(tx, deps, accountId)
    return readSaved(tx, accountId, planYear, actor)
  })
}

async function readSaved(
  tx: Transaction,
  accountId: string,
  tuitionYear: number,
  { customerId }: PlanActor,
): Promise<PaymentPlan> {
  const { plan } = await planMaterial(tx, accountId, tuitionYear)
  if (!plan) throw new Error('A plan was saved and is not there')
  return storedOnTheWire(plan, customerId)
}

type Told = Record<'tuitionYear' | 'frequency' | 'startDate' | 'payments' | 'total' | 'variances', string>

/** Once a payment is made, the dates that are chosen are those of the rest: nothing to compare with. */
function isAsSaved(plan: StoredPlan, figures: Figures): boolean {
  return plan.settledCount === 0 && isSame(toldOfPlan(plan), toldOfFigures(figures))
}

function toldOfPlan(plan: StoredPlan): Told {
  return {
    tuitionYear: String(plan.tuitionYear),
    frequency: plan.frequency,
    startDate: plan.startDate,
    payments: String(plan.repaymentCount),
    total: String(plan.totalMinor),
    variances: JSON.stringify(normalised(plan.variances)),
  }
}

function toldOfFigures({ choices, plan }: Figures): Told {
  return {
    tuitionYear: String(choices.tuitionYear),
    frequency: choices.frequency,
    startDate: choices.startDate,
    payments: String(plan.count),
    total: String(plan.total),
    variances: JSON.stringify(choices.variances),
  }
}

/** What is not as it was, as "from → to". Of a first plan, everything. */
export function changesOf(before: StoredPlan | null, figures: Figures): Partial<Told> {
  const after = toldOfFigures(figures)
  if (!before) return after
  const was = toldOfPlan(before)
  const changed = (Object.keys(after) as (keyof Told)[]).filter((field) => was[field] !== after[field])
  return Object.fromEntries(changed.map((field) => [field, `${was[field]} → ${after[field]}`]))
}
