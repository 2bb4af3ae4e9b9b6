import type { PaymentPlan, PaymentSchedule } from '#contract/payment-schedule.ts'
import type { StaffEnrolment } from '#contract/staff-accounts.ts'
import { frequencyWord, tuitionYearName } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { varianceNames } from '#domain/plan/school-charges.ts'
import { facts, sections, table } from './table.ts'
import { counted, day, moment, money } from './words.ts'

/** A plan as its reviewer needs it: the total, what is requested and the fees. */
export function planPage(
  plan: PaymentSchedule,
  region: Region,
  enrolments: readonly StaffEnrolment[],
): string {
  if (plan.planStatus === 'None') return `There is no plan for ${tuitionYearName(plan.planYear, region)}.`
  return sections([
    [`Plan for ${tuitionYearName(plan.planYear, region)}`, standing(plan, region)],
    ['What the family asks for', requests(plan, region, enrolments)],
    ...plan.studentFeeBreakdown.map(
      (student) =>
        [
          `${student.studentName}, ${student.yearLevel}`,
          lines(
            [...student.fees, ...student.discounts, ...student.customerSelectedAddonsAndDiscounts],
            region,
          ),
        ] as const,
    ),
    ['For the family', lines(plan.familyFees, region)],
  ])
}

function standing(plan: PaymentPlan, region: Region): string {
  const sum = (amount: number) => money(amount, region)
  const { lastSaved } = plan
  return facts([
    ['Status', plan.planStatus],
    [
      'Saved',
      lastSaved && `${moment(lastSaved.at, region)} by ${savers[lastSaved.by]}, version ${plan.version}`,
    ],
    [
      'Payments',
      `${counted(plan.repaymentCount, 'payment')}, ${frequencyWord(plan.repaymentPeriod).toLowerCase()}`,
    ],
    ['Each', sum(plan.periodicAmount)],
    ['First', day(plan.planStartDate)],
    ['Last', day(plan.planEndDate)],
    ['Fees of the year', sum(plan.annualTotal)],
    ['Terms not charged', plan.partYearAdjustment && sum(plan.partYearAdjustment)],
    ['Brought along', plan.balanceAtPlanStart === 0 ? null : sum(plan.balanceAtPlanStart)],
    [
      'Owed from before',
      plan.outstandingFees === 0
        ? null
        : `${sum(plan.outstandingFees)}, ${plan.outstandingFeesCovered ? 'covered by the plan' : 'to be paid apart'}`,
    ],
    ['Total', sum(plan.totalAmount)],
    [
      'Based on',
      plan.basedOnFeeScheduleYear === plan.planYear
        ? null
        : `fees of ${tuitionYearName(plan.basedOnFeeScheduleYear, region)}`,
    ],
    ['Id', plan.accountPlanId],
  ])
}

const savers = { Customer: 'the family', Staff: 'staff', Renewal: 'renewal', School: 'a change of fees' }

function requests({ variances }: PaymentPlan, region: Region, enrolments: readonly StaffEnrolment[]): string {
  const nameOf = (enrolmentId: string) => {
    const enrolment = enrolments.find(({ id }) => id === enrolmentId)
    return enrolment ? `${enrolment.firstName} ${enrolment.lastName}` : enrolmentId
  }
  const sized = (amount: number | string | null | undefined, percent: number | null | undefined) =>
    percent ? `${percent}%` : money(amount === null || amount === undefined ? null : Number(amount), region)
  const { otherArrangementsRequest: words, staffDiscount } = variances ?? {}
  const asked = [
    ...(variances?.standardFeeVariances ?? []).map(({ type, enrolmentId, amount, percent }) =>
      [`${varianceNames[type]} for ${nameOf(enrolmentId)}`, sized(amount, percent)]
        .filter(Boolean)
        .join(': '),
    ),
    ...(variances?.addons ?? []).map(
      ({ name, enrolmentId, value }) =>
        `${name} for ${nameOf(enrolmentId)}: ${typeof value === 'number' ? money(value, region) : value}`,
    ),
    ...(staffDiscount ? [`${varianceNames.StaffDiscount}: ${staffDiscount.percent}%`] : []),
    ...(variances?.outstandingFees ? [`Owed from before: ${sized(variances.outstandingFees, null)}`] : []),
    ...(words ? [`In their words: "${words}"`] : []),
  ]
  return asked.length === 0 ? 'Nothing beyond the fees.' : asked.join('\n')
}

function lines(
  fees: readonly { name: string; amount: number; isDeclared?: boolean }[],
  region: Region,
): string {
  return table(
    fees,
    [
      { title: 'Amount', value: ({ amount }) => money(amount, region), alignRight: true },
      { title: 'For', value: ({ name, isDeclared }) => (isDeclared ? `${name} (declared)` : name) },
    ],
    'None.',
  )
}
