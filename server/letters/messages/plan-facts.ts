import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Frequency } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import type { ToMember } from './letter.ts'

/** A plan that was prepared for a family, as it is when the letter is written. */
export type RenewedPlan = {
  amount: Cents
  frequency: Frequency
  count: number
  total: Cents
  /** When its first payment is taken. */
  firstOn: CalendarDate
  /** The last day on which the family may change it. */
  editUntil: CalendarDate
  /** The plan of the year before; null where there was none. */
  previous: { amount: Cents; frequency: Frequency } | null
  /** What of that plan is collected besides, once the new one has begun. */
  stillToCome: { tuitionYear: number; count: number; amount: Cents; until: CalendarDate } | null
  /** What takes the first payment, and why it cannot; null where there is nothing. */
  method: {
    name: string
    trouble: 'CardExpired' | 'MandateEnded' | 'Refused' | null
    /** Of a card that ends before the first payment. */
    lastDay: CalendarDate | null
  } | null
}

export type AboutRenewal = ToMember & {
  tuitionYear: number
  /** Where the plan is looked at, unless a payment method is needed first. */
  portalUrl?: string
  methodsUrl?: string
  /** Those that were written before letters had figures lack the rest. */
  region?: Region
  /** When it was to start, where it has not. */
  startDate?: CalendarDate
  /** The family has saved it itself. */
  isConfirmed?: boolean
  /** Absent where it has nothing to collect. */
  plan?: RenewedPlan
}

/** What comes after a plan that is over. */
export type AfterPlan =
  | {
      kind: 'Plan'
      tuitionYear: number
      plan: Pick<RenewedPlan, 'amount' | 'frequency' | 'count' | 'firstOn' | 'method'>
      /** Null for one that has begun. */
      editUntil: CalendarDate | null
    }
  /** Ready, but without a payment method. */
  | { kind: 'Held'; tuitionYear: number }
  | { kind: 'InReview'; tuitionYear: number }
  /** The family has to choose it. */
  | { kind: 'Choose'; tuitionYear: number }
  /** The school has not said what it costs. */
  | { kind: 'Later'; tuitionYear: number }
  | { kind: 'Nothing' }

export type AboutEnd = ToMember & {
  region?: Region
  paid?: Cents
  isTemporary?: boolean
  next?: AfterPlan
  portalUrl?: string
  methodsUrl?: string
}
