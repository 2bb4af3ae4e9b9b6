import type { CalendarDate } from '../calendar/calendar.ts'
import { cents, toDecimal, type Cents } from '../money.ts'
import type { InstalmentStatus } from '../repayments.ts'
import type { Quote } from './debits.ts'
import type { PlanPaymentStatus, PlanStatus } from './payment-schedule.ts'

/** A payment of a plan that is not cancelled. */
export type Instalment = {
  /** The due date, by the plan's frequency. */
  dueOn: CalendarDate
  /** The due date, or the next business day after it. */
  collectOn: CalendarDate
  /** The day on which it was to be collected before the family moved it; null where nobody did. */
  movedFrom: CalendarDate | null
  /** The day on which the family was told of this collection; null until then. */
  noticedOn: CalendarDate | null
  /** What the family was told then. */
  quote?: Quote | null
  /** The day on which its money was taken; null until then. */
  collectedOn: CalendarDate | null
  amount: Cents
  /** What is paid of it. */
  settled: Cents
  /** What nobody will ask for. */
  waived: Cents
  /** What will still be collected or asked for: the rest without what is on its way or disputed. */
  open: Cents
  status: Exclude<InstalmentStatus, 'Cancelled'>
  retryOn: CalendarDate | null
  /** Whether it is an extra payment, besides the plan's payments. */
  isExtra?: boolean
  /** The method that the family has chosen for this payment alone. */
  sourceId?: string | null
  /** How often that method was chosen or given up. */
  methodChoices?: number
}

export type PlanWithInstalments<Each extends Instalment = Instalment> = {
  status: Exclude<PlanStatus, 'None'>
  /** In the order of their days. */
  instalments: readonly Each[]
  /** Whether collections are on hold until staff have answered the family; see server/plans/care. */
  isHeld?: boolean
}

/** Instalments of these plans are collected; those of all others wait, or are over. */
export const collectedPlanStatuses = ['Current', 'Saved'] as const satisfies readonly PlanStatus[]

export const isCollected = ({ status, isHeld = false }: Pick<PlanWithInstalments, 'status' | 'isHeld'>) =>
  !isHeld && (collectedPlanStatuses as readonly PlanStatus[]).includes(status)

type Sums = Pick<Instalment, 'amount' | 'settled' | 'waived'>

/** The unpaid part of an instalment, with what is on its way. */
export function owingOf({ amount, settled, waived }: Sums): Cents {
  return cents(amount - settled - waived)
}

/** The amount that a family has paid of its plan. */
export function paidSoFar(instalments: readonly Pick<Instalment, 'settled'>[]): Cents {
  return cents(instalments.reduce((sum, { settled }) => sum + settled, 0))
}

type Progress = {
  total: Cents
  instalments: readonly Pick<Instalment, 'settled' | 'waived'>[]
  /** What is waived of cancelled payments, which are not among the instalments. */
  cancelled?: Cents
}

/** The amount of its plan that nobody will ask the family for. */
export function waivedOf({ instalments, cancelled = cents(0) }: Omit<Progress, 'total'>): Cents {
  return cents(instalments.reduce<number>((sum, { waived }) => sum + waived, cancelled))
}

/** The remaining amount of a plan; never negative. */
export function remainingOf(plan: Progress): Cents {
  return cents(Math.max(0, plan.total - paidSoFar(plan.instalments) - waivedOf(plan)))
}

/**
 * The part of an instalment that is collected as such: what other payments leave of it, or all of it if they
 * have paid the whole.
 */
export function collectedOf({ amount, paidOtherwise }: { amount: Cents; paidOtherwise: Cents }): Cents {
  return cents(paidOtherwise === amount ? amount : amount - paidOtherwise)
}

const shownStatus: Record<Instalment['status'], PlanPaymentStatus> = {
  Scheduled: 'ToCome',
  Collecting: 'Pending',
  // It may be tried again, but it has failed: the family should know.
  Retrying: 'Failed',
  Overdue: 'Failed',
  Paid: 'Paid',
}

export type ShownPayment = {
  /** The day on which it was or will be collected. */
  date: CalendarDate
  dueDate: CalendarDate
  amount: number
  /** What is taken with a card surcharge, of what is collected next. */
  debit?: { total: number; surcharge: number }
  status: PlanPaymentStatus
  /** Set if it failed and is tried again: the same as `date`. */
  retryOn?: CalendarDate
  /** Set for what was paid besides the plan's payments, which is not counted among them. */
  isExtra?: true
  /** The day on which it was to be collected before the family moved it. */
  movedFrom?: CalendarDate
}

/** Returns the collection day of a waiting instalment; see `collectionDays`. */
export type DayOf = (of: Pick<Instalment, 'collectOn' | 'retryOn' | 'noticedOn' | 'sourceId'>) => CalendarDate

/** The instalments of a plan with what the family reads about each. */
export function shownPayments(plan: PlanWithInstalments, dayOf: DayOf): ShownPayment[] {
  const next = isCollected(plan)
    ? plan.instalments.find((instalment) => instalment.status === 'Scheduled' && instalment.open > 0)
    : undefined
  return plan.instalments.map((instalment) => {
    const date = shownDay(plan, instalment, dayOf)
    return {
      date,
      dueDate: instalment.dueOn,
      amount: toDecimal(cents(instalment.amount - instalment.waived)),
      status: instalment === next ? 'Next' : statusIn(plan, instalment),
      ...(isCollected(plan) && instalment.status === 'Retrying' && { retryOn: date }),
      ...(instalment.isExtra && { isExtra: true as const }),
      ...(instalment.movedFrom && instalment.status !== 'Retrying' && { movedFrom: instalment.movedFrom }),
    }
  })
}

function statusIn({ isHeld = false }: PlanWithInstalments, { status }: Instalment): PlanPaymentStatus {
  const waits = status === 'Scheduled' || status === 'Retrying'
  return isHeld && waits ? 'Held' : shownStatus[status]
}

/** The day on which an instalment was or will be collected. Nothing was taken of an overdue one: it stays where it was planned. */
export function shownDay(
  plan: Pick<PlanWithInstalments, 'status' | 'isHeld'>,
  instalment: Omit<Instalment, 'status'> & { status: InstalmentStatus },
  dayOf: DayOf,
): CalendarDate {
  const { status, collectOn, collectedOn } = instalment
  if (status === 'Overdue' || status === 'Cancelled') return collectOn
  if (status === 'Paid' || status === 'Collecting') return collectedOn ?? collectOn
  return isCollected(plan) ? dayOf(instalment) : collectOn
}
