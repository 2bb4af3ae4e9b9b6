import { calendarDate } from '#domain/calendar/calendar.ts'
import { yearLevels } from '#domain/calendar/year-levels.ts'
import { cents } from '#domain/money.ts'
import type {
  EnrolmentFacts,
  FeeItemFacts,
  PlanMaterial,
  PlanOnFile,
  Term,
} from '#domain/plan/plan-material.ts'
import { usualDiscountLimitBasisPoints } from '#domain/plan/declared-discounts.ts'
import { mostTyped } from '#domain/plan/typed-amounts.ts'
import { normalised } from '#domain/plan/fee-variances.ts'
import { calendars } from './holiday-rules.ts'

/** Facts about a family with one school, as the calculation of its plan needs them. */

export const term = (startsOn: string, endsOn: string): Term => ({
  startsOn: calendarDate(startsOn),
  endsOn: calendarDate(endsOn),
})

export const fourTerms = [
  term('2027-01-28', '2027-04-09'),
  term('2027-04-27', '2027-07-02'),
  term('2027-07-20', '2027-09-24'),
  term('2027-10-12', '2027-12-16'),
]

export function feeItem(
  own: Omit<Partial<FeeItemFacts>, 'amountMinor'> & { amountMinor?: number },
): FeeItemFacts {
  const { amountMinor, ...rest } = own
  return {
    kind: 'Fixed',
    yearLevel: null,
    name: 'Tuition',
    amountMinor: amountMinor === undefined ? null : cents(amountMinor),
    percentBasisPoints: null,
    isDiscountable: true,
    options: [],
    ...rest,
  }
}

export const tuition = (amountMinor: number) => feeItem({ amountMinor })
export const camp = (amountMinor: number) => feeItem({ name: 'Camp', amountMinor, isDiscountable: false })
export const familyFee = (amountMinor: number) => feeItem({ kind: 'Family', name: 'Levy', amountMinor })
export const siblingDiscount = (percentBasisPoints: number, name = 'Sibling') =>
  feeItem({ kind: 'SiblingDiscount', name, percentBasisPoints })

type StudentFacts = { items?: FeeItemFacts[]; enrolment?: Partial<EnrolmentFacts> }

/** Students are called student-1, student-2…, the eldest first, each in a year level of their own with its own fees. */
export function planMaterial(
  students: readonly StudentFacts[],
  own: Partial<PlanMaterial> & { tuitionYear?: number; terms?: Term[]; items?: FeeItemFacts[] } = {},
): PlanMaterial {
  const { tuitionYear = 2027, terms = fourTerms, items = [], ...rest } = own
  const region = rest.region ?? 'AU'
  const levelOf = (index: number) => yearLevels[region].at(-2 - index) ?? ''
  const school = { institutionId: 'school', institutionName: 'Wattle Grove College' }
  return {
    region,
    calendar: calendars[region],
    institutionId: 'school',
    enrolments: students.map(({ enrolment }, index) => ({
      id: `student-${index + 1}`,
      studentId: `person-${index + 1}`,
      studentName: `Student ${index + 1}`,
      ...school,
      larkwellId: 'sch-1',
      startYear: tuitionYear,
      startYearLevel: levelOf(index),
      joinedOn: null,
      portionBasisPoints: 100_00,
      holdsRemainder: true,
      discountLimitBasisPoints: usualDiscountLimitBasisPoints,
      ...enrolment,
    })),
    schedules: [
      {
        id: 'fees',
        ...school,
        year: tuitionYear,
        terms,
        items: [
          ...students.flatMap((student, index) =>
            (student.items ?? []).map((item) => ({ ...item, yearLevel: levelOf(index) })),
          ),
          ...items,
        ],
      },
    ],
    otherShares: [],
    plan: null,
    outstandingFeesLimitMinor: mostTyped[region].outstandingFees,
    balanceMinor: cents(0),
    freeCreditMinor: cents(Math.max(0, rest.balanceMinor ?? 0)),
    ...rest,
  }
}

export function planOnFile(own: Partial<PlanOnFile>): PlanOnFile {
  return {
    id: 'plan',
    version: 1,
    status: 'Saved',
    coverFrom: null,
    startDate: calendarDate('2027-01-15'),
    repaymentCount: 26,
    paidCount: 0,
    balanceAtStartMinor: cents(0),
    outstandingFeesMinor: cents(0),
    outstandingFeesCovered: false,
    variances: normalised(null),
    discounts: [],
    settledCount: 0,
    settledMinor: cents(0),
    ...own,
  }
}
