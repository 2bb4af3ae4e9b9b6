import {
  formatDate,
  formatDateCompact,
  weekday,
  yearOf,
  type CalendarDate,
} from '#domain/calendar/calendar.ts'
import { sumOf, type Cents } from '#domain/money.ts'
import { changeableUntil } from '#domain/plan/changes/coming.ts'
import { answerBy, mostToSkip } from '#domain/plan/changes/skip-rules.ts'
import { tuitionYearEnd } from '#domain/plan/payment-schedule.ts'
import { dayAndMonth, weekdays } from '../../plan/day-words.ts'
import { capitalised, endOf, moneyOf, paymentsText, rhythms } from '../words.ts'
import type { Coming } from '../plan-facts.ts'
import type { SkipFacts, WorkedOut } from './skip-facts.ts'

const numbers = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
]

/** "two"; from twelve on in digits. */
export function inWords(count: number): string {
  return numbers[count] ?? String(count)
}

export function leadOf(facts: SkipFacts): string {
  const most = mostToSkip(facts)
  const count =
    most === 1 ? 'one payment' : most === 2 ? 'one or two payments' : `one to ${inWords(most)} payments`
  return `Choose ${count}. You see what the rest becomes before you decide.`
}

const suffixes: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' }
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })

/** "Tuesday 1st" */
function dayInMonth(on: CalendarDate): string {
  const day = Number(on.slice(-2))
  return `${weekdays[weekday(on) - 1]} ${day}${suffixes[ordinals.select(day)] ?? 'th'}`
}

const monthOf = (on: CalendarDate) => dayAndMonth(on).replace(/^\d+ /, '')

export type PaymentName = { name: string; day: string }

/** By its month where each month has one payment; otherwise by its day. */
export function paymentNames(coming: readonly Coming[]): (payment: Coming) => PaymentName {
  const months = coming.map(({ on }) => on.slice(0, 7))
  const isMonthly = new Set(months).size === months.length && months.length <= 12
  return ({ on }) =>
    isMonthly
      ? { name: monthOf(on), day: dayInMonth(on) }
      : { name: formatDateCompact(on).replace(/ \d{4}$/, ''), day: weekdays[weekday(on) - 1] ?? '' }
}

/** "December and January", "December to February" where they follow each other. */
export function skippedNames(coming: readonly Coming[], skipped: readonly Coming[]): string {
  const nameOf = paymentNames(coming)
  const names = skipped.map((payment) => nameOf(payment).name)
  const places = skipped.map((payment) => coming.indexOf(payment))
  const isRow = places.every((place, index) => place === (places[0] ?? 0) + index)
  if (names.length > 2 && isRow) return `${names[0]} to ${names.at(-1)}`
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')
}

export type Headline = { eyebrow: string; amount: Cents; text: string }

/** The headline figure after a skip. */
export function headlineOf(facts: SkipFacts, { rest, details, outcome }: WorkedOut): Headline {
  const { region, rhythm } = facts
  const often = rhythms[rhythm.frequency]
  const first = details.skipped[0]?.dueOn ?? ''
  const following = rest.filter(({ dueOn }) => dueOn > first)
  const begin = onOf(facts, following[0])
  const words = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(', ')
  if (outcome === 'AtEnd')
    return {
      eyebrow: 'You still pay',
      amount: details.each.after,
      text: words(often, paymentsText(rest.length), `until ${formatDate(details.lastOn.after)}`),
    }
  const more = moneyOf(details.each.after - details.each.before, region)
  return {
    eyebrow: `From ${begin ? dayAndMonth(begin) : ''} you pay`,
    amount: details.each.after,
    text: words(
      details.isEven ? often : 'at first',
      paymentsText(following.length),
      `${more} more than now${details.isEven ? '' : ' each'}`,
    ),
  }
}

function onOf({ coming }: SkipFacts, payment: { dueOn: CalendarDate; collectOn: CalendarDate } | undefined) {
  return coming.find(({ dueOn }) => dueOn === payment?.dueOn)?.on ?? payment?.collectOn
}

