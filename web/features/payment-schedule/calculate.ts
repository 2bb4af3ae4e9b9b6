import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { draftPlan, type PlanRequest } from '#domain/plan/plan-choices.ts'
import { draftReply } from '#domain/plan/plan-reply.ts'
import { Refusal } from '#domain/refusal.ts'
import type { PlannerFacts } from '../plan/planner-facts.ts'

/** A plan, or why there is none: what is wrong with which field, or that the school has no fees yet. */
export type Calculation =
  | { kind: 'plan'; plan: PaymentPlan }
  | { kind: 'refused'; code: Refusal['code']; fields: Record<string, string> }

/** What the server will reply, calculated here without waiting for it. */
export function calculate({ material, offer }: PlannerFacts, request: PlanRequest): Calculation {
  try {
    const draft = draftPlan(material, request, offer)
    if (!draft) return { kind: 'refused', code: 'no_fees', fields: {} }
    return { kind: 'plan', plan: draftReply(draft, material.plan) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { kind: 'refused', code: error.code, fields: error.fields ?? {} }
  }
}
