import { addMonthsClamped, type CalendarDate } from '../calendar/calendar.ts'
import { outstandingFeesOf, type StoredVariances } from './fee-variances.ts'
import { cents, type Cents } from '../money.ts'
import { calculatePlan, type Instalment, type Plan, type Term } from './plan.ts'
import type { PlanMaterial } from './plan-material.ts'
import {
  collectionDate,
  dueDate,
  offeredFrequencies,
  type Frequency,
  type OfferedFrequency,
} from './payment-schedule.ts'
import { Refusal } from '../refusal.ts'
import { chargesOf, type Charges } from './school-charges.ts'

/** What a family, or staff for it, chooses about a plan. */
export type Choices = {
  tuitionYear: number
  frequency: Frequency
  startDate: CalendarDate
  count: number
  variances: StoredVariances
}

/** What only staff decide; a family's own plan follows the rules. */
export type Overrides = {
  coverFrom?: CalendarDate | null
  coversOutstandingFees?: boolean
}

export type Figures = Pick<Charges, 'familyFees' | 'basedOnFeeScheduleYear'> & {
  choices: Choices
  plan: Plan
  studentFees: Charges['students'][number]['breakdown'][]
  coverFrom: CalendarDate | null
  balanceAtStart: Cents
  outstandingFees: Cents
  coversOutstandingFees: boolean
  /** Those still to be made; numbered from 1. */
  instalments: Instalment[]
}

/**
 * The one place where a plan's figures are made: for the estimate, for the form, for what is saved, for renewals and
 * for staff. Undefined while there are no fees to make a plan of.
 */
export function figuresOf(
  material: PlanMaterial,
  choices: Choices,
  today: CalendarDate,
  overrides: Overrides = {},
): Figures | undefined {
  const { plan: stored, region } = material
  const charges = chargesOf(material, choices.tuitionYear, choices.variances)
  if (!charges) return undefined
  const coverFrom =
    overrides.coverFrom === undefined ? coverFromOf(material, charges, today) : overrides.coverFrom
  const balanceAtStart = balanceOf(material)
  const outstandingFees = outstandingFeesOf(choices.variances)
  const coversOutstandingFees = overrides.coversOutstandingFees ?? mayCover(material, outstandingFees)
  // What is paid, under way or owed of a running plan stays as it is; only the rest is planned anew.
  const settled = stored?.settledMinor ?? 0
  const { startDate, count, frequency } = choices
  const rest = calculatePlan({
    region,
    // The sums do not depend on the rhythm, and the dates of rarer ones are made below.
    frequency: isOffered(frequency) ? frequency : 'Month',
    startDate,
    count,
    students: charges.students.map((student) => student.charges),
    familyFees: charges.familyFees.map(({ amountMinor }) => amountMinor),
    terms: charges.terms,
    coverFrom,
    balanceAtStart: cents(balanceAtStart - settled),
    outstandingFees,
    coversOutstandingFees,
  })
  if (!rest) {
    throw new Refusal('invalid_request', {
      fields: { 'paymentSchedule.repaymentCount': 'The payments would be too small. Choose fewer of them' },
    })
  }
  const dates = dueDates({ frequency, startDate, count: rest.count }, charges.terms)
  const instalments = dates.map((dueOn, index) => ({
    seq: index + 1,
    dueOn,
    collectOn: collectionDate(dueOn, region),
    amount: index === rest.count - 1 ? rest.last : rest.periodic,
  }))
  return {
    choices,
    plan: { ...rest, total: cents(rest.total + settled), endDate: dates.at(-1) ?? null },
    studentFees: charges.students.map(({ breakdown }) => breakdown),
    familyFees: charges.familyFees,
    basedOnFeeScheduleYear: charges.basedOnFeeScheduleYear,
    coverFrom,
    balanceAtStart,
    outstandingFees,
    coversOutstandingFees,
    instalments,
  }
}

/**
 * A family that makes its first plan in the middle of a year has settled the terms that are over with the school
 * itself; from the day of that first plan it pays through us. The day is kept with the plan.
 */
function coverFromOf({ plan }: PlanMaterial, { terms }: Charges, today: CalendarDate): CalendarDate | null {
  if (plan) return plan.coverFrom
  return terms.some(({ endsOn }) => endsOn < today) ? today : null
}

/**
 * What the family owes from before is added, what it has in credit comes off. Repayments that wait to be passed on to
 * the school are spoken for: they are no credit. A running plan keeps the balance that it began with.
 */
function balanceOf({ plan, balanceMinor, inTransitMinor }: PlanMaterial): Cents {
  if (plan && plan.settledCount > 0) return plan.balanceAtStartMinor
  const balance = balanceMinor > 0 ? Math.max(0, balanceMinor - inTransitMinor) : balanceMinor
  return cents(0 - balance)
}

/** Outstanding fees that a family may enter are part of its plan, unless staff have ruled them out of it. */
function mayCover({ plan }: PlanMaterial, outstandingFees: Cents): boolean {
  if (outstandingFees === 0) return false
  return plan === null || plan.outstandingFeesMinor === 0 || plan.outstandingFeesCovered
}

function isOffered(frequency: Frequency): frequency is OfferedFrequency {
  return (offeredFrequencies as readonly Frequency[]).includes(frequency)
}

const monthsBetween: Record<Exclude<Frequency, OfferedFrequency | 'Term'>, number> = {
  Quarter: 3,
  Trimester: 4,
  TwicePerYear: 6,
  Semester: 6,
  Year: 12,
}

/** When each payment is due. By the term: on the first day chosen, then as each later term begins. */
export function dueDates(
  { frequency, startDate, count }: Pick<Choices, 'frequency' | 'startDate' | 'count'>,
  terms: readonly Term[],
): CalendarDate[] {
  if (frequency !== 'Term') {
    return Array.from({ length: count }, (_, index) =>
      isOffered(frequency)
        ? dueDate(startDate, index, frequency)
        : addMonthsClamped(startDate, index * monthsBetween[frequency]),
    )
  }
  const later = terms.map(({ startsOn }) => startsOn).filter((start) => start > startDate)
  const dates = [startDate, ...later].slice(0, count)
  if (dates.length < count) {
    throw new Refusal('invalid_request', {
      fields: { 'paymentSchedule.repaymentCount': `Only ${dates.length} terms are left in this school year` },
    })
  }
  return dates
}
