import type { Transitions } from '../transitions.ts'
import {
  addDays,
  addMonthsClamped,
  calendarDate,
  daysBetween,
  yearOf,
  type CalendarDate,
} from '../calendar/calendar.ts'
import { addBusinessDays, nextBusinessDay, type BankCalendar } from '../calendar/holidays.ts'
import { cents, splitEvenly, type Cents } from '../money.ts'
import type { Region } from '../region.ts'

/** Plans, their states, the words for their rhythm, and the dates and amounts that follow from it. */
export const planStatuses = ['None', 'Draft', 'Saved', 'ManualReview', 'Current', 'Completed'] as const
export type PlanStatus = (typeof planStatuses)[number]

/** The author of a plan version: the family, staff, the renewal for the next year, or a school with new fees. */
export const planSavers = ['Customer', 'Staff', 'Renewal', 'School'] as const
export type PlanSaver = (typeof planSavers)[number]

/** The status of a plan's payment, as the family sees it. */
export const planPaymentStatuses = ['Paid', 'Pending', 'Failed', 'Held', 'Next', 'ToCome'] as const
export type PlanPaymentStatus = (typeof planPaymentStatuses)[number]

export const renewalStatuses = [
  'New',
  'Renewing',
  'Graduating',
  'Closed',
  'Offboarding',
  'NoFeeSchedule',
  'NoRenewalDate',
] as const
export type RenewalStatus = (typeof renewalStatuses)[number]

export const frequencies = [
  'Week',
  'Fortnight',
  'Month',
  'Quarter',
  'Term',
  'Trimester',
  'TwicePerYear',
  'Semester',
  'Year',
] as const
export type Frequency = (typeof frequencies)[number]

/** Customers choose among three; staff may set the others. */
export const offeredFrequencies = ['Week', 'Fortnight', 'Month'] as const satisfies readonly Frequency[]
export type OfferedFrequency = (typeof offeredFrequencies)[number]
export const defaultFrequency: OfferedFrequency = 'Fortnight'

export const feeVarianceTypes = [
  'BursaryConcession',
  'FamilyArrangement',
  'FeeScheduleOption',
  'OutstandingFees',
  'Scholarship',
  'StaffDiscount',
  'OtherArrangement',
] as const
export type FeeVarianceType = (typeof feeVarianceTypes)[number]

const wordsEndingInLy = ['week', 'fortnight', 'month', 'quarter', 'term', 'semester', 'trimester', 'year']

/** "Weekly" for Week. The case stays as given; a word we do not know is shown as it is. */
export function frequencyWord(frequency: string): string {
  const word = frequency.toLowerCase()
  if (word === 'twiceperyear') return 'Twice yearly'
  return wordsEndingInLy.includes(word) ? `${frequency}ly` : frequency
}

const monthsBetween = { Month: 1, Quarter: 3, Trimester: 4, TwicePerYear: 6, Semester: 6, Year: 12 } as const

/** The due date of payment `index`, counted from 0. Always counted from the start, so month ends do not drift. */
export function dueDate(
  start: CalendarDate,
  index: number,
  frequency: Exclude<Frequency, 'Term'>,
): CalendarDate {
  switch (frequency) {
    case 'Week':
      return addDays(start, 7 * index)
    case 'Fortnight':
      return addDays(start, 14 * index)
    default:
      return addMonthsClamped(start, index * monthsBetween[frequency])
  }
}

/** Money moves on the due date, or on the next day the banks are open. */
export function collectionDate(due: CalendarDate, calendar: BankCalendar): CalendarDate {
  return nextBusinessDay(due, calendar)
}

/** A plan whose payments would be smaller than this is refused. */
export const minimumInstalmentCents = cents(1_00)

/** The amounts of each payment and of the last one; undefined if the total is too small for that many. */
export function instalmentAmounts(total: Cents, count: number): { each: Cents; last: Cents } | undefined {
  if (total <= 0) return undefined
  const parts = splitEvenly(total, count)
  return parts && parts.each >= minimumInstalmentCents ? parts : undefined
}

/** Tuition years: the calendar year in Australia; from 1 September, named by its first year, in the United Kingdom. */
const tuitionYearsBegin: Record<Region, string> = { AU: '01-01', UK: '09-01' }

export function tuitionYearStart(tuitionYear: number, region: Region): CalendarDate {
  return calendarDate(`${tuitionYear}-${tuitionYearsBegin[region]}`)
}

export function tuitionYearEnd(tuitionYear: number, region: Region): CalendarDate {
  return addDays(tuitionYearStart(tuitionYear + 1, region), -1)
}

export function tuitionYearOf(today: CalendarDate, region: Region): number {
  const year = yearOf(today)
  return today.slice('2026-'.length) < tuitionYearsBegin[region] ? year - 1 : year
}

/** "2026" in Australia and "2026/27" in the United Kingdom, where the year spans two. The wire keeps the first. */
export function tuitionYearName(tuitionYear: number, region: Region): string {
  const [first, last] = [tuitionYear, yearOf(tuitionYearEnd(tuitionYear, region))]
  return first === last ? String(first) : `${first}/${String(last).slice(-2)}`
}

export type DurationOption = {
  period: OfferedFrequency
  /** 0 when the year leaves no room for this period. */
  defaultDuration: number
  allowedDurations: number[]
}

