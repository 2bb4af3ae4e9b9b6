import { compareDates, type CalendarDate } from '../../calendar/calendar.ts'
import type { Cents } from '../../money.ts'
import type { ComingPayment } from './coming.ts'
import type { ExtraEffect, ExtraOutcome } from './extra.ts'
import type { SkipOutcome } from './skip.ts'

export const changeKinds = ['Move', 'Skip', 'Extra', 'Arrangement'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** Asked for and not answered; made; taken back by the family; refused by staff; taken back before an answer. */
export const changeStatuses = ['Asked', 'Made', 'Undone', 'Declined', 'Withdrawn'] as const
export type ChangeStatus = (typeof changeStatuses)[number]

type PaymentOn = { dueOn: CalendarDate; on: CalendarDate; amount: Cents }

type FailedBefore = {
  status: 'Retrying' | 'Overdue'
  retryOn: CalendarDate | null
  sourceId: string | null
  requestId: string | null
  /** The method that it is tried from on its new day. */
  method: string | null
}

/** What was changed of a plan, as the family reads it. */
export type ChangeDetails =
  | {
      kind: 'Move'
      dueOn: CalendarDate
      amount: Cents
      from: CalendarDate
      to: CalendarDate
      /** What it was before, where it had failed: undoing makes it that again. Not shown to the family. */
      failed?: FailedBefore
    }
  | {
      kind: 'Skip'
      outcome: SkipOutcome
      skipped: PaymentOn[]
      /** What the first payment that follows was, and is now. */
      each: { before: Cents; after: Cents }
      /** The same of the last one, which may differ by cents. */
      last: { before: Cents; after: Cents }
      /** Whether all but the last are as the first. */
      isEven: boolean
      /** The days on which the last payment was, and is, collected. */
      lastOn: { before: CalendarDate; after: CalendarDate }
    }
  | ({ kind: 'Extra'; outcome: ExtraOutcome; amount: Cents; paymentId: string } & ExtraEffect)
  | {
      kind: 'Arrangement'
      lower: { count: number; amount: Cents; until: CalendarDate }
      later: { count: number; each: Cents; lastOn: CalendarDate }
    }

/** The payments that a change has taken away, and those that came in their place. */
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
