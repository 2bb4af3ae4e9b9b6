import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import type { ToMember } from './letter.ts'

/** The reader of a letter, and the account that it is about. */
export type Member = { firstName: string; shortId: string }

export type RegionalMember = Member & { region: Region }

export type AboutMember = ToMember & { region: Region }

/** The facts that most letters about money share. */
export type AboutPayment = AboutMember & { amount: Cents }

/** What staff say about a decision: why they declined, or words that replace the letter's own. */
export type StaffReason = { reason: string | null; words?: string }

/** The day announced before; the bank holiday on it, if that is the reason. */
export type MovedFrom = { day: CalendarDate; reason: string | null }

/** The request of a payment by link. Its link is added when the letter is sent. */
export type PaidByLink = { requestId?: string }

export type DisputedPayment = { paidOn: CalendarDate | null; methodName: string | null }

/** The amount to be paid again and its due date; empty if it was paid in another way. */
export type OwedAgain = { owing: Cents; dueOn: CalendarDate | null }

/** The part of an instalment that a payment paid, or all of it. */
export type PaidInstalment = {
  dueOn: CalendarDate
  amount: Cents
  isPart: boolean
  /** Paid besides the payments of the plan. */
  isExtra?: true
  /** A fee for a debit that the family's bank sent back. */
  isFee?: true
}

/** The details of a receipt besides the sums: student, instalment, period and the remaining amount. */
export type ReceiptDetails = {
  /** Null if the reader need not know. */
  payerName: string | null
  students: string[]
  /** "3 of 24, due 20 March 2026" */
  instalment: string | null
  /** The overdue instalments that the payment paid, the oldest first. */
  pays: PaidInstalment[]
  /** "Term 2 2026", "School year 2026/27" */
  period: string | null
  /** What of it pays nothing, and is the family's. Null if the reader need not know. */
  credit: Cents | null
  /** The rest of a request that was paid in part. */
  stillToPay: { amount: Cents; dueOn: CalendarDate } | null
}