export function nextOn(facts: SkipFacts, { rest }: WorkedOut): CalendarDate | undefined {
  return onOf(facts, rest[0])
}

/** What adding at the end means for the year after. */
export function atEndHint({ tuitionYear, region, coming }: SkipFacts, { rest, details }: WorkedOut): string {
  const end = tuitionYearEnd(tuitionYear, region)
  const late = rest.filter(({ dueOn }) => dueOn > end && !coming.some((was) => was.dueOn === dueOn)).length
  const [count, tail] = late > 0 ? [late, 'into next year’s plan'] : [details.skipped.length, undefined]
  const noun = count === 1 ? 'One payment' : `${capitalised(inWords(count))} payments`
  return tail
    ? `${noun} ${count === 1 ? 'runs' : 'run'} ${tail}`
    : `${noun} ${count === 1 ? 'follows' : 'follow'} after the last one`
}

/** The curve in a sentence. */
export function curveSentence(facts: SkipFacts, { rest, details, outcome }: WorkedOut): string {
  const { region, coming, rhythm } = facts
  const total = moneyOf(sumOf(coming), region)
  const count = details.skipped.length
  const isFirst = details.skipped.every(({ dueOn }, index) => coming[index]?.dueOn === dueOn)
  const start = isFirst
    ? `What is left stays at ${total} while ${paymentsText(count)} ${count === 1 ? 'is' : 'are'} skipped, then falls`
    : `What is left is ${total} now. It does not fall with the ${paymentsText(count)} that ${count === 1 ? 'is' : 'are'} skipped, and falls`
  const { before, after } = details.lastOn
  if (outcome === 'Spread' || before === after)
    return `${start} to nothing by ${formatDate(after)}, as it does now.`
  const often = rhythms[rhythm.frequency]
  const isSame = rest.every(({ amount }) => amount === rest[0]?.amount)
  const pace = isSame && rest[0] && often ? ` by ${moneyOf(rest[0].amount, region)} ${often}` : ''
  return `${start}${pace} to nothing on ${formatDate(after)} instead of ${formatDate(before)}.`
}

export type GrantNote = { isGranted: boolean; title: string; text: string }

/** Whether it is granted at once, or looked at first, and until when that takes. */
export function grantNote(facts: SkipFacts, skipped: readonly Coming[]): GrantNote {
  const { skipsLeft, skipsPerYear, today, calendar } = facts
  const count = skipped.length
  if (count <= skipsLeft)
    return {
      isGranted: true,
      title: 'Granted at once',
      text: `Your school lets you skip up to ${countedInWords(skipsPerYear)} in a school year.`,
    }
  const answer = answerBy(today, calendar)
  const by = `you have our answer by ${endOf(answer)}`
  const rule =
    skipsPerYear === 0
      ? `Your school wants one of us to look first: ${by}.`
      : skipsLeft === 0
        ? `You have used what your school lets us grant at once in a school year. One of us looks first: ${by}.`
        : `Your school lets us grant ${skipsLeft === skipsPerYear ? `up to ${inWords(skipsLeft)}` : `${inWords(skipsLeft)} more`} at once. For ${inWords(count)}, one of us looks first: ${by}.`
  const [first] = skipped
  const until = first && changeableUntil(first.on, calendar)
  const risk =
    first && until && until < answer
      ? ` We can only grant it until ${endOf(until)}; after that the payment of ${dayAndMonth(first.on)} is collected.`
      : ''
  return { isGranted: false, title: 'We review this', text: `${rule} Until then nothing changes.${risk}` }
}

function countedInWords(count: number): string {
  return count === 1 ? 'one payment' : `${inWords(count)} payments`
}

/** "2 Aug", without the year where both are of one year. */
export function shortDay(on: CalendarDate, beside: CalendarDate): string {
  const text = formatDateCompact(on)
  return yearOf(on) === yearOf(beside) ? text.replace(/ \d{4}$/, '') : text
}
