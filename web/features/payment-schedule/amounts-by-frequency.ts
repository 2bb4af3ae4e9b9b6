import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { offeredFrequencies, type OfferedFrequency } from '#domain/plan/payment-schedule.ts'
import { calculate } from './calculate.ts'
import { changedForm, requestOf, type PlanForm } from './plan-form.ts'
import type { Lengths } from './plan-lengths.ts'
import type { PlannerFacts } from '../plan/planner-facts.ts'
import { planIn, type LivePlan } from './use-live-plan.ts'

type Chosen = {
  form: PlanForm
  lengths: Lengths
  live: LivePlan
  facts: PlannerFacts
  /** The saved plan, while nothing else is chosen. */
  kept: PaymentPlan | undefined
}

/**
 * What one payment would be in each rhythm, if it were chosen: by the calculation that a choice goes through. None of
 * them where the figures of the chosen one are not ours to show, or not known yet.
 */
export function amountsByFrequency({
  form,
  lengths,
  live,
  facts,
  kept,
}: Chosen): Partial<Record<OfferedFrequency, number>> {
  const plan = planIn(live)
  if (!plan || plan.planStatus === 'ManualReview' || plan.payments.length === 0) return {}
  const on = { offer: facts.offer, region: facts.material.region }
  const amountIn = (frequency: OfferedFrequency) => {
    const request = requestOf(changedForm(form, { frequency }, lengths, on), null)
    const calculated = request && calculate(facts, request)
    return calculated?.kind === 'plan' && calculated.plan.planStatus !== 'ManualReview'
      ? calculated.plan.periodicAmount
      : undefined
  }
  const chosen = plan.periodicAmount
  // The server has other figures than this calculation, so what it says of the other rhythms cannot be trusted.
  if (!kept && amountIn(form.frequency) !== chosen) return { [form.frequency]: chosen }
  return Object.fromEntries(
    offeredFrequencies.map((frequency) => [
      frequency,
      frequency === form.frequency ? chosen : amountIn(frequency),
    ]),
  )
}
