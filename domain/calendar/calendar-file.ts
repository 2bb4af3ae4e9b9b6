import { addDays, formatDayOfMonth, type CalendarDate } from './calendar.ts'
import { knownReason, type BankCalendar } from './holidays.ts'
import { formatCurrency, type DecimalAmount } from '../money.ts'
import { tuitionYearName, type PlanPaymentStatus } from '../plan/payment-schedule.ts'
import type { Region } from '../region.ts'

/** An all-day event that does not block time. */
export type CalendarEvent = {
  /** Never changes: calendars use it to recognise the event. */
  uid: string
  date: CalendarDate
  summary: string
  description: string
  /** Counts the changes, so that a calendar never replaces a newer version with an older one. */
  sequence?: number
  /** When it was last changed; defaults to the time of the file. */
  changedAt?: Date
  /** A reminder on the morning before. */
  hasReminder?: boolean
}

export type CalendarFile = {
  name: string
  events: readonly CalendarEvent[]
  /** When the file was created. */
  stamp: Date
  /** The refresh interval for calendars that subscribe to the file. */
  refreshHours?: number
}

/** A calendar in iCalendar format (RFC 5545). */
export function calendarFile({ name, events, stamp, refreshHours }: CalendarFile): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Larkwell//Payment plan//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    ...(refreshHours === undefined
      ? []
      : [`REFRESH-INTERVAL;VALUE=DURATION:PT${refreshHours}H`, `X-PUBLISHED-TTL:PT${refreshHours}H`]),
    ...events.flatMap((event) => eventLines(event, stamp)),
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')
}

