import type { CalendarDate } from '../calendar/calendar.ts'
import { sumStudent, type StudentCharges, type StudentSum } from './fees.ts'
import { cents, type Cents } from '../money.ts'
import {
  collectionDate,
  dueDate,
  instalments,
  minimumInstalmentCents,
  planEditCutOff,
  type FeeVarianceType,
  type OfferedFrequency,
} from './payment-schedule.ts'
import type { Region } from '../region.ts'

export type Term = { startsOn: CalendarDate; endsOn: CalendarDate }

/** Everything that a plan's figures follow from. */
export type PlanWish = {
  region: Region
  frequency: OfferedFrequency
  startDate: CalendarDate
  count: number
  students: readonly StudentCharges[]
  familyFees: readonly Cents[]
  /** Of the tuition year, in order. */
  terms: readonly Term[]
  /** The day from which the family pays; terms that ended before it are not charged. Null for the whole year. */
  coverFrom: CalendarDate | null
  /** Owed from before is positive, credit brought along negative. */
  balanceAtStart: Cents
  outstandingFees: Cents
  coversOutstandingFees: boolean
}

export type Plan = {
  students: StudentSum[]
  annualTotal: Cents
  /** Never positive. */
  partYearAdjustment: Cents
  total: Cents
  /** 0 when nothing is left to pay: then there is no schedule. */
  count: number
  periodic: Cents
  last: Cents
  /** The last due date. */
  endDate: CalendarDate | null
  firstCollection: CalendarDate | null
  /** The last day on which the plan may be changed. */
  editCutOff: CalendarDate | null
}

export type Instalment = { seq: number; dueOn: CalendarDate; collectOn: CalendarDate; amount: Cents }

/** The one calculation behind the estimate, the form and the saved plan; undefined when a payment would be too small. */
export function calculatePlan(wish: PlanWish): Plan | undefined {
  const students = wish.students.map(sumStudent)
  let annual = 0
  for (const { payable } of students) annual += payable
  for (const fee of wish.familyFees) annual += fee
  const annualTotal = cents(annual)
  const partYearAdjustment = cents(-shareOfEndedTerms(annualTotal, wish))
  const outstanding = wish.coversOutstandingFees ? wish.outstandingFees : 0
  const total = cents(annualTotal + partYearAdjustment + wish.balanceAtStart + outstanding)
  const sums = { students, annualTotal, partYearAdjustment, total }
  if (total <= 0) return { ...sums, ...noSchedule }

  const parts = instalments(total, wish.count)
  // The last payment is collected like the others, so it must be worth collecting too.
  if (parts === undefined || parts.last < minimumInstalmentCents) return undefined
  const { region, startDate, frequency, count } = wish
  return {
    ...sums,
    count,
    periodic: parts.each,
    last: parts.last,
    endDate: dueDate(startDate, count - 1, frequency),
    firstCollection: collectionDate(startDate, region),
    editCutOff: planEditCutOff(startDate, region),
  }
}

const noSchedule = {
  count: 0,
  periodic: cents(0),
  last: cents(0),
  endDate: null,
  firstCollection: null,
  editCutOff: null,
}

/** Every term costs the same whole cents and the last one what is left; a term that has begun is charged whole. */
function shareOfEndedTerms(annualTotal: Cents, { terms, coverFrom }: PlanWish): number {
  if (coverFrom === null || annualTotal <= 0) return 0
  let ended = 0
  for (const { endsOn } of terms) if (endsOn < coverFrom) ended += 1
  if (ended === 0) return 0
  return ended === terms.length ? annualTotal : ended * Math.floor(annualTotal / terms.length)
}

/** The payments of a plan, each with the day it is due and the day on which the money is collected. */
export function instalmentsOf(
  plan: Pick<Plan, 'count' | 'periodic' | 'last'>,
  schedule: Pick<PlanWish, 'region' | 'frequency' | 'startDate'>,
): Instalment[] {
  const { region, frequency, startDate } = schedule
  const payments: Instalment[] = []
  for (let seq = 1; seq <= plan.count; seq++) {
    const dueOn = dueDate(startDate, seq - 1, frequency)
    const amount = seq === plan.count ? plan.last : plan.periodic
    payments.push({ seq, dueOn, collectOn: collectionDate(dueOn, region), amount })
  }
  return payments
}

/** What the school must see a letter for before it comes off the fees. */
const varianceTypesNeedingProof: readonly FeeVarianceType[] = ['BursaryConcession', 'Scholarship']

/** Whether a person looks at the plan before any of its figures are promised. */
export function planNeedsReview(plan: {
  schoolRequiresManualReview: boolean
  /** The customer asked for something in their own words. */
  hasOtherArrangement: boolean
  /** What the customer asked to have taken off or changed; what the school itself granted needs no review. */
  askedVariances: readonly FeeVarianceType[]
}): boolean {
  return (
    plan.schoolRequiresManualReview ||
    plan.hasOtherArrangement ||
    plan.askedVariances.some(
      (type) => type === 'OtherArrangement' || varianceTypesNeedingProof.includes(type),
    )
  )
}
