import type { PaymentPlan } from '#contract/payment-schedule.ts'
import {
  declaredDiscounts,
  discountsIn,
  hasNewArrangement,
  isAboveLimit,
  isGranted,
  isPublished,
  needsProof,
  wasDeclined,
  type RequestedDiscount,
} from '#domain/plan/declared-discounts.ts'
import { normalised, type StoredVariances } from '#domain/plan/fee-variances.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { chargesOf, varianceNames, type Attending, type StudentFees } from '#domain/plan/school-charges.ts'
import type { DiscountType } from './discount-form.ts'
import type { PlannerFacts } from '../../plan/planner-facts.ts'
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

/** What the plan as it stands would be with other requests; undefined where it cannot be told. */
export function planWith(
  facts: PlannerFacts,
  plan: PaymentPlan | undefined,
  variances: StoredVariances,
): PaymentPlan | undefined {
  const request = plan && requestOf({ ...formOf(plan), variances }, facts.material.plan)
  const calculated = request && calculate(facts, request)
  return calculated?.kind === 'plan' ? calculated.plan : undefined
}

/** The treatment of a discount once the plan is saved. */
export type Standing =
  /** The school offers it, or staff have agreed to it. */
  | 'Taken'
  /** It counts at once, on the family's word. */
  | 'Declared'
  /** Somebody looks at it before it counts: always at this kind, or because of its size, or a second time. */
  | 'Proven'
  | 'AboveLimit'
  | 'DeclinedBefore'

/** Undefined while there is nothing to say about it: it has no figure yet. */
export function standingOf(
  type: DiscountType,
  enrolmentId: string,
  requested: StoredVariances,
  { material, planYear }: PlannerFacts,
  attending: readonly Attending[],
): Standing | undefined {
  const { plan } = material
  if (type === 'OtherArrangement') return hasNewArrangement(requested, plan) ? 'Proven' : 'Taken'
  const request = discountsIn(requested).find(
    (each) => each.type === type && (each.enrolmentId === enrolmentId || each.enrolmentId === null),
  )
  if (needsProof(type)) return request && isTaken(request) ? 'Taken' : 'Proven'
  if (!request) return undefined
  if (isTaken(request)) return 'Taken'
  if (wasDeclined(request, plan)) return 'DeclinedBefore'
  const student = attending.filter(({ enrolment }) => enrolment.id === enrolmentId)
  const declared = declaredDiscounts(requested, attending, plan)
  return isAboveLimit(declared, student, chargedWith(requested)) ? 'AboveLimit' : 'Declared'

  function isTaken(discount: RequestedDiscount): boolean {
    return isPublished(discount, attending) || isGranted(discount, plan)
  }

  function chargedWith({ standardFeeVariances, staffDiscount }: StoredVariances): StudentFees[] {
    const own = standardFeeVariances.filter((each) => each.enrolmentId === enrolmentId)
    const variances = { ...normalised(null), standardFeeVariances: own, staffDiscount }
    return chargesOf(material, planYear, variances)?.students ?? []
  }
}
