import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { needsReview, normalised, type StoredVariances } from '#domain/plan/fee-variances.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { chargesOf, varianceNames } from '#domain/plan/school-charges.ts'
import type { DiscountType } from './discount-form.ts'
import type { PlannerFacts } from '../planner-facts.ts'
import { requestOf, formOf } from '../plan-form.ts'
import { calculate } from '../calculate.ts'

/** What a student's discounts take off in the year, by type; undefined where the school has no fees. */
export function takenOff(
  { material, planYear }: PlannerFacts,
  { standardFeeVariances, staffDiscount }: StoredVariances,
  enrolmentId: string,
): Partial<Record<DiscountType, number>> | undefined {
  // This student's only: an invalid entry for another student must not hide these.
  const own = standardFeeVariances.filter((each) => each.enrolmentId === enrolmentId)
  try {
    const charges = chargesOf(material, planYear, {
      ...normalised(null),
      standardFeeVariances: own,
      staffDiscount,
    })
    const student = charges?.students.find((each) => each.enrolmentId === enrolmentId)
    if (!student) return undefined
    const sumOf = (name: string) => {
      const lines = student.addons.filter((line) => line.name === name)
      return toDecimal(cents(lines.reduce((sum, { amountMinor }) => sum - amountMinor, 0)))
    }
    return Object.fromEntries(Object.entries(varianceNames).map(([type, name]) => [type, sumOf(name)]))
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** What the plan as it stands would be with other wishes; undefined where it cannot be told. */
export function planWith(
  facts: PlannerFacts,
  plan: PaymentPlan | undefined,
  variances: StoredVariances,
): PaymentPlan | undefined {
  const request = plan && requestOf({ ...formOf(plan), variances }, facts.material.plan)
  const calculated = request && calculate(facts, request)
  return calculated?.kind === 'plan' ? calculated.plan : undefined
}

/** Whether somebody looks at a discount before it counts: not where it was looked at before. */
export function isLookedAt(
  type: DiscountType,
  enrolmentId: string,
  { standardFeeVariances, otherArrangementsRequest }: StoredVariances,
  { material }: PlannerFacts,
): boolean {
  const wish = standardFeeVariances.find((each) => each.enrolmentId === enrolmentId && each.type === type)
  const asked = wish ?? { enrolmentId, type, amount: null, percent: null }
  const note = type === 'OtherArrangement' ? otherArrangementsRequest : null
  return needsReview(
    { ...normalised(null), standardFeeVariances: [asked], otherArrangementsRequest: note },
    material.plan,
    false,
  )
}
