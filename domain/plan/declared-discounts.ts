import { cents, formatCurrency, parseAmount, percentOf, type Cents } from '../money.ts'
import type { Region } from '../region.ts'
import { isSame, normalised, type Letter, type StoredVariances } from './fee-variances.ts'
import type { DiscountOnFile, EnrolmentFacts, PlanOnFile } from './plan-material.ts'
import type { FeeVarianceType, PlanStatus } from './payment-schedule.ts'
import { appliesTo, varianceNames, type Attending, type StudentFees } from './school-charges.ts'

/** A discount that a family enters, with the figure that it enters. */
export type RequestedDiscount = {
  /** Null for a staff discount that is for all students. */
  enrolmentId: string | null
  type: FeeVarianceType
  amount: number | null
  percent: number | null
}

/** The share of fees that families may deduct without a review, unless their school sets another limit. */
export const usualDiscountLimitBasisPoints = 15_00

const isDiscount = (type: FeeVarianceType) => type !== 'OutstandingFees' && type !== 'OtherArrangement'

/** All discounts in a family's requested variances, each with its letter. */
export function discountsIn({
  standardFeeVariances,
  staffDiscount,
}: Pick<StoredVariances, 'standardFeeVariances' | 'staffDiscount'>): (RequestedDiscount & {
  letter: Letter | null
})[] {
  return [
    ...standardFeeVariances
      .filter(({ type }) => isDiscount(type))
      .map(({ enrolmentId, type, amount, percent, letter = null }) => ({
        enrolmentId,
        type,
        amount,
        percent,
        letter,
      })),
    ...(staffDiscount
      ? [
          {
            enrolmentId: null,
            type: 'StaffDiscount' as const,
            amount: null,
            percent: staffDiscount.percent,
            letter: staffDiscount.letter ?? null,
          },
        ]
      : []),
  ]
}

/** The same discount at the same figure. The letter does not matter: it proves the discount, and is not part of it. */
export function isSameDiscount(a: RequestedDiscount, b: RequestedDiscount): boolean {
  return isSame(keyOf(a), keyOf(b))
}

const keyOf = ({ enrolmentId, type, amount, percent }: RequestedDiscount) => [
  enrolmentId,
  type,
  amount,
  percent,
]

/** The saved plan, which decides whether a discount still has to be confirmed. */
export type AgreedBefore =
  | ({ status: PlanStatus } & Pick<PlanOnFile, 'variances'> & { discounts: readonly DiscountOnFile[] })
  | null

/**
 * Whether staff have agreed to a discount: by confirming it, by approving the plan, or by entering it themselves. A discount that
 * is on a saved plan and needs no confirmation was agreed to in one of these ways.
 */
export function isGranted(discount: RequestedDiscount, plan: AgreedBefore): boolean {
  if (!plan) return false
  if (isOnFile(discount, plan.discounts, 'Confirmed')) return true
  const isPromised = plan.status === 'Saved' || plan.status === 'Current'
  if (!isPromised || isOnFile(discount, plan.discounts, 'Declared')) return false
  return discountsIn(normalised(plan.variances)).some((each) => isSameDiscount(each, discount))
}

function isOnFile(
  discount: RequestedDiscount,
  discounts: readonly DiscountOnFile[],
  status: DiscountOnFile['status'],
): boolean {
  return discounts.some((each) => each.status === status && isSameDiscount(each, discount))
}

/** Whether the student's school offers this very rate in its fees. */
export function isPublished(discount: RequestedDiscount, attending: readonly Attending[]): boolean {
  if (discount.type !== 'FeeScheduleOption') return false
  const student = attending.find(({ enrolment }) => enrolment.id === discount.enrolmentId)
  const amount = discount.amount === null ? null : parseAmount(discount.amount)
  const basisPoints = discount.percent === null ? null : parseAmount(discount.percent)
  return (
    student?.schedule.items.some(
      (item) =>
        item.kind === 'DiscountOption' &&
        appliesTo(item, student.level) &&
        item.amountMinor === amount &&
        item.percentBasisPoints === basisPoints,
    ) ?? false
  )
}

/** The discounts that rest on the family's word: neither published by the school nor granted by staff. */
export function declaredDiscounts(
  variances: StoredVariances,
  attending: readonly Attending[],
  plan: AgreedBefore,
): ReturnType<typeof discountsIn> {
  return discountsIn(variances).filter(
    (request) => !isPublished(request, attending) && !isGranted(request, plan),
  )
}

/** The discounts of a stored plan that are not confirmed: of an estimate, which promises nothing, all the others. */
export function unconfirmedIn(plan: NonNullable<AgreedBefore>): RequestedDiscount[] {
  return plan.status === 'Draft'
    ? discountsIn(normalised(plan.variances)).filter((request) => !isGranted(request, plan))
    : plan.discounts.filter(({ status }) => status === 'Declared')
}

/** Whether staff have declined this discount before: then they look at it before it counts again. */
export function wasDeclined(discount: RequestedDiscount, plan: AgreedBefore): boolean {
  return plan !== null && isOnFile(discount, plan.discounts, 'Declined')
}

