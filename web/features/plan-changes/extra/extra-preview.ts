import { addBusinessDays, nextBusinessDay, type BankCalendar } from '#domain/calendar/holidays.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, sumOf, toDecimal, type Cents } from '#domain/money.ts'
import { paymentMaxCents } from '#domain/pay-now.ts'
import { changeableUntil } from '#domain/plan/changes/coming.ts'
import {
  effectOf,
  extraOutcomes,
  withExtra,
  type CollectedPayment,
  type ExtraEffect,
  type ExtraOutcome,
} from '#domain/plan/changes/extra.ts'
import { minimumInstalmentCents } from '#domain/plan/payment-schedule.ts'
import type { RunningPlan } from '../use-flexible.ts'
import { paymentsText } from '../words.ts'

/** A bank may take so long to bring the money of a debit. */
const debitBusinessDays = 3

/** The day by which the money of a debit that is sent today has arrived. */
export function arrivalOf(today: CalendarDate, calendar: BankCalendar): CalendarDate {
  return addBusinessDays(nextBusinessDay(today, calendar), debitBusinessDays, calendar)
}

/** The payments that an extra payment can still pay, by the day on which it counts. */
export type ExtraScope = {
  coming: CollectedPayment[]
  /** All that is left, without what is on its way already. */
  most: Cents
  calendar: BankCalendar
  today: CalendarDate
}

export function scopeOf(plan: RunningPlan, countsOn: CalendarDate): ExtraScope {
  const { calendar } = plan.facts.material
  const { today } = plan.facts.offer
  const all = plan.flexible.coming as unknown as CollectedPayment[]
  const coming = countsOn > today ? all.filter(({ on }) => on > countsOn) : all
  const left = sumOf(coming) - (plan.flexible.extraOnItsWay ?? 0)
  return { coming, most: cents(Math.min(Math.max(0, left), paymentMaxCents)), calendar, today: countsOn }
}

export type Preview = { outcome: ExtraOutcome; rest: CollectedPayment[]; effect: ExtraEffect }

/** The plan under each outcome, as the server calculates it. */
export function previewsOf({ coming, calendar, today }: ExtraScope, extra: Cents): Preview[] {
  return extraOutcomes.flatMap((outcome) => {
    const rest = withExtra(coming, { extra, outcome }, { today, calendar })
    const effect = rest && effectOf(coming, rest, { today, calendar })
    return effect ? [{ outcome, rest, effect }] : []
  })
}

/** Until when the outcome can be switched: the first payment that it changes is prepared then. */
export function switchableUntil({ coming, calendar, today }: ExtraScope): CalendarDate | undefined {
  return coming.map(({ on }) => changeableUntil(on, calendar)).find((until) => today <= until)
}

export type QuickAmount = { label: string; amount: Cents }

/** "1 payment", "3 payments", "Everything": as far as each is something else. */
export function quickAmounts({ coming, most }: ExtraScope): QuickAmount[] {
  const of = (count: number): QuickAmount[] => {
    const amount = sumOf(coming.slice(0, count))
    return count < coming.length && amount < most ? [{ label: paymentsText(count), amount }] : []
  }
  return [...of(1), ...of(3), ...(most > 0 ? [{ label: 'Everything', amount: most }] : [])]
}

/** The error of an extra amount; undefined if it is valid. */
export function problemOf(
  amount: Cents | undefined,
  { most }: ExtraScope,
  money: (amount: number) => string,
): string | undefined {
  const least = Math.min(minimumInstalmentCents, most)
  if (amount === undefined) return `Please enter an amount from ${money(toDecimal(cents(least)))}.`
  if (amount < least) return `You can pay extra from ${money(toDecimal(cents(least)))}.`
  if (amount > most) return `That is more than what is left. You can pay up to ${money(toDecimal(most))}.`
  return undefined
}
