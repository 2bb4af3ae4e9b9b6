import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import type { MessageKind } from '#server/letters/messages/message.ts'
import type { Act } from './cast.ts'

/** A message as it reached a family. */
export type Told = {
  at: Date
  channel: 'email' | 'sms'
  kind: MessageKind
  /** Of a text message, its first words. */
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
  isTaken: boolean
}

export type PlanYear = {
  year: number
  status: string
  /** What the schools charge by their fee schedules, less discounts. */
  fees: Cents
  /** What the plan says. */
  planned: Cents
  /** The sum of its payments. */
  instalments: Cents
  /** What is due and not paid. */
  owing: Cents
  /** What will be due later. */
  toCome: Cents
}

/** Everything that the checks look at, of one family. */
export type FamilyLog = {
  name: string
  region: Region
  told: readonly Told[]
  debits: readonly Debit[]
  /** Payments by link or in the portal. */
  paid: readonly { at: Date; amount: Cents }[]
  acts: readonly { at: Date; act: Act }[]
  /** What was overdue and not disputed, from each moment on at which that changed. */
  overdue: readonly { at: Date; amount: Cents }[]
  plans: readonly PlanYear[]
  /** What the provider charged, with surcharges, less what banks took back. */
  charged: Cents
  surcharges: Cents
  /** As what the family waits in the queue of staff, at the end. */
  queuedAs: readonly string[]
  /** When all this ends. */
  until: Date
}

export type YearsLog = {
  families: readonly FamilyLog[]
  violations: readonly { invariant: string; subject: string }[]
  /** Messages that neither left nor were replaced. */
  unsent: readonly { kind: string; status: string; recipient: string }[]
  /** Messages that left once, but arrived more or less often. */
  arrivedWrongly: readonly string[]
  days: number
}
