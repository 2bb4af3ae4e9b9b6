import { dateIn, daysBetween, hourIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { MessageKind } from '#server/letters/messages/message.ts'
import type { Act } from './cast.ts'
import { wallClock, type FamilyCheck } from './family-check.ts'
import type { FamilyLog, Message } from './log.ts'

const nameOf = ({ kind, subject }: Message) => `${kind} "${subject}"`

/** Codes and receipts answer what the reader has just done. */
const atAnyHour: readonly MessageKind[] = ['LogInCode', 'SavedMethodCode', 'Receipt', 'DebitSubmitted']
const nightFrom = 20
const nightUntil = 8

export const noMessageComesAtNight: FamilyCheck = (family) =>
  family.messages
    .filter(({ kind, at }) => {
      const hour = hourIn(family.region, at)
      return !atAnyHour.includes(kind) && (hour >= nightFrom || hour < nightUntil)
    })
    .map((message) => `${nameOf(message)} came at night: ${wallClock(family, message.at)}`)

type Matter = 'money' | 'method' | 'plan'

/** What a message asks the family for, if it asks for anything. A new kind of message that does belongs here. */
const asking: Partial<Record<MessageKind, Matter>> = {
  PaymentOverdue: 'money',
  PaymentOverdueText: 'money',
  PaymentRequest: 'money',
  CardExpiring: 'method',
  SourceUnusable: 'method',
  RenewalHeld: 'method',
  PlanToReview: 'plan',
  RenewalReminder: 'plan',
  PlanUnfinished: 'plan',
  TemporaryPlanEnded: 'plan',
}
const asksForMoney = ({ kind }: Message) => asking[kind] === 'money'
const daysBetweenReminders = 7

/** About one matter. A mail and a text of one day are one reminder, on two ways. */
export const remindersComeWeeklyAtMost: FamilyCheck = (family) =>
  [...Map.groupBy(family.messages, ({ kind }) => asking[kind])].flatMap(([matter, reminders]) =>
    matter ? tooSoon(family, matter, reminders) : [],
  )

function tooSoon({ region }: FamilyLog, matter: Matter, reminders: readonly Message[]): string[] {
  const days = [...new Set(reminders.map(({ at }) => dateIn(region, at)))].toSorted()
  const mailsOn = (day: CalendarDate) =>
    reminders.filter(({ channel, at }) => channel === 'email' && dateIn(region, at) === day).length
  return days.flatMap((day, index) => {
    const before = days[index - 1]
    const isSoon = before !== undefined && daysBetween(before, day) < daysBetweenReminders
    return [
      ...(isSoon ? [`a reminder about ${matter} on ${day}, after the one of ${before}`] : []),
      ...(mailsOn(day) > 1 ? [`${mailsOn(day)} reminders about ${matter} on ${day}`] : []),
    ]
  })
}

/** Money is asked for only while it is owed, and no more than that; nothing is asked for that the family has done. */
export const noMessageAsksForWhatIsDone: FamilyCheck = (family) => [
  ...family.messages.filter(asksForMoney).flatMap((message) => {
    const owed = overdueAt(family, message.at)
    if (owed === 0)
      return [`${nameOf(message)} at ${wallClock(family, message.at)}, when nothing was overdue`]
    const request = message.asksFor ?? 0
    return request > owed ? [`${nameOf(message)} asks for ${request}, when ${owed} was overdue`] : []
  }),
  ...family.messages
    .filter((message) => !asksForMoney(message))
    .flatMap((message) => {
      const done = family.acts.find(({ at, act }) => at < message.at && isAnswerTo(act, message))
      if (!done) return []
      return [`${nameOf(message)} at ${wallClock(family, message.at)}, done at ${wallClock(family, done.at)}`]
    }),
]

function isAnswerTo(act: Act, { kind, year }: Message): boolean {
  if (act.does === 'AddsCard') return asking[kind] === 'method'
  return act.does === 'SavesPlan' && asking[kind] === 'plan' && (year === null || act.year === year)
}

/** As it was after the moment in which a message came. */
function overdueAt({ overdue }: FamilyLog, at: Date): number {
  return overdue.findLast((each) => each.at <= at)?.amount ?? 0
}

const dayMs = 24 * 60 * 60_000

/** Whenever a family begins to owe, it is asked for it. What is settled within a day needs no letter. */
export const debtsAreNotified: FamilyCheck = (family) =>
  debtsOf(family)
    .filter(({ from, until }) => until.getTime() - from.getTime() > dayMs)
    .filter(
      ({ from, until }) =>
        !family.messages.some((each) => asksForMoney(each) && each.at >= from && each.at < until),
    )
    .map(({ from, amount }) => `${amount} overdue since ${wallClock(family, from)}, and no message says so`)

/** From the first cent that is overdue until nothing is. */
function debtsOf({ overdue, until }: FamilyLog): { from: Date; until: Date; amount: number }[] {
  return overdue.flatMap(({ at, amount }, index) => {
    const isNew = amount > 0 && (overdue[index - 1]?.amount ?? 0) === 0
    const end = overdue.slice(index).find((later) => later.amount === 0)
    return isNew ? [{ from: at, until: end?.at ?? until, amount }] : []
  })
}

const staffKnowAfterDays = 60

/** A debt that nobody settles does not only bring letters: staff have it before them. */
export const oldDebtsAreInTheStaffQueue: FamilyCheck = (family) =>
  debtsOf(family)
    .filter(
      ({ from, until }) =>
        until >= family.until && until.getTime() - from.getTime() > staffKnowAfterDays * dayMs,
    )
    .filter(() => family.queuedAs.length === 0)
    .map(({ from }) => `overdue since ${wallClock(family, from)}, and not in the queue of staff`)

const notifiedWithinDays = 2
const isAboutDispute = ({ kind }: Message) => kind === 'PaymentReturned' || kind.startsWith('Dispute')

/** What a bank takes back and what it decides, a family does not find out from its statement. */
export const disputesAreNotified: FamilyCheck = (family) =>
  family.acts
    .filter(({ act }) => act.does === 'Disputes' || act.does === 'HearsFromBank')
    .filter(
      ({ at }) =>
        !family.messages.some(
          (message) =>
            isAboutDispute(message) &&
            message.at >= at &&
            message.at.getTime() - at.getTime() < notifiedWithinDays * dayMs,
        ),
    )
    .map(({ at, act }) => `${Object.values(act).join(' ')} at ${wallClock(family, at)}, and no letter`)

const aboutNewPlan: readonly MessageKind[] = ['PlanToReview', 'PlanSaved']
const leastDaysToReview = 7

/** A plan of another year takes nothing before the family has had a week to look at it. */
export const renewalsAreNotified: FamilyCheck = (family) =>
  family.plans.slice(1).flatMap(({ year }) => {
    const first = family.debits.find((debit) => debit.year === year)
    const isNotified =
      !first ||
      family.messages.some(
        (message) =>
          aboutNewPlan.includes(message.kind) &&
          message.year === year &&
          first.at.getTime() - message.at.getTime() > leastDaysToReview * dayMs,
      )
    return isNotified ? [] : [`${year} begins at ${wallClock(family, first.at)}, and no message came in time`]
  })

const endings: readonly MessageKind[] = ['PlanCompleted', 'TemporaryPlanEnded']
const daysBetweenEndings = 7

/** What a plan's end means is said once, and not in letters that contradict each other. */
export const aPlanEndsWithOneLetter: FamilyCheck = (family) => {
  const letters = family.messages.filter(({ kind }) => endings.includes(kind))
  return letters.flatMap((letter, index) => {
    const before = letters[index - 1]
    return before && letter.at.getTime() - before.at.getTime() < daysBetweenEndings * dayMs
      ? [
          `${nameOf(letter)} on ${dateIn(family.region, letter.at)}, after ${nameOf(before)} on ${dateIn(family.region, before.at)}`,
        ]
      : []
  })
}
