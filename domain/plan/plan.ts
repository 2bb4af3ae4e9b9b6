import type { CalendarDate } from '../calendar/calendar.ts'
import type { BankCalendar } from '../calendar/holidays.ts'
import { outstandingFeesOf, type StoredVariances } from './fee-variances.ts'
import { cents, type Cents } from '../money.ts'
import type { PlanMaterial, Term } from './plan-material.ts'
import {
  collectionDate,
  dueDate,
  instalmentAmounts,
  minimumInstalmentCents,
  type Frequency,
} from './payment-schedule.ts'
import { Refusal } from '../refusal.ts'
import { attendingIn, chargesOf, type Charges } from './school-charges.ts'

/** The choices about a plan by a family, or by staff for it. */
export type PlanChoices = {
  tuitionYear: number
  frequency: Frequency
  startDate: CalendarDate
  count: number
  variances: StoredVariances
}

/** Values that only staff set, or that a plan keeps when only its fees change. A family's own plan follows the rules instead. */
export type PlanOverrides = {
  coverFrom?: CalendarDate | null
  coversOutstandingFees?: boolean
  balanceAtStart?: Cents
  /** Days that are promised already. Counted anew from one of them, the 31st would become the 28th after February. */
  days?: readonly PaymentDay[]
}

/** The due date of a payment, its collection day, and the collection day before the family moved it. */
export type PaymentDay = { dueOn: CalendarDate; collectOn: CalendarDate; movedFrom: CalendarDate | null }

export type PlannedInstalment = PaymentDay & { seq: number; amount: Cents }

export type Plan = Omit<Charges, 'terms'> & {
  choices: PlanChoices
  /** The day from which the family pays: terms that ended before it are not charged. Null for the whole year. */
  coverFrom: CalendarDate | null
  /** Never positive. */
  partYearAdjustment: Cents
  /** A previous debt is positive, a previous credit negative. */
  balanceAtStart: Cents
  outstandingFees: Cents
  coversOutstandingFees: boolean
  /** Includes the settled payments of a running plan. */
  total: Cents
  /** Each payment but the last. */
  periodic: Cents
  /** The remaining payments, numbered from 1; empty if nothing is left to pay. */
  instalments: PlannedInstalment[]
}

/** A plan before its total is spread over payments. */
export type PlanTotals = Omit<Plan, 'periodic' | 'instalments'> & { terms: Term[] }

/**
 * The one calculation of a plan, from the schools' fees to the payments and their dates: for the estimate, for the form
 * in the browser, for what is saved, for renewals and for staff. Undefined while there are no fees to make a plan of.
 */
export function calculatePlan(
  material: PlanMaterial,
  choices: PlanChoices,
  overrides: PlanOverrides = {},
): Plan | undefined {
  const totals = planTotals(material, choices, overrides)
  if (!totals) return undefined
  const { terms, ...plan } = totals
  // Payments of a running plan that are made, under way or owed stay as they are. Only the rest is planned again.
  const rest = cents(plan.total - (material.plan?.settledMinor ?? 0))
  const amounts = rest > 0 ? amountsOf(rest, choices.count) : undefined
  const { calendar } = material
  return {
    ...plan,
    periodic: amounts?.each ?? cents(0),
    instalments: amounts ? instalmentsOf(choices, amounts, { calendar, terms }, overrides.days) : [],
  }
}

/** The totals of a plan, whether or not they can be spread over its payments. */
export function planTotals(
  material: PlanMaterial,
  choices: PlanChoices,
  overrides: PlanOverrides = {},
): PlanTotals | undefined {
  const charges = chargesOf(material, choices.tuitionYear, choices.variances)
  if (!charges) return undefined
  const { terms, annualTotal } = charges
  const coverFrom =
    overrides.coverFrom === undefined
      ? coverFromOf(material, choices.tuitionYear, terms)
      : overrides.coverFrom
  const partYearAdjustment = cents(-shareOfEndedTerms(annualTotal, terms, coverFrom))
  const balanceAtStart = overrides.balanceAtStart ?? balanceOf(material)
  const outstandingFees = outstandingFeesOf(choices.variances)
  const coversOutstandingFees = overrides.coversOutstandingFees ?? mayCover(material, outstandingFees)
  const covered = coversOutstandingFees ? outstandingFees : 0
  return {
    ...charges,
    choices,
    coverFrom,
    partYearAdjustment,
    balanceAtStart,
    outstandingFees,
    coversOutstandingFees,
    total: cents(annualTotal + partYearAdjustment + balanceAtStart + covered),
  }
}

