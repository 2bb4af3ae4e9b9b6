import { compareDates, type CalendarDate } from '../../calendar/calendar.ts'
import type { Cents } from '../../money.ts'
import type { ComingPayment } from './coming.ts'
import type { ExtraEffect, ExtraOutcome } from './extra.ts'
import type { SkipOutcome } from './skip.ts'

export const changeKinds = ['Move', 'Skip', 'Extra', 'Arrangement'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** Requested, made, undone by the family, declined by staff, or withdrawn before a decision. */
export const changeStatuses = ['Asked', 'Made', 'Undone', 'Declined', 'Withdrawn'] as const
export type ChangeStatus = (typeof changeStatuses)[number]

type PaymentOn = { dueOn: CalendarDate; on: CalendarDate; amount: Cents }

type FailedBefore = {
  status: 'Retrying' | 'Overdue'
  retryOn: CalendarDate | null
  sourceId: string | null
  requestId: string | null
  /** The method of the retry on its new day. */
  method: string | null
}

/** The details of a change of a plan, as the family reads them. */
export type ChangeDetails =
  | {
      kind: 'Move'
      dueOn: CalendarDate
      amount: Cents
      from: CalendarDate
      to: CalendarDate
      /** The state of a failed payment before the move, which undoing restores. Not shown to the family. */
      failed?: FailedBefore
    }
  | {
      kind: 'Skip'
      outcome: SkipOutcome
      skipped: PaymentOn[]
      /** The amount of the first following payment, before and after. */
      each: { before: Cents; after: Cents }
      /** The amount of the last payment, before and after, which may differ by cents. */
      last: { before: Cents; after: Cents }
      /** Whether all payments except the last are equal to the first. */
      isEven: boolean
      /** The collection day of the last payment, before and after. */
      lastOn: { before: CalendarDate; after: CalendarDate }
    }
  | ({ kind: 'Extra'; outcome: ExtraOutcome; amount: Cents; paymentId: string } & ExtraEffect)
  | {
      kind: 'Arrangement'
      lower: { count: number; amount: Cents; until: CalendarDate }
      later: { count: number; each: Cents; lastOn: CalendarDate }
    }

/** The payments that a change removed, and those that replaced them. */
export type ChangedPayments = { before: ComingPayment[]; after: ComingPayment[] }

export function changedPayments(
  before: readonly ComingPayment[],
  after: readonly ComingPayment[],
): ChangedPayments {
  return {
    before: before.filter((payment) => !after.some(isSameAs(payment))).map(onlyPayment),
    after: after.filter((payment) => !before.some(isSameAs(payment))).map(onlyPayment),
  }
}

/**
 * The payments as they were before a change. Undefined where one that it made is no longer there: it was changed again,
 * or is being collected.
 */
export function withoutChange(
  coming: readonly ComingPayment[],
  { before, after }: ChangedPayments,
): ComingPayment[] | undefined {
  if (!after.every((payment) => coming.some(isSameAs(payment)))) return undefined
  const others = coming.filter((payment) => !after.some(isSameAs(payment)))
  return [...others, ...before].toSorted((one, other) => compareDates(one.dueOn, other.dueOn))
}

const isSameAs = (one: ComingPayment) => (other: ComingPayment) =>
  one.dueOn === other.dueOn &&
  one.collectOn === other.collectOn &&
  one.movedFrom === other.movedFrom &&
  one.amount === other.amount

function onlyPayment({ dueOn, collectOn, movedFrom, amount }: ComingPayment): ComingPayment {
  return { dueOn, collectOn, movedFrom, amount }
}
