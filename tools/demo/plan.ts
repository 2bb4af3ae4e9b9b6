import { addDays, addMonthsClamped, type CalendarDate } from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import { cents, type Cents } from '#domain/money.ts'
import {
  collectionDate,
  defaultFrequency,
  dueDate,
  instalmentAmounts,
  planYearOptions,
  tuitionYearEnd,
  tuitionYearOf,
  tuitionYearStart,
  type Frequency,
  type PlanStatus,
} from '#domain/plan/payment-schedule.ts'
import { feesOf, type Enrolled, type Fees } from './fees.ts'
import type { Moment } from './moment.ts'
import { feeScheduleOf, type School, type SchoolName } from './schools.ts'
import { bankCalendarOf } from '#server/platform/bank-calendars.ts'

/** The payment plan of a demo family. */
export type Plan = {
  status: Exclude<PlanStatus, 'None'>
  /** 'Next' and 'Last' are the tuition years around the current one, with a start early in them. */
  year?: 'Last' | 'This' | 'Next'
  /** Days from today; negative for a plan that has begun. */
  starts?: number | 'NextBusinessDay'
  frequency?: Extract<Frequency, 'Week' | 'Fortnight' | 'Month' | 'Term' | 'TwicePerYear'>
  /** How many payments are to come at least; three unless told otherwise. */
  toCome?: number
  savedBy?: 'Customer' | 'Staff' | 'Renewal'
  /** The fees were not published yet when the plan was made. */
  usesFeesOfYearBefore?: boolean
  /** Without `untilDays`: until its last payment. */
  tailored?: { type: string; untilDays?: number }
  outstanding?: { amount: Cents; isCovered: boolean }
  /** Credit from the year before is negative. */
  carriedOver?: Cents
  /** The student joins the school in its second term. */
  isPartYear?: boolean
  /** Staff have declined the plan. */
  declined?: { reason: string }
  /** The instalment that is due today is already with the bank. */
  isCollecting?: boolean
  /** The last instalment failed and is retried on the next business day. */
  hasFailed?: boolean
  /** Paid by BPAY towards the next instalment, before it is due. */
  paidAhead?: Cents
}

type PlannedInstalment = {
  seq: number
  dueOn: CalendarDate
  collectOn: CalendarDate
  amount: Cents
  status: 'Scheduled' | 'Collecting' | 'Retrying' | 'Paid'
  paidAhead: Cents
}

export type PlannedPlan = Plan & {
  id: string
  tuitionYear: number
  frequency: NonNullable<Plan['frequency']>
  savedOn: CalendarDate
  fees: Fees
  feeYear: number
  partYear: Cents
  coverFrom: CalendarDate | null
  total: Cents
  periodic: Cents
  count: number
  startsOn: CalendarDate
  endsOn: CalendarDate
  instalments: PlannedInstalment[]
}

type Within = { id: string; school: School; enrolled: Enrolled[]; moment: Moment }

/** Calculates figures and dates from a description, by the portal's own rules. */
export function planFor(plan: Plan, within: Within): PlannedPlan {
  const { id, moment, enrolled } = within
  const school = within.school.name
  const { today, region } = moment
  const frequency = plan.frequency ?? defaultFrequency
  const { startsOn, tuitionYear } = beginning(plan, moment)
  const feeYear = tuitionYear - (plan.usesFeesOfYearBefore ? 1 : 0)
  const fees = feesOf(enrolled, tuitionYear, feeYear)
  const partYear = plan.isPartYear ? missedTerms(fees.annualTotal, school, tuitionYear) : cents(0)
  const outstanding = plan.outstanding?.isCovered ? plan.outstanding.amount : 0
  const total = cents(fees.annualTotal + partYear + (plan.carriedOver ?? 0) + outstanding)
  const dueDates = dueDatesOf({ plan, frequency, startsOn, tuitionYear, school }, moment)
  const parts = instalmentAmounts(total, dueDates.length)
  if (!parts) throw new RangeError(`${total} cents cannot be paid in ${dueDates.length} parts`)
  const firstDue = dueDates[0] ?? startsOn
  const collected = dueDates.map((dueOn) => collectionDate(dueOn, bankCalendarOf(region)))
  const next = collected.findIndex((day) => day >= today)
  return {
    ...plan,
    id,
    tuitionYear,
    frequency,
    savedOn: earlier(addDays(firstDue, -12), addDays(today, -3)),
    fees,
    feeYear,
    partYear,
    coverFrom: plan.isPartYear ? (feeScheduleOf(school, tuitionYear).terms[1]?.startsOn ?? null) : null,
    total,
    periodic: parts.each,
    count: dueDates.length,
    startsOn: firstDue,
    endsOn: dueDates.at(-1) ?? startsOn,
    instalments: dueDates.map((dueOn, index) => {
      const collectOn = collected[index] ?? dueOn
      const isLast = index === dueDates.length - 1
      const isWithTheBank = plan.isCollecting === true && dueOn === today
      return {
        seq: index + 1,
        dueOn,
        collectOn,
        amount: isLast ? parts.last : parts.each,
        status:
          plan.hasFailed && index === next - 1
            ? 'Retrying'
            : collectOn < today
              ? 'Paid'
              : isWithTheBank
                ? 'Collecting'
                : 'Scheduled',
        paidAhead: index === next ? (plan.paidAhead ?? cents(0)) : cents(0),
      }
    }),
  }
}

