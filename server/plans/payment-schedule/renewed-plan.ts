import { declaredDiscounts, isGranted, needsReview } from '#domain/plan/declared-discounts.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { normalised, type StoredVariances } from '#domain/plan/fee-variances.ts'
import { parseAmount } from '#domain/money.ts'
import { durationsOffered, type OfferedFrequency } from '#domain/plan/payment-schedule.ts'
import { calculatePlan, type Plan, type PlanChoices } from '#domain/plan/plan.ts'
import { Refusal } from '#domain/refusal.ts'
import { renewedFrequency } from '#domain/plan/renewals.ts'
import { appliesTo, attendingIn, isOfAnySize, scheduleOf } from '#domain/plan/school-charges.ts'
import { yearLevelIn } from '#domain/calendar/year-levels.ts'
import { recordAudit } from '../../people/audit/audit.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import type { StoredPlan } from './plan-facts.reads.ts'
import type { MaterialOfAccount } from './plan-material.ts'
import { putPlan } from './put-plan.ts'
import { noteBasis, type RenewalEnrolment } from './renewals.store.ts'
import { changesOf } from './save-plan.ts'

/** A digest of the data behind a plan's figures: another digest means other figures. */
export type BasisOf = (enrolments: readonly RenewalEnrolment[], year: number) => string

type Schedule = {
  year: number
  startDate: CalendarDate
  frequency: OfferedFrequency
  variances: StoredVariances
  /** No more payments than these. */
  most?: number
}

/** The longest plan whose payments are not too small; undefined if there is none. */
export function longestPlan(
  material: MaterialOfAccount,
  { year, startDate, frequency, variances, most = Infinity }: Schedule,
): Plan | undefined {
  const lengths = durationsOffered(startDate, year, material.account).find(
    ({ period }) => period === frequency,
  )
  for (const count of lengths?.allowedDurations.toReversed() ?? []) {
    if (count > most) continue
    const choices: PlanChoices = { tuitionYear: year, frequency, startDate, count, variances }
    try {
      return calculatePlan(material, choices)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return undefined
}

type Renewed = { material: MaterialOfAccount; old: StoredPlan; plan: Plan; basis: BasisOf }

export async function putRenewed(
  tx: Transaction,
  deps: Deps,
  renewed: Renewed,
): Promise<'Saved' | 'ManualReview'> {
  const { material, plan, basis } = renewed
  const { accountId } = material.account
  const { tuitionYear } = plan.choices
  const status = statusOfRenewed(renewed)
  const at = deps.clock()
  const { planId, version } = await putPlan(tx, material, plan, {
    status,
    savedBy: 'Renewal',
    savedById: null,
    at,
    declared: declaredIn(renewed),
  })
  await noteBasis(tx, { accountId, planId, basis: basis(material.enrolments, tuitionYear) })
  await recordAudit(tx, {
    subjectId: accountId,
    action: 'PlanRenewed',
    at,
    details: { planId, version: String(version), status, ...changesOf(material.plan, plan) },
  })
  return status
}

const attendingOf = ({ material, plan }: Renewed) => attendingIn(material, plan.choices.tuitionYear) ?? []

/**
 * The discounts to review: those agreed on for the old plan are not reviewed again, those that were waiting wait again.
 */
const agreedIn = ({ old }: Renewed) =>
  ({ status: 'Current', variances: old.variances, discounts: old.discounts }) as const

/** A plan that is renewed again keeps the decisions that staff have made about it since. */
const declaredIn = (renewed: Renewed) =>
  declaredDiscounts(renewed.plan.choices.variances, attendingOf(renewed), agreedIn(renewed)).filter(
    (request) => !isGranted(request, renewed.material.plan),
  )

function statusOfRenewed(renewed: Renewed): 'Saved' | 'ManualReview' {
  const { material, old, plan } = renewed
  // Staff look at an arrangement, not at its figures: what they have approved stays so with other fees.
  if (material.plan) return material.plan.status === 'ManualReview' ? 'ManualReview' : 'Saved'
  // Another rhythm than the family had is looked at.
  const isToReview =
    !renewedFrequency(old.frequency).isKept ||
    needsReview(
      plan.choices.variances,
      { attending: attendingOf(renewed), students: plan.students },
      {
        plan: agreedIn(renewed),
        schoolRequiresManualReview: material.account.requiresManualReview,
      },
    )
  return isToReview ? 'ManualReview' : 'Saved'
}

/**
 * The options and discounts of the old plan that still apply to the students who are still at school. Outstanding fees,
 * and requests written in free text, were settled with the old plan.
 */
export function applicableVariances(
  material: MaterialOfAccount,
  old: StoredPlan,
  year: number,
): StoredVariances {
  const variances = normalised(old.variances)
  const { enrolments, schedules, account } = material
  const itemsFor = (enrolmentId: string) => {
    const enrolment = enrolments.find(({ id }) => id === enrolmentId)
    const level = enrolment && yearLevelIn(enrolment, year, account.region)
    const schedule = enrolment && scheduleOf(schedules, enrolment.institutionId)
    if (level === undefined || !schedule) return undefined
    return schedule.items.filter((item) => appliesTo(item, level))
  }
  return {
    standardFeeVariances: variances.standardFeeVariances.filter(
      ({ enrolmentId, type }) =>
        type !== 'OutstandingFees' && type !== 'OtherArrangement' && itemsFor(enrolmentId) !== undefined,
    ),
    addons: variances.addons.filter(({ enrolmentId, name, value }) => {
      const offered = itemsFor(enrolmentId)?.filter(
        ({ kind }) => kind === 'Selectable' || kind === 'Optional',
      )
      const item = offered?.find((each) => each.name === name)
      if (!item) return false
      if (item.options.length > 0) return item.options.includes(String(value))
      return !isOfAnySize(item) || Boolean(parseAmount(value))
    }),
    outstandingFees: null,
    otherArrangementsRequest: null,
    staffDiscount: variances.staffDiscount,
  }
}
