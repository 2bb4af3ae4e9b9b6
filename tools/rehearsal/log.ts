import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import type { InstalmentStatus } from '#domain/repayments.ts'
import type { MessageKind } from '#server/letters/messages/message.ts'
import type { Act } from './cast.ts'

/** A message as it reached a family. */
export type Message = {
  at: Date
  channel: 'email' | 'sms'
  kind: MessageKind
  /** The first words of a text message. */
  subject: string
  /** The tuition year that it is about, if it is about one. */
  year: number | null
  /** The day of a debit that it names, and what is to be taken on it. */
  announces: { on: CalendarDate; amount: Cents } | null
  /** What it asks the family to pay. */
  asksFor: Cents | null
}

/** A try to take an instalment. */
export type Debit = {
  at: Date
  year: number
  seq: number
  /** With the surcharge. */
  charged: Cents
  /** What the payment came to, or why it failed. */
  outcome: string
  isTaken: boolean
}

export type Instalment = {
  seq: number
  dueOn: CalendarDate
  amount: Cents
  /** What is paid of it. */
  settled: Cents
  status: InstalmentStatus
  paidOn: CalendarDate | null
  /** What brought the money: a debit of the plan, an extra payment, or the link of a request. */
  paidBy: 'Plan' | 'Extra' | 'Link'
}

export type PlanYear = {
  year: number
  status: string
  /** What the schools charge by their fee schedules, less discounts. */
  fees: Cents
  /** What the plan says. */
  planned: Cents
  instalments: readonly Instalment[]
}

/** Everything that the checks look at, of one family. */
export type FamilyLog = {
  name: string
  region: Region
  messages: readonly Message[]
  debits: readonly Debit[]
  /** Payments by link or in the portal. */
  payments: readonly { at: Date; amount: Cents }[]
  acts: readonly { at: Date; act: Act }[]
  /** What was overdue and not disputed, from each moment on at which that changed. */
  overdue: readonly { at: Date; amount: Cents }[]
  plans: readonly PlanYear[]
  /** What the provider charged, with surcharges, less what banks took back. */
  charged: Cents
  surcharges: Cents
  /** What went to the school, and what the family's book says at the end. */
  passedOn: Cents
  balance: Cents
  /** As what the family waits in the queue of staff, at the end. */
  queuedAs: readonly string[]
  /** Some of its debits fail for ever, and it never pays them. */
  leavesDebts: boolean
  /** The days on which nothing of ours ran. */
  away: readonly CalendarDate[]
  /** When all this ends. */
  until: Date
}

export type Log = {
  families: readonly FamilyLog[]
  violations: readonly { invariant: string; subject: string }[]
  /** How many charges succeeded at the provider. */
  charges: number
  /** Messages that neither left nor were replaced. */
  unsent: readonly { kind: string; status: string; recipient: string }[]
  /** Messages that left once, but arrived more or less often. */
  misdelivered: readonly string[]
  /** The report's line of what was rehearsed after the last day. */
  epilogue: string | undefined
}

export const sumOf = <Each>(list: readonly Each[], read: (each: Each) => number) =>
  list.reduce((sum, each) => sum + read(each), 0)

const leftOf = ({ instalments }: PlanYear, statuses: readonly InstalmentStatus[]) =>
  sumOf(
    instalments.filter(({ status }) => statuses.includes(status)),
    ({ amount, settled }) => amount - settled,
  )

/** What is due and not paid. */
export const owingOf = (plan: PlanYear) => leftOf(plan, ['Overdue'])

/** What will be due later. */
export const toComeOf = (plan: PlanYear) => leftOf(plan, ['Scheduled', 'Retrying', 'Collecting'])
