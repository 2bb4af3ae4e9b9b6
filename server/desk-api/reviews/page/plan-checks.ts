import type { ReviewCheck } from '#contract/staff-review-page.ts'
import { formatDateCompact, type CalendarDate } from '#domain/calendar/calendar.ts'
import {
  declaredDiscounts,
  discountName,
  discountsIn,
  isAboveLimit,
  isGranted,
  isPublished,
  needsProof,
  wasDeclined,
} from '#domain/plan/declared-discounts.ts'
import { normalised } from '#domain/plan/fee-variances.ts'
import { collectionDate, tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { calculatePlan, type Plan } from '#domain/plan/plan.ts'
import { attendingIn } from '#domain/plan/school-charges.ts'
import { Refusal } from '#domain/refusal.ts'
import type { MaterialOfAccount } from '../../../plans/payment-schedule/plan-material.ts'
import { linesOf, type PlanFigures } from './compare-plans.ts'
import { counted, mind, ok, sumInWords, wrong } from './in-words.ts'
import type { MoneyOfFamily, PlanVersion } from './review-facts.store.ts'

export type PlanToCheck = {
  material: MaterialOfAccount
  tuitionYear: number
  version: PlanVersion
  figures: PlanFigures
  onFile: PlanFigures
  money: MoneyOfFamily
  today: CalendarDate
}

/** The checks of a plan under review. Each of them can pass or fail. */
export function planChecks(plan: PlanToCheck): ReviewCheck[] {
  const now = calculatedNow(plan)
  return [
    ...discountChecks(plan),
    ...addonChecks(plan, now),
    feesCheck(plan, now),
    sumCheck(plan),
    ...startCheck(plan),
    ...termCheck(plan),
    owedCheck(plan),
    methodCheck(plan),
  ]
}

/** The same choices with the fees of today; undefined where they can no longer be chosen. */
function calculatedNow({ material, tuitionYear, version }: PlanToCheck): Plan | undefined {
  const { frequency, startDate, count, variances } = version
  try {
    return calculatePlan(
      // Calculated as if nothing was paid, because the fees are compared and not the remaining amounts.
      { ...material, plan: null },
      { tuitionYear, frequency, startDate, count, variances: normalised(variances) },
      { coverFrom: material.plan?.coverFrom ?? null, coversOutstandingFees: version.coversOutstandingFees },
    )
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

function discountChecks({ material, tuitionYear, version, figures }: PlanToCheck): ReviewCheck[] {
  const { region, enrolments, plan } = material
  const attending = attendingIn(material, tuitionYear) ?? []
  const variances = normalised(version.variances)
  const agreed = plan && { ...plan, status: 'Draft' as const }
  const unproved = declaredDiscounts(variances, attending, agreed)
  const year = tuitionYearName(tuitionYear, region)
  const checks = discountsIn(variances).map((discount) => {
    const name = discountName(discount, enrolments, region)
    const school = attending.find(({ enrolment }) => enrolment.id === discount.enrolmentId)?.schedule
    if (isPublished(discount, attending))
      return ok(
        `${name} is on the school’s list`,
        `In the fees of ${school?.institutionName ?? 'the school'} for ${year}`,
      )
    if (isGranted(discount, agreed)) return ok(`${name} was confirmed before`)
    if (wasDeclined(discount, agreed)) return wrong(`${name} was declined before`)
    if (discount.letter)
      return mind(`${name} is not on the school’s list`, 'The family has sent a letter: compare it')
    return needsProof(discount.type)
      ? wrong(`${name} is not on the school’s list`, 'It needs a letter of the school, and there is none')
      : mind(`${name} is not on the school’s list`, 'It rests on the family’s word alone')
  })
  const isTooMuch = isAboveLimit(unproved, attending, figures.students)
  return isTooMuch
    ? [...checks, mind('Discounts take off more than the school lets families declare')]
    : checks
}

/** The options that the family has added since the plan before. */
function addonChecks(
  { onFile, figures, material, tuitionYear }: PlanToCheck,
  now: Plan | undefined,
): ReviewCheck[] {
  const { region } = material
  const year = tuitionYearName(tuitionYear, region)
  return figures.students.flatMap((student) => {
    const before = onFile.students.find(({ enrolmentId }) => enrolmentId === student.enrolmentId)
    const today = now?.students.find(({ enrolmentId }) => enrolmentId === student.enrolmentId)
    return student.addons
      .filter(
        ({ amountMinor, name }) => amountMinor > 0 && !before?.addons.some((addon) => addon.name === name),
      )
      .map(({ name, amountMinor }) => {
        const price = today?.addons.find((addon) => addon.name === name)?.amountMinor
        if (price === undefined)
          return wrong(`${name} is not offered by the school`, `Not in its fees of ${year}`)
        return price === amountMinor
          ? ok(`${name} costs what the school says`, `${sumInWords(price, region)} in the fees of ${year}`)
          : wrong(
              `${name} costs something else at the school`,
              `${sumInWords(price, region)} in the fees of ${year}, ${sumInWords(amountMinor, region)} in the plan`,
            )
      })
  })
}

function feesCheck(
  { figures, version, material, tuitionYear }: PlanToCheck,
  now: Plan | undefined,
): ReviewCheck {
  const { region } = material
  const year = tuitionYearName(tuitionYear, region)
  if (!now)
    return wrong(
      'The plan cannot be calculated with the fees of today',
      'Something it asks for is no longer offered',
    )
  if (
    version.basedOnFeeScheduleYear !== now.basedOnFeeScheduleYear ||
    version.basedOnFeeScheduleYear < tuitionYear
  )
    return mind(
      version.basedOnFeeScheduleYear < now.basedOnFeeScheduleYear
        ? `The school has published its fees of ${year} since`
        : `The school has not published its fees of ${year}`,
      `The plan rests on those of ${tuitionYearName(version.basedOnFeeScheduleYear, region)}`,
    )
  const sum = (plan: Pick<PlanFigures, 'students' | 'familyFees'>) =>
    linesOf({ ...figures, ...plan }).reduce((total, { amount }) => total + amount, 0)
  const [then, today] = [sum(figures), sum(now)]
  return then === today
    ? ok('Every fee is what the school asks for', `In its fees of ${year}, as of today`)
    : mind(
        'The school has changed its fees since',
        `By ${sumInWords((today - then) as never, region)} for this family`,
      )
}

function sumCheck({ figures, material }: PlanToCheck): ReviewCheck {
  const lines = linesOf(figures).reduce((total, { amount }) => total + amount, 0)
  const payments = figures.count === 0 ? figures.total : (figures.count - 1) * figures.each + figures.last
  const isRight =
    lines === figures.total && payments === figures.total && (figures.count === 0 || figures.last > 0)
  return isRight
    ? ok('Payments add up to the total', 'To the cent')
    : wrong(
        'Payments do not add up to the total',
        `The fees come to ${sumInWords(lines as never, material.region)}, the payments to ${sumInWords(payments as never, material.region)}`,
      )
}

function startCheck({ figures, version, material, today }: PlanToCheck): ReviewCheck[] {
  if (figures.count === 0) return []
  return collectionDate(version.startDate, material.calendar) <= today
    ? [wrong('The first day has passed', 'Choose another one to approve the plan')]
    : []
}

function termCheck({ figures, material, tuitionYear }: PlanToCheck): ReviewCheck[] {
  const { schedules, institutionId } = material
  const schedule = schedules.find((each) => each.institutionId === institutionId && each.year === tuitionYear)
  const end = schedule?.terms
    .map(({ endsOn }) => endsOn)
    .toSorted()
    .at(-1)
  if (end === undefined || figures.lastOn === null) return []
  const detail = `The last term ends on ${formatDateCompact(end)}`
  return [
    figures.lastOn > end
      ? mind('Last payment is after the last day of term', detail)
      : ok('Last payment is before the end of the last term', detail),
  ]
}

function owedCheck({ money, material }: PlanToCheck): ReviewCheck {
  const { region } = material
  const last =
    money.lastPaidOn && money.lastPaid !== null
      ? `Last payment ${formatDateCompact(money.lastPaidOn)}, ${sumInWords(money.lastPaid, region)}`
      : 'No payment so far'
  return money.overdueCount === 0
    ? ok('Nothing is overdue', last)
    : wrong(`${counted(money.overdueCount, 'payment')} overdue, ${sumInWords(money.overdue, region)}`, last)
}

function methodCheck({ money, figures }: PlanToCheck): ReviewCheck {
  if (money.canPay) return ok('The payment method can be charged', money.methodName)
  const detail = figures.firstOn === null ? null : `On ${formatDateCompact(figures.firstOn)}`
  return money.methodName === null
    ? wrong('There is no payment method', 'The first payment cannot be taken')
    : wrong(`${money.methodName} cannot be charged`, detail)
}