/** The payments of a plan, each with the day it is due and the day on which the money is collected. */
export function instalmentsOf(
  choices: Pick<PlanChoices, 'frequency' | 'startDate' | 'count'>,
  { each, last }: { each: Cents; last: Cents },
  { calendar, terms }: { calendar: BankCalendar; terms: readonly Term[] },
  promised?: readonly PaymentDay[],
): PlannedInstalment[] {
  const days = promised ?? dueDates(choices, terms).map((dueOn) => ({ dueOn, movedFrom: null }))
  return days.map((day, index) => ({
    seq: index + 1,
    // A day that the family has chosen stays.
    collectOn: collectionDate('collectOn' in day && day.movedFrom ? day.collectOn : day.dueOn, calendar),
    dueOn: day.dueOn,
    movedFrom: day.movedFrom,
    amount: index === choices.count - 1 ? last : each,
  }))
}

/** By the term, payments are due on the first day chosen and then as each later term begins. */
function dueDates(
  { frequency, startDate, count }: Pick<PlanChoices, 'frequency' | 'startDate' | 'count'>,
  terms: readonly Term[],
): CalendarDate[] {
  if (frequency !== 'Term') {
    const dates: CalendarDate[] = []
    for (let index = 0; index < count; index += 1) dates.push(dueDate(startDate, index, frequency))
    return dates
  }
  const later = terms.map(({ startsOn }) => startsOn).filter((start) => start > startDate)
  const dates = [startDate, ...later].slice(0, count)
  if (dates.length < count) throw wrongCount(`Only ${dates.length} terms are left in this school year`)
  return dates
}

function amountsOf(total: Cents, count: number): { each: Cents; last: Cents } {
  const amounts = instalmentAmounts(total, count)
  // The last payment is collected like the others, so it must be worth collecting too.
  if (!amounts || amounts.last < minimumInstalmentCents)
    throw wrongCount('The payments would be too small. Choose fewer of them')
  return amounts
}

function wrongCount(why: string): Refusal {
  return new Refusal('invalid_request', { fields: { 'paymentSchedule.repaymentCount': why } })
}

/** Every term costs the same whole cents and the last one what is left; a term that has begun is charged whole. */
function shareOfEndedTerms(
  annualTotal: Cents,
  terms: readonly Term[],
  coverFrom: CalendarDate | null,
): number {
  if (coverFrom === null || annualTotal <= 0) return 0
  const ended = terms.filter(({ endsOn }) => endsOn < coverFrom).length
  if (ended === 0) return 0
  return ended === terms.length ? annualTotal : ended * Math.floor(annualTotal / terms.length)
}

/**
 * A family that joined us in the middle of a year has settled the terms that were over by then with the school itself.
 * It is the day of joining that counts, never the day on which the plan is made: nobody pays less by waiting. The day is
 * kept with the plan.
 */
function coverFromOf(
  material: PlanMaterial,
  tuitionYear: number,
  terms: readonly Term[],
): CalendarDate | null {
  if (material.plan) return material.plan.coverFrom
  const days = (attendingIn(material, tuitionYear) ?? []).map(({ enrolment }) => enrolment.joinedOn)
  // One student whom the family paid for from the beginning is enough for the whole year.
  const [joined = null] = days.toSorted((one, other) => (one ?? '').localeCompare(other ?? ''))
  return joined !== null && terms.some(({ endsOn }) => endsOn < joined) ? joined : null
}

/**
 * What the family owes from before is added, what of its credit is free comes off. A plan that has begun keeps the
 * balance that it began with.
 */
function balanceOf({ plan, balanceMinor, freeCreditMinor }: PlanMaterial): Cents {
  if (plan && (plan.status === 'Current' || plan.settledCount > 0)) return plan.balanceAtStartMinor
  return cents(0 - (balanceMinor < 0 ? balanceMinor : freeCreditMinor))
}

/** Outstanding fees that a family may enter are part of its plan, unless staff have excluded them. */
function mayCover({ plan }: PlanMaterial, outstandingFees: Cents): boolean {
  if (outstandingFees === 0) return false
  return plan === null || plan.outstandingFeesMinor === 0 || plan.outstandingFeesCovered
}
