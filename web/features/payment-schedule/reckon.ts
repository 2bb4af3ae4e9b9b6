import { draftOnTheWire } from '#contract/payment-plan.ts'
import type { PaymentPlan, PlanToCalculate } from '#contract/payment-schedule.ts'
import { draftPlan } from '#domain/plan/plan-choices.ts'
import { Refusal } from '#domain/refusal.ts'
import type { ReckonWith } from './material.ts'

/** A plan, or why there is none: what is wrong with which field, or that the school has no fees yet. */
export type Reckoned =
  | { kind: 'plan'; plan: PaymentPlan }
  | { kind: 'refused'; code: Refusal['code']; fields: Record<string, string> }

/** What the server would answer, reckoned here and at once. */
export function reckon({ material, offer }: ReckonWith, asked: PlanToCalculate): Reckoned {
  try {
    const draft = draftPlan(material, asked, offer)
    if (!draft) return { kind: 'refused', code: 'no_fees', fields: {} }
    return { kind: 'plan', plan: draftOnTheWire(draft, material.plan) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { kind: 'refused', code: error.code, fields: error.fields ?? {} }
  }
}