/** The amount that a discount takes off the fees of a student, from the lines of the plan. */
export function takenOffBy(
  { enrolmentId, type }: Pick<RequestedDiscount, 'enrolmentId' | 'type'>,
  students: readonly StudentFees[],
): Cents {
  const lines = students
    .filter((student) => enrolmentId === null || student.enrolmentId === enrolmentId)
    .flatMap(({ addons }) => addons)
    .filter((line) => isLineOf(line, type))
  return cents(lines.reduce((sum, { amountMinor }) => sum - amountMinor, 0))
}

/** A discount's line carries the name of its type; a fee of the same name is never negative. */
function isLineOf({ name, amountMinor }: { name: string; amountMinor: Cents }, type: FeeVarianceType) {
  return amountMinor <= 0 && name === varianceNames[type]
}

/** Whether a line of a student is a discount that is not confirmed yet. */
export function isDeclaredLine(
  line: { name: string; amountMinor: Cents },
  studentEnrolmentId: string,
  declared: readonly Pick<RequestedDiscount, 'enrolmentId' | 'type'>[],
): boolean {
  return declared.some(
    ({ enrolmentId, type }) =>
      (enrolmentId === null || enrolmentId === studentEnrolmentId) && isLineOf(line, type),
  )
}

/** The amount that declared discounts may take off a student's fees without a review by staff. */
export function declaredLimitOf({ enrolment, level, schedule }: Attending): Cents {
  const base = schedule.items
    .filter((item) => item.kind === 'Fixed' && item.isDiscountable && appliesTo(item, level))
    .reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0)
  return percentOf(cents(base), enrolment.discountLimitBasisPoints)
}

/** Whether declared discounts take off more than the school of one of the students lets them. */
export function isAboveLimit(
  declared: readonly RequestedDiscount[],
  attending: readonly Attending[],
  students: readonly StudentFees[],
): boolean {
  return attending.some((student) => {
    const own = students.filter(({ enrolmentId }) => enrolmentId === student.enrolment.id)
    const types = new Set(
      declared
        .filter(({ enrolmentId }) => enrolmentId === null || enrolmentId === student.enrolment.id)
        .map(({ type }) => type),
    )
    const taken = [...types].reduce((sum, type) => sum + takenOffBy({ enrolmentId: null, type }, own), 0)
    return taken > declaredLimitOf(student)
  })
}

/** "Staff discount of 10% for Isla Hart" */
export function discountName(
  { enrolmentId, type, amount, percent }: RequestedDiscount,
  enrolments: readonly Pick<EnrolmentFacts, 'id' | 'studentName'>[],
  region: Region,
): string {
  const figure = percent === null ? formatCurrency(amount ?? 0, region) : `${percent}%`
  const student = enrolments.find(({ id }) => id === enrolmentId)
  return `${varianceNames[type]} of ${figure} for ${student?.studentName ?? 'all students'}`
}

/** The variances without one discount. */
export function withoutDiscount(variances: StoredVariances, discount: RequestedDiscount): StoredVariances {
  if (discount.enrolmentId === null) return { ...variances, staffDiscount: null }
  return {
    ...variances,
    standardFeeVariances: variances.standardFeeVariances.filter((each) => !isSameDiscount(each, discount)),
  }
}

/** These two come off the fees only once the school has seen a letter. */
export const needsProof = (type: FeeVarianceType) => type === 'BursaryConcession' || type === 'Scholarship'

type Reviewed = { plan: AgreedBefore; schoolRequiresManualReview: boolean }

/**
 * Whether staff check the plan before any of its figures are promised: if the school requires it, for an arrangement in the
 * family's own words, for a discount that needs proof, was declined before, or takes off more than the school's limit.
 * Whatever they have agreed to is not checked again when the family moves a date.
 */
export function needsReview(
  variances: StoredVariances,
  charged: { attending: readonly Attending[]; students: readonly StudentFees[] },
  { plan, schoolRequiresManualReview }: Reviewed,
): boolean {
  if (schoolRequiresManualReview || hasNewArrangement(variances, plan)) return true
  const declared = declaredDiscounts(variances, charged.attending, plan)
  return (
    declared.some((request) => needsProof(request.type) || wasDeclined(request, plan)) ||
    isAboveLimit(declared, charged.attending, charged.students)
  )
}

/** Whether the family asks in its own words for something that staff have not agreed to. */
export function hasNewArrangement(
  { otherArrangementsRequest, standardFeeVariances }: StoredVariances,
  plan: AgreedBefore,
): boolean {
  const isPromised = plan?.status === 'Saved' || plan?.status === 'Current'
  const agreed = isPromised ? normalised(plan.variances) : undefined
  if (otherArrangementsRequest !== null && otherArrangementsRequest !== agreed?.otherArrangementsRequest)
    return true
  return standardFeeVariances.some(
    (request) =>
      request.type === 'OtherArrangement' &&
      !agreed?.standardFeeVariances.some((each) => isSameDiscount(each, request)),
  )
}
