import type { CalendarDate } from '../calendar/calendar.ts'
import type { BankCalendar } from '../calendar/holidays.ts'
import type { StoredVariances } from './fee-variances.ts'
import type { Cents } from '../money.ts'
import type { FeeVarianceType, PlanStatus } from './payment-schedule.ts'
import type { Region } from '../region.ts'

export type Term = { startsOn: CalendarDate; endsOn: CalendarDate }

export type EnrolmentFacts = {
  id: string
  studentId: string
  studentName: string
  institutionId: string
  larkwellId: string
  institutionName: string
  startYear: number
  startYearLevel: string
  /** The day from which the family pays for this student through us; null if it precedes our records. */
  joinedOn: CalendarDate | null
  portionBasisPoints: number
  holdsRemainder: boolean
  /** The share of the student's discountable fees that declared discounts may not exceed without a review. */
  discountLimitBasisPoints: number
}

export const feeItemKinds = [
  'Fixed',
  'Selectable',
  'Optional',
  'Family',
  'SiblingDiscount',
  'DiscountOption',
] as const

export type FeeItemFacts = {
  kind: (typeof feeItemKinds)[number]
  /** Null for every year level. */
  yearLevel: string | null
  name: string
  /** One of the two is set. */
  amountMinor: Cents | null
  percentBasisPoints: number | null
  isDiscountable: boolean
  options: string[]
}

export type FeeScheduleFacts = {
  id: string
  institutionId: string
  institutionName: string
  year: number
  terms: Term[]
  items: FeeItemFacts[]
}

/** The share of another payer of a student. */
export type OtherShare = { studentId: string; institutionId: string; basisPoints: number }

/** A discount that the family declared, and its status with staff. */
export type DiscountOnFile = {
  /** Null for a staff discount that is for all students. */
  enrolmentId: string | null
  type: FeeVarianceType
  amount: number | null
  percent: number | null
  status: 'Declared' | 'Confirmed' | 'Declined'
}

/** The facts of the stored plan that the next calculation needs. */
export type PlanOnFile = {
  id: string
  version: number
  status: Exclude<PlanStatus, 'None'>
  coverFrom: CalendarDate | null
  startDate: CalendarDate
  repaymentCount: number
  paidCount: number
  balanceAtStartMinor: Cents
  outstandingFeesMinor: Cents
  outstandingFeesCovered: boolean
  variances: StoredVariances
  discounts: DiscountOnFile[]
  /** Payments that are made, under way or owed: they stay as they are when the rest is planned again. */
  settledCount: number
  settledMinor: Cents
}

/** Everything that an account's plan for one tuition year is calculated from, except the choices. */
export type PlanMaterial = {
  region: Region
  calendar: BankCalendar
  institutionId: string
  enrolments: EnrolmentFacts[]
  /** The fee schedules of the students' schools for that year and the previous one. */
  schedules: FeeScheduleFacts[]
  otherShares: OtherShare[]
  plan: PlanOnFile | null
  /** The most outstanding fees that a family of this school may enter. */
  outstandingFeesLimitMinor: Cents
  balanceMinor: Cents
  /** The part of a positive balance that this plan may use. */
  freeCreditMinor: Cents
}
