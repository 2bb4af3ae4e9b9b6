import { addDays, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { BankCalendar } from '#domain/calendar/holidays.ts'
import { payingSourceFor, type SourceStatus } from '#domain/payment-methods/payment-methods.ts'
import { usualFlexibility } from '#domain/plan/changes/flexibility.ts'
import { whyNotTried, type WhyNotTried } from '#domain/plan/changes/move-failed.ts'
import {
  canTryFrom,
  dayFromOtherMethod,
  daysToRetryOn,
  type RetryAnswer,
} from '#domain/plan/changes/retry.ts'
import { collectionDays, type PlanSource } from '#domain/plan/next-payment.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import { isUsable } from '../../books/payment-methods/paying-source.ts'
import type { NamedSource } from '../../people/accounts/plans.reads.ts'
import type { FailedPayment, FailedRow } from './failed-payments.reads.ts'

type Source = PlanSource & {
  id: string
  status: SourceStatus
  cardExpiry: string | null
  mandateStatus: string | null
}

type Setting<Each extends Source> = {
  calendar: BankCalendar
  today: CalendarDate
  sources: readonly Each[]
}

export type Ways<Each extends Source> = {
  /** The day of the planned try; null if none is planned. */
  triedOn: CalendarDate | null
  move: RetryAnswer | { whyNot: 'NotTried' }
  /** The last day that it may be moved to. */
  lastDay: CalendarDate
  /** The day on which it would be tried from another method. */
  otherMethodOn: CalendarDate
  otherMethods: Each[]
}

/**
 * Returns how a family can have a failed payment tried again. The Overview offers these ways, and the calls accept
 * nothing else.
 */
export function waysOf<Each extends Source>(failed: FailedPayment, setting: Setting<Each>): Ways<Each> {
  const { calendar, today, sources } = setting
  const rules = { ...usualFlexibility, ...failed.flexibility }
  const triedOn = failed.isRetried ? collectionDays(setting)(failed) : null
  const planned = failed.movedFrom ?? failed.collectOn
  const otherMethodOn = dayFromOtherMethod(triedOn, today, calendar)
  const canPay = (source: Each, on: CalendarDate) => failed.mayBeTried && canBeTriedFrom(failed, source, on)
  const notThisOne = failed.isRetried
    ? payingSourceFor(sources, failed, triedOn ?? otherMethodOn)?.id
    : failed.triedWith
  return {
    triedOn,
    move: move(
      daysToRetryOn({
        today,
        calendar,
        planned,
        triedOn,
        mostDaysLater: rules.mostDaysLater,
        movesLeft: Math.max(0, rules.movesPerYear - failed.moves),
      }),
      (day) => {
        const source = payingSourceFor(sources, failed, day)
        return source !== undefined && canPay(source, day)
      },
    ),
    lastDay: addDays(planned, rules.mostDaysLater),
    otherMethodOn,
    otherMethods: sources.filter((source) => source.id !== notThisOne && canPay(source, otherMethodOn)),
  }
}

const canBeTriedFrom = (failed: FailedPayment, source: Source, on: CalendarDate) =>
  isUsable(source, on) && canTryFrom(failed, source)

export type StaffWays = {
  triedOn: CalendarDate | null
  /** The methods with the days on which each can be tried; the usual method first. */
  methods: { source: NamedSource; days: CalendarDate[] }[]
  whyNot: WhyNotTried | null
}

/**
 * Returns how staff can have a failed payment tried for a family. The limit on moves does not apply to staff, and the
 * days count from today: when staff step in, most of the days after the planned one are over.
 */
export function waysForStaff(failed: FailedRow, today: CalendarDate): StaffWays {
  const { region, sources } = failed
  const calendar = bankCalendarOf(region)
  const { mostDaysLater } = { ...usualFlexibility, ...failed.flexibility }
  const triedOn = failed.isRetried ? collectionDays({ calendar, today, sources })(failed) : null
  const answer = daysToRetryOn({
    today,
    calendar,
    planned: today,
    triedOn,
    mostDaysLater,
    movesLeft: Infinity,
  })
  const days = 'days' in answer ? answer.days : []
  const own = payingSourceFor(sources, failed, days[0] ?? today)
  const sensible = sources.filter((source) => canTryFrom(failed, source) && isUsable(source, today))
  const methods = sensible
    .map((source) => ({ source, days: days.filter((day) => canBeTriedFrom(failed, source, day)) }))
    .filter((method) => method.days.length > 0)
    .toSorted((one, other) => Number(other.source === own) - Number(one.source === own))
  const whyNot = whyNotTried({
    isPaying: failed.isPaying,
    isDisputed: failed.isDisputed,
    mayBeTried: failed.mayBeTried,
    wentBack: failed.reason === null && failed.tries > 0,
    methods: sensible.length,
    days: methods.length,
  })
  return { triedOn, methods: whyNot === null ? methods : [], whyNot }
}

/** Keeps only the days for which there is a suitable method. */
function move(answer: RetryAnswer, canBeTriedOn: (day: CalendarDate) => boolean): Ways<Source>['move'] {
  if ('whyNot' in answer) return answer
  const [first, ...others] = answer.days.filter(canBeTriedOn)
  return first === undefined ? { whyNot: 'NotTried' } : { days: [first, ...others] }
}
