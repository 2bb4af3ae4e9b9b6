import { addDays, dateIn, hourIn, startOfDay, weekday, type CalendarDate } from './calendar/calendar.ts'
import { knownReason, type BankCalendar } from './calendar/holidays.ts'
import type { Region } from './region.ts'
import type { StaffRole } from './staff.ts'

/** What waits for people: questions that they decide, and money or work that no rule can settle. */
export const queueKinds = [
  'Plan',
  'Discount',
  'Skip',
  'FeeChange',
  'Identity',
  'BankAccount',
  'Invoice',
  'Withdrawal',
  'Switch',
  'Deposit',
  'Debit',
  'Arrears',
  'Payment',
  'Refund',
  'Dispute',
  'Chat',
  'ContactChange',
  'PartYear',
  'RenewalWithoutMethod',
  'StalledPlan',
  'PlanCredit',
  'Care',
  'Approval',
  'Job',
  'Parked',
] as const
export type QueueKind = (typeof queueKinds)[number]

/** Kinds that are looked at together. */
export const queueTopics = {
  Plans: [
    'Plan',
    'Discount',
    'Skip',
    'FeeChange',
    'PartYear',
    'RenewalWithoutMethod',
    'StalledPlan',
    'PlanCredit',
  ],
  Identity: ['Identity'],
  BankAccounts: ['BankAccount'],
  Invoices: ['Invoice'],
  Withdrawals: ['Withdrawal'],
  FailedDebits: ['Debit', 'Arrears'],
  UnclearPayments: ['Payment', 'Refund'],
  Disputes: ['Dispute'],
  Deposits: ['Deposit'],
  Chats: ['Chat'],
  Hardship: ['Care'],
  Switches: ['Switch'],
  Contacts: ['ContactChange'],
  Approvals: ['Approval'],
  Jobs: ['Job', 'Parked'],
} as const satisfies Record<string, readonly QueueKind[]>
export type QueueTopic = keyof typeof queueTopics
export const queueTopicNames = Object.keys(queueTopics) as QueueTopic[]

/** "Failed debits" */
export const topicLabel = (topic: QueueTopic): string =>
  topic.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** The lowest role that may settle it, which is the role of the call that does. */
export const queueRoles: Record<QueueKind, StaffRole> = {
  Plan: 'operations',
  Discount: 'operations',
  Skip: 'operations',
  FeeChange: 'operations',
  Identity: 'operations',
  BankAccount: 'operations',
  Invoice: 'operations',
  Withdrawal: 'operations',
  Switch: 'operations',
  Deposit: 'operations',
  // Somebody talks to the family and sends the link again.
  Debit: 'support',
  Arrears: 'support',
  Payment: 'operations',
  Refund: 'operations',
  Dispute: 'operations',
  Chat: 'support',
  ContactChange: 'operations',
  PartYear: 'operations',
  RenewalWithoutMethod: 'operations',
  StalledPlan: 'operations',
  PlanCredit: 'operations',
  Care: 'operations',
  Approval: 'operations',
  Job: 'operations',
  Parked: 'operations',
}

/** Where an item is dealt with. */
export const queuePages = [
  'review',
  'approval',
  'payment',
  'chat',
  'family',
  'plan',
  'suspense',
  'payouts',
  'jobs',
] as const
export type QueuePage = (typeof queuePages)[number]

/** Past its time, or money goes wrong until somebody acts; promised for today; later. */
export const queueGroups = ['DoFirst', 'Today', 'CanWait'] as const
export type QueueGroup = (typeof queueGroups)[number]

/** Minutes and hours are those on the clock, days are business days. */
export const targetUnits = ['Minutes', 'Hours', 'Days'] as const
export type Target = { count: number; unit: (typeof targetUnits)[number] }
export type Targets = Record<QueueKind, Target>

const inMinutes = (count: number): Target => ({ count, unit: 'Minutes' })
const inHours = (count: number): Target => ({ count, unit: 'Hours' })
const inDays = (count: number): Target => ({ count, unit: 'Days' })

