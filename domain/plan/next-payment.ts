import { compareDates, formatDate, type CalendarDate } from '../calendar/calendar.ts'
import { nextBusinessDay, type BankCalendar } from '../calendar/holidays.ts'
import { cents, sumOf, type Cents } from '../money.ts'
import {
  payingSourceFor,
  type RepaymentSourceType,
  type SurchargeAbsorption,
} from '../payment-methods/payment-methods.ts'
import type { ChargedMethod, SurchargeRate } from '../payment-methods/surcharges.ts'
import type { Region } from '../region.ts'
import { afterNotice } from '../repayments.ts'
import { debitOf, type Debit } from './debits.ts'
import { tuitionYearName } from './payment-schedule.ts'
import { isCollected, type DayOf, type Instalment, type PlanWithInstalments } from './plan-payments.ts'

/** A saved payment method with what decides whether it pays, and what that costs. */
export type PlanSource = ChargedMethod & {
  /** Needed where an instalment may have a method of its own. */
  id?: string
  type: RepaymentSourceType
  isPreferred: boolean
  isDefault: boolean
  /** The day from which a pending change activates it; null without one. */
  activeFrom: CalendarDate | null
}

/** The facts that decide when the instalments of an account are collected. */
export type CollectionTerms = {
  calendar: BankCalendar
  today: CalendarDate
  sources: readonly Pick<PlanSource, 'id' | 'type' | 'isPreferred' | 'isDefault' | 'activeFrom'>[]
}

/**
 * The day on which an instalment that waits is collected. That is its planned day or that of its next try, but never
 * before its full notice has run, and never in the past: what is late is collected on the next business day, as is what
 * was planned for a day that has become a holiday. A family that pays by BPAY sends the money itself, by the planned day.
 */
export function collectionDays({ calendar, today, sources }: CollectionTerms): DayOf {
  const soonest = nextBusinessDay(today, calendar)
  const soonestWithNotice = afterNotice(today, calendar)
  return ({ collectOn, retryOn, noticedOn, sourceId = null }) => {
    const stored = retryOn ?? collectOn
    const planned = stored > today ? nextBusinessDay(stored, calendar) : stored
    if (payingSourceFor(sources, { sourceId }, planned)?.type === 'CustomerDeposit') return planned
    return latest(planned, noticedOn ? latest(soonest, afterNotice(noticedOn, calendar)) : soonestWithNotice)
  }
}

const latest = (one: CalendarDate, other: CalendarDate) => (one > other ? one : other)

const waits = (instalment: Instalment) =>
  (instalment.status === 'Scheduled' || instalment.status === 'Retrying') && instalment.open > 0

export type PaymentPart<Plan extends PlanWithInstalments> = {
  plan: Plan
  instalment: Plan['instalments'][number]
  /** The instalment before it; undefined for the first of a plan. */
  previous: Plan['instalments'][number] | undefined
} & Debit

export type NextPayment<
  Plan extends PlanWithInstalments = PlanWithInstalments,
  Source extends PlanSource = PlanSource,
> = {
  on: CalendarDate
  /** The amount collected for the instalments. */
  amount: Cents
  surcharge: Cents
  /** The total charged: amount and surcharge. */
  total: Cents
  basisPoints: number
  /** Undefined if the account has no payment method. */
  source: Source | undefined
  /** By due date. Usually one; a new try, or a second plan, can fall on the same day. */
  parts: PaymentPart<Plan>[]
}

export type NextPaymentFacts<
  Plan extends PlanWithInstalments = PlanWithInstalments,
  Source extends PlanSource = PlanSource,
> = {
  region: Region
  calendar: BankCalendar
  plans: readonly Plan[]
  sources: readonly Source[]
  absorbCardSurcharge: SurchargeAbsorption
  surchargeRates: readonly SurchargeRate[]
}

/**
 * What is collected next of all plans of an account: everything that is taken on the next day with a collection from one
 * method. What another method pays on that day is another payment.
 */
export function nextPayment<Plan extends PlanWithInstalments, Source extends PlanSource>(
  facts: NextPaymentFacts<Plan, Source>,
  today: CalendarDate,
): NextPayment<Plan, Source> | undefined {
  const waiting = waitingParts(facts, today)
  const [first, ...others] = waiting
  if (!first) return undefined
  const on = others.reduce((soonest, { day }) => (day < soonest ? day : soonest), first.day)
  return paymentsOf(facts, waiting, on)[0]
}

/** The collections for all plans of an account on a future day, by method. */
export function paymentsOn<Plan extends PlanWithInstalments, Source extends PlanSource>(
  facts: NextPaymentFacts<Plan, Source>,
  { on, today }: { on: CalendarDate; today: CalendarDate },
): NextPayment<Plan, Source>[] {
  return paymentsOf(facts, waitingParts(facts, today), on)
}

