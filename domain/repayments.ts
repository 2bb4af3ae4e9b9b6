import { dateIn, hourIn, startOfDay, type CalendarDate } from './calendar/calendar.ts'
import { addBusinessDays, isBusinessDay, nextBusinessDay, type BankCalendar } from './calendar/holidays.ts'
import type { DeclineReason } from './payments.ts'
import type { Region } from './region.ts'
import type { Transitions } from './transitions.ts'

/** One payment of a plan, from its due date until it is paid. */
export const instalmentStatuses = [
  'Scheduled',
  'Collecting',
  'Retrying',
  'Paid',
  'Overdue',
  'Cancelled',
] as const
export type InstalmentStatus = (typeof instalmentStatuses)[number]

export const instalmentTransitions: Transitions<InstalmentStatus> = {
  // Paid without a debit if the family pays it itself; overdue if there is nothing to debit.
  Scheduled: ['Collecting', 'Paid', 'Overdue', 'Cancelled'],
  Collecting: ['Paid', 'Retrying', 'Overdue'],
  // It failed, and a retry is scheduled.
  Retrying: ['Collecting', 'Paid', 'Overdue', 'Cancelled'],
  // The money can still go back, years later. The family is asked for it again, or nobody is.
  Paid: ['Scheduled', 'Overdue', 'Cancelled'],
  // The family, or staff for it, arranges a retry on another day or with another method.
  Overdue: ['Retrying', 'Paid', 'Cancelled'],
  // A refund that failed has come back to us.
  Cancelled: ['Paid'],
}

const lackOfMoney = [3, 7]
const never: readonly number[] = []

/**
 * The business day after its first failure on which a payment is retried, by the reason. Failures that would repeat
 * are not retried: banks count such attempts against us, and families pay for them.
 */
export const retryDays: Record<DeclineReason, readonly number[]> = {
  insufficient_funds: lackOfMoney,
  // Australian banks use it when they give no reason.
  refer_to_customer: lackOfMoney,
  card_declined: lackOfMoney,
  processing_error: [1, 3],
  lost_card: never,
  stolen_card: never,
  expired_card: never,
  incorrect_cvc: never,
  incorrect_number: never,
  authentication_required: never,
  not_confirmed: never,
  over_limit: never,
  too_small: never,
  account_closed: never,
  no_account: never,
  debit_not_authorized: never,
  method_gone: never,
  not_accepted: never,
}

/** The date of the next attempt after `tries` failures, or null if the family must act. */
export function nextTry(
  reason: DeclineReason,
  failed: { tries: number; firstFailedOn: CalendarDate; today: CalendarDate; calendar: BankCalendar },
): CalendarDate | null {
  const days = retryDays[reason][failed.tries - 1]
  if (days === undefined) return null
  const planned = addBusinessDays(failed.firstFailedOn, days, failed.calendar)
  // A late reply from the bank delays the next attempt but does not cancel it.
  return planned > failed.today ? planned : addBusinessDays(failed.today, 1, failed.calendar)
}

/** The family is notified before money is taken: this many business days ahead, and never fewer than the second figure. */
const noticeBusinessDays = 3
const leastNoticeBusinessDays = 2

/** A collection is announced from this day on. */
export function noticeDay(collectOn: CalendarDate, calendar: BankCalendar): CalendarDate {
  return addBusinessDays(collectOn, -noticeBusinessDays, calendar)
}

/** The latest collection that is announced on a day. */
export function announcedUpTo(today: CalendarDate, calendar: BankCalendar): CalendarDate {
  return addBusinessDays(today, noticeBusinessDays, calendar)
}

/** Notices up to this day are old enough for their money to be taken today. */
export function noticedBy(today: CalendarDate, calendar: BankCalendar): CalendarDate {
  return addBusinessDays(today, -leastNoticeBusinessDays, calendar)
}

/** The first day on which money may be taken that was announced on this day. */
export function afterNotice(noticedOn: CalendarDate, calendar: BankCalendar): CalendarDate {
  return addBusinessDays(nextBusinessDay(noticedOn, calendar), leastNoticeBusinessDays, calendar)
}

const collectsFromHour = 7

/** Money is taken only on business days and not at night, because a failure may send a text message. */
export function isCollectionTime(instant: Date, calendar: BankCalendar): boolean {
  const { region } = calendar
  return hourIn(region, instant) >= collectsFromHour && isBusinessDay(dateIn(region, instant), calendar)
}

const hourMs = 60 * 60_000

/** The moment from which the money of a day is taken. */
export function collectionStart(day: CalendarDate, region: Region): Date {
  let moment = startOfDay(day, region)
  while (hourIn(region, moment) < collectsFromHour) moment = new Date(moment.getTime() + hourMs)
  return moment
}

/** The number of business days after the due date in which a BPAY payment may arrive before it counts as missed. */
const depositGraceBusinessDays = 3

/** Deposits due up to this day should have arrived by now. */
export function depositsDueBy(today: CalendarDate, calendar: BankCalendar): CalendarDate {
  return addBusinessDays(today, -depositGraceBusinessDays - 1, calendar)
}

/** The day on which a missing deposit counts as missed. */
export function depositMissedOn(dueOn: CalendarDate, calendar: BankCalendar): CalendarDate {
  return addBusinessDays(dueOn, depositGraceBusinessDays + 1, calendar)
}
