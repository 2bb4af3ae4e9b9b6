import type { CalendarDate } from '../calendar/calendar.ts'
import { Refusal } from '../refusal.ts'
import { calculatePlan, type Plan, type PlanChoices, type PlanOverrides } from './plan.ts'
import type { PlanMaterial } from './plan-material.ts'

export type PaymentDay = { dueOn: CalendarDate; collectOn: CalendarDate }

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
      const instalments = plan.instalments.map((each, index) => ({ ...each, ...days[index] }))
      return { ...plan, instalments }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return undefined
}
