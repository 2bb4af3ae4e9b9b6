import type { AccountStatus } from '../accounts.ts'
import { addDays, addMonthsClamped, daysBetween, type CalendarDate } from '../calendar/calendar.ts'
import {
  defaultFrequency,
  offeredFrequencies,
  tuitionYearEnd,
  tuitionYearOf,
  type Frequency,
  type OfferedFrequency,
  type PlanStatus,
  type RenewalStatus,
} from './payment-schedule.ts'
import type { Region } from '../region.ts'
import { yearLevelIn } from '../calendar/year-levels.ts'

type Student = { startYear: number; startYearLevel: string }

/** The facts that decide whether an account's plan is renewed for another year. */
export type RenewalFacts = {
  today: CalendarDate
  region: Region
  /** The status before today's decision. */
  renewalStatus: RenewalStatus
  accountStatus: AccountStatus
  isSetupIncomplete: boolean
  plans: readonly { tuitionYear: number; status: PlanStatus }[]
  students: readonly Student[]
  /** The year after which the family leaves, if it has said so. */
  leavesAfter: number | null
  school: {
    /** How many days before the end of a tuition year renewals open; null while the school has not said. */
    renewalOpensDays: number | null
    renewsOnLastFees: boolean
    /** The tuition years whose fees are published. */
    feeYears: readonly number[]
  }
}

/** The first day on which plans for a tuition year are made from those of the year before. */
export function renewalOpensOn(tuitionYear: number, days: number, region: Region): CalendarDate {
  return addDays(tuitionYearEnd(tuitionYear - 1, region), -days)
}

/**
 * The year that would be renewed into: the next one, or the running one while a family of last year has not begun to
 * pay for it. Fees that a school publishes late then still find their families.
 */
export function renewalYear({
  today,
  region,
  plans,
}: Pick<RenewalFacts, 'today' | 'region' | 'plans'>): number {
  const running = tuitionYearOf(today, region)
  return begunPlan(plans, running - 1) && !begunPlan(plans, running) ? running : running + 1
}

export function renewalStatusOf(facts: RenewalFacts): RenewalStatus {
  if (facts.renewalStatus === 'Offboarding') return 'Offboarding'
  if (facts.isSetupIncomplete) return 'New'
  if (facts.accountStatus === 'Inactive') return 'Closed'
  const year = renewalYear(facts)
  const plan = begunPlan(facts.plans, year - 1)
  if (facts.students.length > 0 && !goesOn(facts, year)) return lastStatus(facts, year, plan)
  const isThere = facts.plans.some(({ tuitionYear }) => tuitionYear === year)
  if (!isThere && !hasFees(facts.school, year)) return 'NoFeeSchedule'
  if (!plan) return 'New'
  if (isThere) return 'Renewing'
  if (facts.school.renewalOpensDays === null) return 'NoRenewalDate'
  return isOpen(facts, year) ? 'Renewing' : 'New'
}

/** A plan that has begun is one that can be renewed. */
function begunPlan(plans: RenewalFacts['plans'], year: number) {
  return plans.find(
    ({ tuitionYear, status }) => tuitionYear === year && (status === 'Current' || status === 'Completed'),
  )
}

function attendsIn({ students, region }: RenewalFacts, year: number): boolean {
  return students.some((student) => yearLevelIn(student, year, region) !== undefined)
}

function goesOn(facts: RenewalFacts, year: number): boolean {
  if (facts.leavesAfter !== null && facts.leavesAfter < year) return false
  return attendsIn(facts, year)
}

function lastStatus(
  facts: RenewalFacts,
  year: number,
  plan: { status: PlanStatus } | undefined,
): RenewalStatus {
  const isOver = plan?.status === 'Completed'
  // They have had their graduation; a new year has begun without them.
  if (isOver && year <= tuitionYearOf(facts.today, facts.region)) return 'Closed'
  if (attendsIn(facts, year)) return isOver ? 'Closed' : 'New'
  return plan && (isOver || isOpen(facts, year)) ? 'Graduating' : 'New'
}

function hasFees({ feeYears, renewsOnLastFees }: RenewalFacts['school'], year: number): boolean {
  return feeYears.includes(year) || (renewsOnLastFees && feeYears.includes(year - 1))
}

function isOpen({ school, today, region }: RenewalFacts, year: number): boolean {
  return school.renewalOpensDays !== null && today >= renewalOpensOn(year, school.renewalOpensDays, region)
}

const lateMonths = 3

/**
 * The tuition years that a family may make a plan for: those that its students attend. The running year comes first;
 * the next one is offered once that is settled, once renewals are open, or late in the running one, when new families
 * sign up for the next.
 */
export function offeredYears({
  today,
  region,
  plans,
  students,
  hasNextFees,
  renewalOpensDays,
}: Pick<RenewalFacts, 'today' | 'region' | 'plans' | 'students'> & {
  hasNextFees: boolean
  renewalOpensDays: number | null
}): number[] {
  const running = tuitionYearOf(today, region)
  const next = running + 1
  const attends = (year: number) =>
    students.length === 0 || students.some((student) => yearLevelIn(student, year, region) !== undefined)
  const hasPlan = (year: number) => plans.some(({ tuitionYear }) => tuitionYear === year)
  const isSettled = plans.some(({ tuitionYear, status }) => tuitionYear === running && status !== 'Draft')
  const isNextOpen = renewalOpensDays !== null && today >= renewalOpensOn(next, renewalOpensDays, region)
  const isLate = today > addMonthsClamped(tuitionYearEnd(running, region), -lateMonths)
  const isNextTurn = isSettled || isNextOpen || isLate || !attends(running)
  return [
    ...(hasPlan(running) || attends(running) ? [running] : []),
    ...(hasPlan(next) || (hasNextFees && attends(next) && isNextTurn) ? [next] : []),
  ]
}

/** Staff may set other frequencies than customers choose among; those cannot go on by themselves. */
export function renewedFrequency(frequency: Frequency): { frequency: OfferedFrequency; isKept: boolean } {
  const kept = offeredFrequencies.find((offered) => offered === frequency)
  return { frequency: kept ?? defaultFrequency, isKept: kept !== undefined }
}

/** The first day, from the earliest that is possible, on which a payment in the old rhythm would fall. */
export function renewedStart(
  oldStart: CalendarDate,
  frequency: OfferedFrequency,
  earliest: CalendarDate,
): CalendarDate {
  if (frequency === 'Month') return nextMonthly(oldStart, earliest)
  const step = frequency === 'Week' ? 7 : 14
  const beyond = daysBetween(oldStart, earliest) % step
  return addDays(earliest, (step - beyond) % step)
}

/** Counted from the old start, so that the 31st comes back after a short month. */
function nextMonthly(oldStart: CalendarDate, earliest: CalendarDate): CalendarDate {
  let months = 0
  while (addMonthsClamped(oldStart, months) < earliest) months += 1
  return addMonthsClamped(oldStart, months)
}

const reminderDays = 7
const leastDaysAfterLetter = 7

/**
 * Whether a family is reminded of the plan that was prepared for it: in the last days on which it can be edited, and not
 * while the letter about it is only a few days old.
 */
export function isReminderDue(
  today: CalendarDate,
  { writtenOn, editUntil }: { writtenOn: CalendarDate; editUntil: CalendarDate },
): boolean {
  const daysLeft = daysBetween(today, editUntil)
  return daysLeft >= 0 && daysLeft <= reminderDays && daysBetween(writtenOn, today) >= leastDaysAfterLetter
}
