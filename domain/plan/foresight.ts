import { addDays, type CalendarDate } from '../calendar/calendar.ts'
import { addBusinessDays, closedReason, type BankCalendar } from '../calendar/holidays.ts'
import { cents, parseAmount, sumOf, type Cents } from '../money.ts'
import type { RepaymentSourceType } from '../payment-methods/payment-methods.ts'
import { tuitionYearStart, type Frequency, type PlanPaymentStatus } from './payment-schedule.ts'
import type { Region } from '../region.ts'
import { announcedUpTo } from '../repayments.ts'

/** A warning about a plan before it is saved, with the facts for its sentence. */
export type Foresight =
  | {
      kind: 'StartsTooEarly'
      /** The name of a bank account whose mandate is pending; null if there is no payment method. */
      sourceName: string | null
      firstDate: CalendarDate
      /** The first day that leaves the bank its time, and the family its notice. */
      safeDate: CalendarDate
    }
  | {
      kind: 'CardExpires'
      sourceName: string
      /** The last month of the card, as YYYY-MM. */
      expiry: string
      /** How many payments come after it, of how many. */
      after: number
      of: number
    }
  | {
      /** The plan begins late but still covers the whole school year. */
      kind: 'WholeYearLate'
      yearStart: CalendarDate
      lastDate: CalendarDate
    }
  | { kind: 'FullMonths'; months: FullMonth[] }
  | { kind: 'Moves'; first: Move; more: number }

/** A month with more payments than the rhythm of the plan makes one expect. */
export type FullMonth = { month: string; count: number; amount: Cents }

export type Move = { due: CalendarDate; date: CalendarDate; reason: string }

type Payment = { dueDate: string; date: string; amount: number; status: PlanPaymentStatus }

type Question = {
  plan: {
    planYear: number
    repaymentPeriod: Frequency
    /** The reduction because the family joined during the year. */
    partYearAdjustment: number | null
    payments: readonly Payment[]
  }
  calendar: BankCalendar
  today: CalendarDate
  /** The payment method: null without one, undefined while unknown. */
  source: Source | null | undefined
}

type Source = {
  type: RepaymentSourceType
  displayName: string
  expiryDate: string | null
  isUsable: boolean
  /** Whether the bank has yet to accept the mandate. */
  isMandatePending?: boolean
}

/** The warnings about a plan, the most important first. */
export function foresee({ plan, calendar, today, source }: Question): Foresight[] {
  const payments = plan.payments.filter(isToCome).map(toFacts)
  return [
    startingTooEarly(payments, calendar, today, source),
    cardExpiring(payments, source),
    wholeYearLate(plan, payments, calendar.region),
    fullMonths(payments, plan.repaymentPeriod),
    moving(payments, calendar),
  ].filter((line) => line !== undefined)
}

type Facts = { due: CalendarDate; date: CalendarDate; amount: Cents }

function isToCome({ status }: Payment): boolean {
  return status === 'Next' || status === 'ToCome'
}

/** The sender has checked these dates and amounts; here they get their types back. */
function toFacts({ dueDate, date, amount }: Payment): Facts {
  return { due: dueDate as CalendarDate, date: date as CalendarDate, amount: parseAmount(amount) ?? cents(0) }
}

/** The number of business days that a region's banks take to accept a new mandate. */
const mandateBusinessDays: Record<Region, number> = {
  // A mandate is valid as soon as the family agrees.
  AU: 0,
  // One cycle of the Bacs scheme.
  UK: 3,
}

/** The first day on which money can be taken by a mandate that is given today, announced in full time. */
export function firstSafeDate(today: CalendarDate, calendar: BankCalendar): CalendarDate {
  return announcedUpTo(addBusinessDays(today, mandateBusinessDays[calendar.region], calendar), calendar)
}

function startingTooEarly(
  [first]: readonly Facts[],
  calendar: BankCalendar,
  today: CalendarDate,
  source: Question['source'],
): Foresight | undefined {
  const isReady = source?.isUsable === true && !source.isMandatePending
  if (!first || source === undefined || isReady) return undefined
  const safeDate = firstSafeDate(today, calendar)
  if (first.date >= safeDate) return undefined
  const sourceName = source?.isUsable ? source.displayName : null
  return { kind: 'StartsTooEarly', sourceName, firstDate: first.date, safeDate }
}

function cardExpiring(payments: readonly Facts[], source: Question['source']): Foresight | undefined {
  if (!source?.isUsable || source.expiryDate === null) return undefined
  const expiry = source.expiryDate
  // A card serves to the end of the month that is printed on it.
  const after = payments.filter(({ date }) => date.slice(0, 7) > expiry).length
  if (after === 0) return undefined
  return { kind: 'CardExpires', sourceName: source.displayName, expiry, after, of: payments.length }
}

/** About a term: a family that starts later notices that its payments are larger. */
const lateAfterDays = 70

function wholeYearLate(
  { planYear, partYearAdjustment, payments: all }: Question['plan'],
  payments: readonly Facts[],
  region: Region,
): Foresight | undefined {
  const [first] = payments
  const last = payments.at(-1)
  const isNew = payments.length === all.length
  if (!first || !last || !isNew || partYearAdjustment) return undefined
  const yearStart = tuitionYearStart(planYear, region)
  if (first.due <= addDays(yearStart, lateAfterDays)) return undefined
  return { kind: 'WholeYearLate', yearStart, lastDate: last.date }
}

/** A family that pays weekly expects four in a month, fortnightly two. The rarer rhythms never have two in one. */
const expectedInAMonth: Partial<Record<Frequency, number>> = { Week: 4, Fortnight: 2, Month: 1 }

function fullMonths(payments: readonly Facts[], frequency: Frequency): Foresight | undefined {
  const expected = expectedInAMonth[frequency] ?? 1
  const byMonth = Map.groupBy(payments, ({ date }) => date.slice(0, 7))
  const months = [...byMonth]
    .filter(([, within]) => within.length > expected)
    .map(([month, within]) => ({
      month,
      count: within.length,
      amount: sumOf(within),
    }))
  return months.length === 0 ? undefined : { kind: 'FullMonths', months }
}

function moving(payments: readonly Facts[], calendar: BankCalendar): Foresight | undefined {
  const moved = payments.filter(({ due, date }) => due !== date)
  const [first] = moved
  if (!first) return undefined
  const reason = closedReason(first.due, calendar) ?? ''
  return {
    kind: 'Moves',
    first: { due: first.due, date: first.date, reason },
    more: moved.length - 1,
  }
}