export const usualTargets: Targets = {
  Plan: inDays(2),
  Discount: inDays(2),
  Skip: inDays(2),
  FeeChange: inDays(3),
  Identity: inDays(1),
  BankAccount: inDays(1),
  Invoice: inDays(2),
  Withdrawal: inDays(1),
  Switch: inDays(2),
  Deposit: inDays(2),
  Debit: inHours(8),
  Arrears: inDays(2),
  Payment: inHours(4),
  Refund: inHours(4),
  // Where the provider sets no deadline.
  Dispute: inDays(3),
  Chat: inMinutes(30),
  ContactChange: inHours(4),
  PartYear: inDays(5),
  RenewalWithoutMethod: inDays(2),
  StalledPlan: inDays(2),
  PlanCredit: inDays(2),
  Care: inDays(2),
  Approval: inDays(1),
  Job: inHours(1),
  Parked: inHours(4),
}
/** The hour at which a working day ends. */
export const usualDayEnds = 17

/** In what time staff mean to settle things. */
export type Promised = {
  targets: Targets
  /** The hour at which a working day ends. */
  dayEnds: number
}

export type Waiting = {
  kind: QueueKind
  since: Date
  /** Null for what belongs to the company: its day is Sydney's. */
  region: Region | null
  /** A moment that somebody else has set: a provider's deadline. */
  dueAt: Date | null
  /** The day that was promised to a family; of a plan its first payment. */
  dueOn: CalendarDate | null
}

const minuteMs = 60_000

/** The moment by which we mean to be done. Its calendar is that of its region, for what belongs to the company Australia's. */
export function promisedBy(
  { kind, since, dueAt, dueOn }: Omit<Waiting, 'region'>,
  { targets, dayEnds }: Promised,
  calendar: BankCalendar,
): Date {
  const { region } = calendar
  if (dueAt) return dueAt
  const { count, unit } = targets[kind]
  const usual =
    unit === 'Days'
      ? endOfWork(businessDaysFrom(dateIn(region, since), count, calendar), region, dayEnds)
      : new Date(since.getTime() + count * (unit === 'Hours' ? 60 : 1) * minuteMs)
  if (dueOn === null) return usual
  if (kind !== 'Plan') return endOfWork(dueOn, region, dayEnds)
  // In its turn, but before its first payment is announced.
  const announced = endOfWork(businessDaysFrom(dueOn, -noticeDays, calendar), region, dayEnds)
  return usual < announced ? usual : announced
}

/** Business days between the announcement of a payment and its day. */
const noticeDays = 3

/**
 * Counts business days forward or back. Years without known holidays count their weekdays: an old item must not keep the
 * others from being shown.
 */
export function businessDaysFrom(date: CalendarDate, days: number, calendar: BankCalendar): CalendarDate {
  let day = date
  for (let left = Math.abs(days); left > 0;) {
    day = addDays(day, Math.sign(days))
    if (weekday(day) <= 5 && knownReason(day, calendar) === undefined) left -= 1
  }
  return day
}

function endOfWork(day: CalendarDate, region: Region, hour: number): Date {
  let moment = startOfDay(day, region)
  while (hourIn(region, moment) < hour) moment = new Date(moment.getTime() + 60 * minuteMs)
  return moment
}

/** Money or a whole job stands still, or a family is locked out, until somebody acts. */
const urgentKinds: readonly QueueKind[] = ['Payment', 'Refund', 'ContactChange', 'Job', 'Parked']
/** A provider's deadline is final: what is due within a day comes first. */
const lastDayMs = 24 * 60 * minuteMs

export function groupOf(
  { kind, region }: Pick<Waiting, 'kind' | 'region'>,
  promised: Date,
  now: Date,
): QueueGroup {
  const leftMs = promised.getTime() - now.getTime()
  if (leftMs < 0 || urgentKinds.includes(kind)) return 'DoFirst'
  if (kind === 'Dispute' && leftMs < lastDayMs) return 'DoFirst'
  const clock = region ?? 'AU'
  return dateIn(clock, promised) <= dateIn(clock, now) ? 'Today' : 'CanWait'
}

type Placed = { group: QueueGroup; promisedBy: Date; since: Date; kind: QueueKind; id: string }

/** The order of the list: by group, then what is promised first. The same for everybody. */
export function compareWaiting(one: Placed, other: Placed): number {
  return (
    queueGroups.indexOf(one.group) - queueGroups.indexOf(other.group) ||
    one.promisedBy.getTime() - other.promisedBy.getTime() ||
    one.since.getTime() - other.since.getTime() ||
    compareText(`${one.kind} ${one.id}`, `${other.kind} ${other.id}`)
  )
}

const compareText = (one: string, other: string) => (one < other ? -1 : Number(one > other))
