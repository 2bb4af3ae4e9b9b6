import { dateIn, daysBetween, type CalendarDate } from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import type { MessageKind } from '#server/letters/messages/message.ts'
import type { FamilyCheck } from './family-check.ts'
import { owingOf, sumOf, toComeOf, type Debit, type FamilyLog } from './log.ts'
import { calendars } from '../testing/holiday-rules.ts'

/** Fees less discounts are what is planned, and that is what was taken, what is owed and what is still to come. */
export const everyCentIsAccountedFor: FamilyCheck = ({ plans, charged, surcharges }) => {
  const ofPlans = plans.flatMap(({ year, fees, planned, instalments }) => {
    const split = sumOf(instalments, ({ amount }) => amount)
    return [
      ...(planned === fees ? [] : [`${year}: the schools charge ${fees}, the plan says ${planned}`]),
      ...(split === planned ? [] : [`${year}: the plan says ${planned}, its payments are ${split}`]),
    ]
  })
  const fees = sumOf(plans, (plan) => plan.fees)
  const rest = sumOf(plans, (plan) => owingOf(plan) + toComeOf(plan))
  const accounted = charged - surcharges + rest
  return [
    ...ofPlans,
    ...(accounted === fees
      ? []
      : [
          `fees ${fees}, but ${charged - surcharges} taken and ${rest} owed or to come: off by ${accounted - fees}`,
        ]),
  ]
}

const leastBusinessDays = 2
/** Where we were away on the day that was named, banks accept a debit this much later, and no more. */
const mostBusinessDaysLate = 3

/** A first try needs a notice, in time. Of a new try, the mail about the failure says when it is. */
export const everyDebitWasAnnounced: FamilyCheck = (family) => {
  const days = daysOf(family)
  return days.flatMap(([day, debits], index) => {
    const charged = sumOf(debits, (debit) => debit.charged)
    const what = `${charged} on ${day} (${debits.map(({ year, seq }) => `${year}/${seq}`).join(', ')})`
    const named = namedSince(family, days[index - 1]?.[0], day)
    const exact = named.filter(({ on }) => on === day)
    // What was named for days on which nothing was taken is taken together.
    const notices = exact.length > 0 && sumOf(exact, ({ amount }) => amount) === charged ? exact : named
    if (notices.length === 0) return [`${what} was not announced`]
    const announced = sumOf(notices, ({ amount }) => amount)
    const isInTime =
      debits.every((debit) => isTriedAgain(family, debit)) || notices.some(({ isNotice }) => isNotice)
    return [
      ...(isInTime ? [] : [`${what} was announced too late`]),
      ...(announced === charged ? [] : [`${what} was announced as ${announced}`]),
    ]
  })
}

type Named = { on: CalendarDate; amount: number; isNotice: boolean }

/** The days that messages have named since the last debit, each with the last that was said of it. */
function namedSince(
  { region, messages }: FamilyLog,
  last: CalendarDate | undefined,
  day: CalendarDate,
): Named[] {
  const earliest = addBusinessDays(day, -mostBusinessDaysLate, calendars[region])
  const inTime = messages.flatMap(({ announces, at, kind }) => {
    const on = announces?.on
    const isMeant = on && on <= day && on >= earliest && (last === undefined || on > last)
    return announces && isMeant && dateIn(region, at) < on ? [{ ...announces, at, kind }] : []
  })
  return [...Map.groupBy(inTime, ({ on }) => on)].map(([on, messages]) => ({
    on,
    amount: messages.at(-1)?.amount ?? 0,
    isNotice: messages.some(
      ({ kind, at }) =>
        kind !== 'PaymentFailed' &&
        dateIn(region, at) <= addBusinessDays(on, -leastBusinessDays, calendars[region]),
    ),
  }))
}

function isTriedAgain({ debits }: FamilyLog, { year, seq, at }: Debit): boolean {
  return debits.some((before) => before.year === year && before.seq === seq && before.at < at)
}

function daysOf({ region, debits }: FamilyLog): [CalendarDate, Debit[]][] {
  return [...Map.groupBy(debits, ({ at }) => dateIn(region, at))]
}

/** A day that a message has named is one on which something is tried; where we were away, soon after. */
export const everyAnnouncedDebitWasTried: FamilyCheck = (family) => {
  const { region, messages, away, until } = family
  const tried = daysOf(family).map(([day]) => day)
  const named = new Set(
    messages.flatMap(({ kind, announces }) =>
      announces && announcing.includes(kind) && announces.on < dateIn(region, until) ? [announces.on] : [],
    ),
  )
  return [...named].flatMap((on) => {
    const latest = away.includes(on) ? addBusinessDays(on, mostBusinessDaysLate, calendars[region]) : on
    return tried.some((day) => day >= on && day <= latest) ? [] : [`nothing was tried on ${on} as announced`]
  })
}
const announcing: readonly MessageKind[] = ['UpcomingDebit', 'PaymentFailed']

const daysToComplete = 14

/** Two weeks after its last day nothing of a plan is left, but what a family is known never to pay. */
export const plansEndPaidAndCompleted: FamilyCheck = ({ region, plans, leavesDebts, until }) =>
  plans
    .filter(({ instalments }) => {
      const last = instalments.at(-1)
      return last && daysBetween(last.dueOn, dateIn(region, until)) > daysToComplete
    })
    .flatMap(({ year, status, instalments }) => {
      const unpaid = instalments.filter((each) => each.status !== 'Paid')
      const left = unpaid.filter((each) => !(leavesDebts && each.status === 'Overdue'))
      return [
        ...left.map((each) => `${year}/${each.seq} is ${each.status}`),
        ...(unpaid.length === 0 && status !== 'Completed' ? [`${year} is paid, and ${status}`] : []),
      ]
    })

export const noInstalmentIsTakenTwice: FamilyCheck = ({ debits }) =>
  [
    ...Map.groupBy(
      debits.filter(({ isTaken }) => isTaken),
      ({ year, seq }) => `${year}/${seq}`,
    ),
  ]
    .filter(([, tries]) => tries.length > 1)
    .map(([instalment, tries]) => `instalment ${instalment} was taken ${tries.length} times`)