/** Plans with the facts that decide when they are collected. */
type Collected<Plan extends PlanWithInstalments> = Omit<CollectionTerms, 'today'> & { plans: readonly Plan[] }

type WaitingPart<Plan extends PlanWithInstalments> = Omit<PaymentPart<Plan>, keyof Debit> & {
  day: CalendarDate
}

function waitingParts<Plan extends PlanWithInstalments>(
  { calendar, plans, sources }: Collected<Plan>,
  today: CalendarDate,
): WaitingPart<Plan>[] {
  const dayOf = collectionDays({ calendar, today, sources })
  return plans
    .filter(isCollected)
    .flatMap((plan) =>
      plan.instalments.flatMap((instalment, index) =>
        waits(instalment)
          ? [{ plan, instalment, previous: previousOf(plan, index), day: dayOf(instalment) }]
          : [],
      ),
    )
}

function previousOf<Plan extends PlanWithInstalments>(
  { instalments }: Plan,
  index: number,
): Plan['instalments'][number] | undefined {
  return instalments.slice(0, index).findLast(({ isExtra }) => !isExtra)
}

function paymentsOf<Plan extends PlanWithInstalments, Source extends PlanSource>(
  facts: NextPaymentFacts<Plan, Source>,
  waiting: readonly WaitingPart<Plan>[],
  on: CalendarDate,
): NextPayment<Plan, Source>[] {
  const ofDay = waiting
    .filter(({ day }) => day === on)
    .toSorted((one, other) => compareDates(one.instalment.dueOn, other.instalment.dueOn))
  const bySource = Map.groupBy(ofDay, ({ instalment }) => payingSourceFor(facts.sources, instalment, on))
  return Array.from(bySource, ([source, parts]) => paymentFrom(facts, source, parts, on))
}

function paymentFrom<Plan extends PlanWithInstalments, Source extends PlanSource>(
  { region, absorbCardSurcharge: absorb, surchargeRates: rates }: NextPaymentFacts<Plan, Source>,
  source: Source | undefined,
  waiting: readonly WaitingPart<Plan>[],
  on: CalendarDate,
): NextPayment<Plan, Source> {
  // Each is a debit of its own, so each is rounded by itself.
  const parts = waiting.map(({ plan, instalment, previous }) => ({
    plan,
    instalment,
    previous,
    ...debitOf(source, instalment, { region, absorb, on, rates }),
  }))
  const amount = sumOf(parts)
  const surcharge = sumOf(parts.map((part) => ({ amount: part.surcharge })))
  const basisPoints = Math.max(...parts.map((part) => part.basisPoints))
  return { on, amount, surcharge, total: cents(amount + surcharge), basisPoints, source, parts }
}

/** All remaining collections of an account's plans, by day. */
export function collectionsToCome<Plan extends PlanWithInstalments>(
  facts: Collected<Plan>,
  today: CalendarDate,
): { plan: Plan; instalment: Plan['instalments'][number]; on: CalendarDate; amount: Cents }[] {
  return waitingParts(facts, today)
    .map(({ plan, instalment, day }) => ({ plan, instalment, on: day, amount: instalment.open }))
    .toSorted((one, other) => compareDates(one.on, other.on))
}

/** A part as families read it. */
export type CollectedPart = {
  dueOn: CalendarDate
  amount: Cents
  isRetry: boolean
  /** The tuition year of its plan, if parts of several plans are collected at once. */
  tuitionYear?: number
}

type PlanOfYear = PlanWithInstalments & { tuitionYear: number }

export function collectedParts({ parts }: NextPayment<PlanOfYear>): CollectedPart[] {
  const isOfSeveral = new Set(parts.map(({ plan }) => plan.tuitionYear)).size > 1
  return parts.map(({ plan, instalment, amount }) => ({
    dueOn: instalment.dueOn,
    amount,
    isRetry: instalment.status === 'Retrying',
    ...(isOfSeveral && { tuitionYear: plan.tuitionYear }),
  }))
}

/** "Instalment due 3 December 2026, tried again", "Instalment of your 2027 plan, due 3 December 2026" */
export function partName(
  { dueOn, isRetry, tuitionYear }: Omit<CollectedPart, 'amount'>,
  region: Region,
): string {
  const whose = tuitionYear === undefined ? '' : ` of your ${tuitionYearName(tuitionYear, region)} plan,`
  return `Instalment${whose} due ${formatDate(dueOn)}${isRetry ? ', tried again' : ''}`
}