function earlier(a: CalendarDate, b: CalendarDate): CalendarDate {
  return a < b ? a : b
}

const earlyInTheYear = 21
const defaultStart = { Current: -90, Completed: -200, Draft: 20, Saved: 20, ManualReview: 20 }

function beginning(plan: Plan, moment: Moment): { startsOn: CalendarDate; tuitionYear: number } {
  const { today, region } = moment
  if (plan.year === 'Next' || plan.year === 'Last') {
    const tuitionYear = moment.tuitionYear + (plan.year === 'Next' ? 1 : -1)
    return { startsOn: addDays(tuitionYearStart(tuitionYear, region), earlyInTheYear), tuitionYear }
  }
  if (plan.starts === 'NextBusinessDay') {
    const startsOn = addBusinessDays(today, 1, bankCalendarOf(region))
    return { startsOn, tuitionYear: tuitionYearOf(startsOn, region) }
  }
  const wanted = addDays(today, plan.starts ?? defaultStart[plan.status])
  // A plan that has begun belongs to the current year, even if its first payment came before it.
  if (wanted <= today) return { startsOn: wanted, tuitionYear: moment.tuitionYear }
  // A future plan uses the years that the portal offers: late in a year that is the next one.
  const { tuitionYear } = moment
  const options = planYearOptions({
    today,
    calendar: bankCalendarOf(region),
    years: [tuitionYear, tuitionYear + 1],
  })
  const option = options.find(({ maxStartDate }) => wanted <= maxStartDate)
  if (!option) throw new RangeError(`No plan can start on ${wanted}`)
  const startsOn = wanted < option.minStartDate ? option.minStartDate : wanted
  return { startsOn, tuitionYear: option.tuitionYear }
}

type Course = {
  plan: Plan
  frequency: PlannedPlan['frequency']
  startsOn: CalendarDate
  tuitionYear: number
  school: SchoolName
}

/** A running plan has at least this many payments to come, even past the end of its year. */
const leastToCome = 3
const completedCount = { Week: 20, Fortnight: 13, Month: 6 }

function dueDatesOf(course: Course, moment: Moment): CalendarDate[] {
  const { plan, frequency, startsOn, tuitionYear, school } = course
  const { today, region } = moment
  if (frequency === 'Term') return termStartsAround(school, moment)
  if (frequency === 'TwicePerYear') return [startsOn, addMonthsClamped(startsOn, 6)]
  const due = (index: number) => dueDate(startsOn, index, frequency)
  if (plan.status === 'Completed') {
    return Array.from({ length: completedCount[frequency] }, (_, index) => due(index))
  }
  const dates: CalendarDate[] = []
  const isShort = () => dates.filter((date) => date >= today).length < (plan.toCome ?? leastToCome)
  while (due(dates.length) <= tuitionYearEnd(tuitionYear, region) || isShort()) dates.push(due(dates.length))
  return dates
}

/** Four terms in a row of which two have begun, so that the plan is half done on any day of the year. */
function termStartsAround(school: SchoolName, { today, tuitionYear }: Moment): CalendarDate[] {
  const starts = [tuitionYear - 1, tuitionYear, tuitionYear + 1]
    .flatMap((year) => feeScheduleOf(school, year).terms)
    .map(({ startsOn }) => startsOn)
  const next = starts.findIndex((start) => start > today)
  return starts.slice(next - 2, next + 2)
}

/** The first term's equal share of the year's fees, which is not charged; the remainder is in the last term. */
function missedTerms(annualTotal: Cents, school: SchoolName, tuitionYear: number): Cents {
  return cents(-Math.floor(annualTotal / feeScheduleOf(school, tuitionYear).terms.length))
}
