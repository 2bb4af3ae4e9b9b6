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
  /** Since when the family pays for this student through us; null for longer than we know. */
  joinedOn: CalendarDate | null
  portionBasisPoints: number
  holdsRemainder: boolean
  /** Of the student's discountable fees: more than this a family does not take off by its own word. */
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

/** What another payer of a student pays. */
export type OtherShare = { studentId: string; institutionId: string; basisPoints: number }

/** A discount that rests, or rested, on the family's word, and what staff have said about it. */
export type DiscountOnFile = {
  /** Null for a staff discount that is for all students. */
  enrolmentId: string | null
  type: FeeVarianceType
  amount: number | null
  percent: number | null
  status: 'Declared' | 'Confirmed' | 'Declined'
}

/** What the next calculation needs of the plan on file. */
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
  /** Of the students' schools, for that year and the one before. */
  schedules: FeeScheduleFacts[]
  otherShares: OtherShare[]
  plan: PlanOnFile | null
  /** The most outstanding fees that a family of this school may enter. */
  outstandingFeesLimitMinor: Cents
  balanceMinor: Cents
  /** What of a positive balance this plan may count on. */
  freeCreditMinor: Cents
}