/** Fewer payments than these would be paying at once, not a plan. */
const fewestPayments: Record<OfferedFrequency, number> = { Week: 4, Fortnight: 2, Month: 2 }

/** How many payments fit from a start to the end of the tuition year. The longest plan is suggested. */
export function durationOptions(start: CalendarDate, tuitionYear: number, region: Region): DurationOption[] {
  const end = tuitionYearEnd(tuitionYear, region)
  return offeredFrequencies.map((period) => {
    let most = 0
    while (dueDate(start, most, period) <= end) most += 1
    const fewest = fewestPayments[period]
    const choices = Math.max(0, most - fewest + 1)
    return {
      period,
      defaultDuration: choices > 0 ? most : 0,
      allowedDurations: Array.from({ length: choices }, (_, index) => fewest + index),
    }
  })
}

/** The lengths that an account may choose: a school may offer one only, to the end of its year. */
export function durationsOffered(
  start: CalendarDate,
  tuitionYear: number,
  { region, onlyLongestPlans = false }: { region: Region; onlyLongestPlans?: boolean },
): DurationOption[] {
  const options = durationOptions(start, tuitionYear, region)
  if (!onlyLongestPlans) return options
  return options.map((option) => ({
    ...option,
    allowedDurations: option.defaultDuration > 0 ? [option.defaultDuration] : [],
  }))
}

export const planEditCutOffBusinessDays = 2

/** The number of business days that a review of a plan or a discount usually takes. */
export const usualReviewBusinessDays = 2

/** The last day, to its end in the region's zone, on which a plan may be changed. */
export function planEditCutOff(firstDueDate: CalendarDate, calendar: BankCalendar): CalendarDate {
  return addBusinessDays(collectionDate(firstDueDate, calendar), -planEditCutOffBusinessDays, calendar)
}

/** The last day on which a plan may be edited; null for one that is under way or over. */
export function planEditableUntil(
  { status, startDate }: { status: PlanStatus; startDate: CalendarDate },
  calendar: BankCalendar,
): CalendarDate | null {
  return status === 'Current' || status === 'Completed' ? null : planEditCutOff(startDate, calendar)
}

/** Whether a family can no longer change its plan: it runs, is over, or its first payment is being prepared. */
export function isPlanLocked(
  {
    status,
    startDate,
    repaymentCount,
  }: { status: PlanStatus; startDate: CalendarDate; repaymentCount: number },
  {
    isSetupIncomplete,
    calendar,
    today,
  }: { isSetupIncomplete: boolean; calendar: BankCalendar; today: CalendarDate },
): boolean {
  if (status === 'Current' || status === 'Completed') return true
  // Nothing can be in progress for an estimate, a plan in review, or a family that is still being set up.
  if (status !== 'Saved' || repaymentCount === 0 || isSetupIncomplete) return false
  return today > planEditCutOff(startDate, calendar)
}

export type PlanYearOption = {
  tuitionYear: number
  minStartDate: CalendarDate
  maxStartDate: CalendarDate
  /** For a plan that starts on the first possible date. */
  durationOptions: DurationOption[]
}

/** What a plan for each of these tuition years may look like. A year too far gone for a plan is left out. */
export function planYearOptions({
  today,
  calendar,
  years,
  onlyLongestPlans,
}: {
  today: CalendarDate
  calendar: BankCalendar
  years: readonly number[]
  onlyLongestPlans?: boolean
}): PlanYearOption[] {
  const { region } = calendar
  return years
    .map((tuitionYear) => {
      const minStartDate = firstStartDate(tuitionYear, today, calendar)
      return {
        tuitionYear,
        minStartDate,
        maxStartDate: lastStartDate(tuitionYear, region),
        durationOptions: durationsOffered(minStartDate, tuitionYear, { region, onlyLongestPlans }),
      }
    })
    .filter((option) => option.minStartDate <= option.maxStartDate)
}

/** A plan must still be changeable today, so its first payment is at least two business days away. */
function firstStartDate(tuitionYear: number, today: CalendarDate, calendar: BankCalendar): CalendarDate {
  const yearStart = tuitionYearStart(tuitionYear, calendar.region)
  let start = today < yearStart ? yearStart : today
  while (planEditCutOff(start, calendar) < today) start = addDays(start, 1)
  return start
}

/**
 * The latest start from which a second monthly payment still falls in the year. Monthly is the longest
 * period, so every frequency on offer then has at least its shortest plan and no choice is a dead end.
 */
export function lastStartDate(tuitionYear: number, region: Region): CalendarDate {
  const end = tuitionYearEnd(tuitionYear, region)
  return addMonthsClamped(end, -1)
}

const justStartedDays = 30

/** A plan counts as just started from its first day to the thirtieth day after it. */
export function isPlanJustStarted(planStartDate: CalendarDate, today: CalendarDate): boolean {
  const days = daysBetween(planStartDate, today)
  return days >= 0 && days <= justStartedDays
}

/** A plan begins as an estimate and ends with its last payment. */
export const planTransitions: Transitions<PlanStatus> = {
  None: ['Draft', 'Saved', 'ManualReview'],
  Draft: ['Draft', 'Saved', 'ManualReview'],
  // Saved again with other choices, until its cut-off.
  Saved: ['Saved', 'Draft', 'ManualReview', 'Current'],
  // Staff approve, change or decline it.
  ManualReview: ['Saved', 'Draft', 'ManualReview'],
  Current: ['Current', 'Completed'],
  Completed: [],
}
