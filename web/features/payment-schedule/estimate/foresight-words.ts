import { formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { Foresight, FullMonth, Move } from '#domain/plan/foresight.ts'
import { cents, toDecimal } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import { formatMoney } from '../../../ui/money/money.tsx'
import { dayAndMonth, weekdayAndDay } from '../../plan/day-words.ts'

/** The sentence of a warning. */
export function foresightSentence(line: Foresight, region: Region): string {
  switch (line.kind) {
    case 'StartsTooEarly':
      return `${whyTooEarly(line.sourceName)} the first payment can safely leave on ${formatDate(line.safeDate)}.`
    case 'CardExpires':
      return `Your ${line.sourceName} expires ${expiryWords(line.expiry)}, before ${whichPayments(line)}.`
    case 'WholeYearLate':
      return `The school year began on ${dayAndMonth(line.yearStart)}. This plan pays for all of it by ${dayAndMonth(line.lastDate)}, so each payment is larger than in a plan from the start. With a shorter plan length you pay fewer, larger amounts.`
    case 'FullMonths':
      return fullMonthSentences(line.months, region).join(' ')
    case 'Moves':
      return moveSentence(line.first, line.more)
  }
}

function whyTooEarly(sourceName: string | null): string {
  return sourceName === null
    ? 'There is no payment method yet that can pay. If you add a bank account today,'
    : `Your bank has yet to confirm your ${lowerFirst(sourceName)}. Once it has,`
}

function lowerFirst(name: string): string {
  return name.startsWith('Bank') ? `b${name.slice(1)}` : name
}

/** "06/27" for 2027-06, as it is printed on the card. */
function expiryWords(expiry: string): string {
  return `${expiry.slice(5)}/${expiry.slice(2, 4)}`
}

function whichPayments({ after, of }: { after: number; of: number }): string {
  if (after === of) return of === 1 ? 'your payment' : 'your first payment'
  return after === 1 ? `the last of your ${of} payments` : `${after} of your ${of} payments`
}

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven']

/** "April and October have three payments, $1,356.30 in each month." */
function fullMonthSentences(months: readonly FullMonth[], region: Region): string[] {
  const names = namesOf(months)
  return [...Map.groupBy(months, ({ count }) => count)].map(([count, alike]) => {
    const list = new Intl.ListFormat('en-AU').format(alike.map(({ month }) => names.get(month) ?? month))
    const amounts = alike.map(({ amount }) => amount)
    const most = formatMoney(toDecimal(cents(Math.max(...amounts))), region)
    const each = amounts.length === 1 ? '' : ' in each month'
    const sum = new Set(amounts).size === 1 ? `${most}${each}` : `up to ${most}${each}`
    return `${list} ${alike.length === 1 ? 'has' : 'have'} ${numbers[count] ?? count} payments, ${sum}.`
  })
}

/** By its name alone, unless another year has one of that name too. */
function namesOf(months: readonly FullMonth[]): Map<string, string> {
  const isTwice = (month: string) =>
    months.some((other) => other.month !== month && other.month.slice(5) === month.slice(5))
  return new Map(
    months.map(({ month }) => {
      const words = formatDate(`${month}-01`).replace(/^\d+ /, '')
      return [month, isTwice(month) ? words : words.replace(/ \d{4}$/, '')]
    }),
  )
}

function moveSentence({ due, date, reason }: Move, more: number): string {
  const others = more === 0 ? '' : more === 1 ? ', and 1 more moves too' : `, and ${more} more move too`
  return `The payment due on ${dueWords(due, reason)} leaves on ${weekdayAndDay(date)}${others}.`
}

/** A weekend is its own reason. */
function dueWords(due: CalendarDate, reason: string): string {
  const day = weekdayAndDay(due)
  return reason === '' || day.startsWith(reason) ? day : `${day} (${reason})`
}