function eventLines(event: CalendarEvent, stamp: Date): string[] {
  const changedAt = instantText(event.changedAt ?? stamp)
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(event.uid)}`,
    // In a file without invitations, both mean the last change of the event.
    `DTSTAMP:${changedAt}`,
    `LAST-MODIFIED:${changedAt}`,
    `SEQUENCE:${event.sequence ?? 0}`,
    `DTSTART;VALUE=DATE:${dayText(event.date)}`,
    `DTEND;VALUE=DATE:${dayText(addDays(event.date, 1))}`,
    `SUMMARY:${escaped(event.summary)}`,
    `DESCRIPTION:${escaped(event.description)}`,
    'TRANSP:TRANSPARENT',
    ...(event.hasReminder
      ? [
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          `DESCRIPTION:${escaped(event.summary)}`,
          // Relative to midnight: nine in the morning on the day before.
          'TRIGGER:-PT15H',
          'END:VALARM',
        ]
      : []),
    'END:VEVENT',
  ]
}

const dayText = (date: CalendarDate) => date.replaceAll('-', '')

const instantText = (instant: Date) => instant.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')

/** Escapes special characters with a backslash and removes invisible ones. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
}

const longestLine = 75

/** A line has at most 75 octets and continues on the next one after a space. Characters are never split. */
function folded(line: string): string {
  let [text, length] = ['', 0]
  for (const letter of line) {
    const octets = octetsOf(letter)
    if (length + octets > longestLine) {
      text += '\r\n '
      length = 1
    }
    text += letter
    length += octets
  }
  return text
}

/** The length in UTF-8. */
function octetsOf(letter: string): number {
  const code = letter.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/** The fields of a plan's payment that a calendar shows. */
export type DatedPayment = {
  /** The day on which it was or will be collected. */
  date: CalendarDate
  dueDate: CalendarDate
  amount: DecimalAmount
  status: PlanPaymentStatus
  /** The part that is paid. */
  settled?: DecimalAmount
  /** Set for a failed payment that is tried again: the same as `date`. */
  retryOn?: CalendarDate | undefined
  /** The day on which it was to be collected before the family moved it. */
  movedFrom?: CalendarDate | undefined
  /** The total collected for all plans on that day, if it exceeds this payment. */
  dayTotal?: DecimalAmount | undefined
}

export type PaymentSeries = {
  /** Identifies the plan; together with the payment's id it identifies the event. */
  key: string
  calendar: BankCalendar
  schoolName: string
  planYear: number
  count: number
}

/**
 * Only the date, the amount and the school: a calendar may be seen by others. The event's id is not always the
 * payment's number, because the numbers change when an earlier payment is cancelled.
 */
export function paymentEvent(
  payment: DatedPayment,
  number: number,
  plan: PaymentSeries,
  name = number,
): CalendarEvent {
  const { region } = plan.calendar
  const amount = formatCurrency(payment.amount, region)
  return {
    uid: `${plan.key}-${name}-larkwell`,
    date: payment.date,
    summary: `School fees: ${amount}${ofDay(payment, region)} (${plan.schoolName})`,
    description: [
      `Payment ${number} of ${plan.count} of your ${tuitionYearName(plan.planYear, region)} payment plan.`,
      movedSentence(payment, plan.calendar),
      settledSentence(payment, region),
      dayTotalSentence(payment, region),
      statusSentence(payment),
    ]
      .filter((sentence) => sentence !== undefined)
      .join('\n'),
    hasReminder: isToCome(payment),
  }
}

/** Whether the payment is still to be collected, including a failed one that is retried. */
function isToCome({ status, retryOn }: DatedPayment): boolean {
  return status === 'Next' || status === 'ToCome' || (status === 'Failed' && retryOn !== undefined)
}

export const calendarName = (schoolName: string) => `School fees, ${schoolName}`

function movedSentence(
  { dueDate, date, movedFrom }: DatedPayment,
  calendar: BankCalendar,
): string | undefined {
  if (movedFrom) return `Moved from ${formatDayOfMonth(movedFrom)} at your request.`
  const reason = dueNote(dueDate, date, calendar)
  return reason && `Moved: ${reason}.`
}

function settledSentence({ settled, status }: DatedPayment, region: Region): string | undefined {
  if (!Number(settled) || status === 'Paid') return undefined
  return `${formatCurrency(settled, region)} of it is paid already, and only the rest is collected.`
}

const ofDay = ({ dayTotal }: DatedPayment, region: Region) =>
  dayTotal === undefined ? '' : ` of ${formatCurrency(dayTotal, region)}`

function dayTotalSentence({ dayTotal }: DatedPayment, region: Region): string | undefined {
  if (dayTotal === undefined) return undefined
  return `Another plan is collected on this day too: ${formatCurrency(dayTotal, region)} in all.`
}

function statusSentence({ status, retryOn }: DatedPayment): string | undefined {
  if (status === 'Paid') return 'Paid.'
  if (status === 'Pending') return 'In progress.'
  if (status === 'Held')
    return 'On hold: it is not collected on this day. We write to you before we collect it.'
  if (status !== 'Failed') return undefined
  return retryOn ? 'It did not go through. We try again on this day.' : 'It did not go through.'
}

/**
 * "due Fri 26 March, Good Friday", for a payment collected on another day than its due date; "moved from Fri 26 March"
 * where that is the wish of the family.
 */
export function dueNote(
  dueDate: CalendarDate,
  date: CalendarDate,
  calendar: BankCalendar,
  movedFrom?: CalendarDate | null,
): string | undefined {
  if (movedFrom) return `moved from ${formatDayOfMonth(movedFrom)}`
  if (dueDate === date) return undefined
  return ['due ' + formatDayOfMonth(dueDate), whyMoved(dueDate, calendar)].filter(Boolean).join(', ')
}

/** The reason for a moved day. A weekend is no reason, because the weekday is named already; without known holidays the reason is unknown. */
function whyMoved(dueDate: CalendarDate, calendar: BankCalendar): string | undefined {
  const reason = knownReason(dueDate, calendar)
  return reason === 'Saturday' || reason === 'Sunday' ? 'weekend' : reason
}
