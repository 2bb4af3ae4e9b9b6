import { Refusal } from '../refusal.ts'
import { calculatePlan, type PaymentDay, type Plan, type PlanChoices, type PlanOverrides } from './plan.ts'
import type { PlanMaterial } from './plan-material.ts'

/**
 * A plan with other wishes, of which only what is still to be collected changes: on the days that were promised, as
 * many of them as leave no payment too small. Where no day is left, the choices say when the rest is collected.
 */
export function replanRest(
  material: PlanMaterial,
  choices: PlanChoices,
  days: readonly PaymentDay[],
  overrides: PlanOverrides,
): Plan | undefined {
  const [first] = days
  const startDate = first?.dueOn ?? choices.startDate
  for (let count = first ? days.length : choices.count; count > 0; count -= 1) {
    try {
      const plan = calculatePlan(material, { ...choices, startDate, count }, overrides)
      if (!plan || !first) return plan
      const instalments = plan.instalments.map((each, index) => ({ ...each, ...dayOf(days[index]) }))
      return { ...plan, instalments }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return undefined
}

function dayOf(promised: PaymentDay | undefined): PaymentDay | undefined {
  return promised && { dueOn: promised.dueOn, collectOn: promised.collectOn, movedFrom: promised.movedFrom }
}
