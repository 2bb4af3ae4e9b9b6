import {
  addDays,
  addMonthsClamped,
  calendarDate,
  compareDates,
  daysBetween,
  type CalendarDate,
} from './calendar/calendar.ts'
import { addBusinessDays, type BankCalendar } from './calendar/holidays.ts'
import { cents, type Cents } from './money.ts'
import type { SourceProblem } from './payment-methods/payment-methods.ts'
import type { DeclineReason } from './payments.ts'
import { usualReviewBusinessDays, type FeeVarianceType } from './plan/payment-schedule.ts'
import { canFinish, isStalled, type UnfinishedPlan, type UnfinishedReason } from './plan/unfinished-plans.ts'
import { depositMissedOn, nextTry } from './repayments.ts'

/** The problems that the Overview shows, most urgent first. */
export const problemKinds = [
  'Overdue',
  'RequestOverdue',
  'PaymentFailed',
  'PaymentDisputed',
  'MethodUnusable',
  'BpayDue',
  'MethodExpiring',
  'PlanUnfinished',
  'OutstandingFees',
  'PlanUnderReview',
  'DiscountDeclared',
] as const
export type ProblemKind = (typeof problemKinds)[number]

/** A family that pays by BPAY is reminded this many days before a payment is due. */
const bpayReminderDays = 7

export type FailedInstalment<Link> = {
  dueOn: CalendarDate
  /** What the family is asked for. */
  open: Cents
  /** The card surcharge of its retry; none without one. */
  surcharge?: Cents
  onItsWay: Cents
  tries: number
  reason: DeclineReason | null
  /** The payment method of the last attempt; null without one. */
  method: string | null
  firstFailedOn: CalendarDate | null
  /** The day of its retry; null without one. */
  triedAgainOn: CalendarDate | null
  /** Whether the family chose that day or the method of the retry. */
  isArranged: boolean
  /** The request by which the family can pay it, with everything else that is overdue and with fees. */
  request: { id: string; link: Link | null } | null
}

export type SchoolRequest<Link> = { link: Link | null; amount: Cents; dueOn: CalendarDate; from: string }

export type DisputedPayment = {
  amount: Cents
  paidOn: CalendarDate
  since: CalendarDate
  method: string | null
}

export type ProblemFacts<Link> = {
  calendar: BankCalendar
  today: CalendarDate
  failed: readonly FailedInstalment<Link>[]
  /** Payment requests of schools outside plans. */
  requests: readonly SchoolRequest<Link>[]
  /** Payments that banks have reversed and not decided yet. Instalments that wait for them are not among the failed ones. */
  disputes: readonly DisputedPayment[]
  /** The fees for returned debits, which are asked for with what is overdue. */
  fees: { open: Cents; onItsWay: Cents }
  next: { on: CalendarDate; amount: Cents; isByDeposit: boolean } | undefined
  /** The method of the next payment, if it has a problem. */
  method: { name: string; trouble: SourceProblem; lastDay: CalendarDate | null } | undefined
  /** The day of the last remaining payment. */
  lastPaymentOn: CalendarDate | undefined
  /** Fees of the displayed plan's year that the plan leaves out. */
  outstanding: { year: number; amount: Cents } | undefined
  underReview: readonly { year: number; savedOn: CalendarDate; startsOn: CalendarDate }[]
  /** Unfinished plans, without which nothing is collected for a year. */
  unfinished: readonly UnfinishedPlan[]
  declared: { year: number; types: readonly FeeVarianceType[]; since: CalendarDate } | undefined
}

export type OwedItem<Link> = { dueOn: CalendarDate; amount: Cents; link: Link | null }

export type Problem<Link> =
  | {
      kind: 'Overdue'
      /** The amount left to pay, without payments on their way. */
      amount: Cents
      onItsWay: Cents
      /** The part of the amount that is a fee for a returned debit. */
      fee: Cents
      since: CalendarDate
      tries: number
      reason: DeclineReason | null
      method: string | null
      /** The link that pays the whole amount; null without such a request. */
      link: Link | null
      /** The instalments that make up the amount, oldest first, without the fee. */
      items: { dueOn: CalendarDate; amount: Cents }[]
    }
  | { kind: 'RequestOverdue'; amount: Cents; since: CalendarDate; from: string; items: OwedItem<Link>[] }
  | {
      kind: 'PaymentFailed'
      /** The amount left to pay of all retried instalments, without payments on their way. */
      amount: Cents
      /** What the retries cost besides: it is taken with them, and asked of nobody who pays another way. */
      surcharge: Cents
      onItsWay: Cents
      /** The due date of the oldest instalment. */
      dueOn: CalendarDate
      failedOn: CalendarDate
      /** The number of attempts for the newest instalment. */
      tries: number
      reason: DeclineReason | null
      method: string | null
      /** The earliest retry. */
      triedAgainOn: CalendarDate
      /** The day of the next attempt if this one fails too; null if this is the last. */
      thenOn: CalendarDate | null
      /** Whether the family has arranged all retries, so that nothing is left to do. */
      isArranged: boolean
      /** The instalments that make up the amount, oldest first. */
      items: { dueOn: CalendarDate; amount: Cents; triedAgainOn: CalendarDate }[]
    }
  | ({ kind: 'PaymentDisputed' } & DisputedPayment)
  | {
      kind: 'MethodUnusable'
      method: string
      trouble: Exclude<SourceProblem, 'CardExpiring'>
      nextOn: CalendarDate
    }
  | { kind: 'BpayDue'; amount: Cents; dueOn: CalendarDate; isLate: boolean; missedOn: CalendarDate }
  | { kind: 'MethodExpiring'; method: string; lastDay: CalendarDate }
  | { kind: 'OutstandingFees'; year: number; amount: Cents }
  | {
      kind: 'PlanUnfinished'
      year: number
      reason: Exclude<UnfinishedReason, 'InReview'>
      startsOn: CalendarDate
      isPast: boolean
      /** False if the family must contact us instead. */
      canEdit: boolean
    }
  | {
      kind: 'PlanUnderReview'
      year: number
      since: CalendarDate
      usuallyBy: CalendarDate
      isLate: boolean
      /** The plan's planned start, if that day has passed. */
      startPassed: CalendarDate | null
    }
  | {
      kind: 'DiscountDeclared'
      year: number
      types: FeeVarianceType[]
      since: CalendarDate
      usuallyBy: CalendarDate
    }

/** The problems of an account, most urgent first; within a kind, by due date. */
export function problemsOf<Link>(facts: ProblemFacts<Link>): Problem<Link>[] {
  const found = [
    ...unpaidInstalments(facts),
    ...overdueRequests(facts),
    ...facts.disputes.map((dispute) => ({ kind: 'PaymentDisputed' as const, ...dispute })),
    ...methodProblems(facts),
    ...bpayDue(facts),
    ...planProblems(facts),
  ]
  return found.toSorted((a, b) => problemKinds.indexOf(a.kind) - problemKinds.indexOf(b.kind))
}

function unpaidInstalments<Link>({ failed, fees, calendar }: ProblemFacts<Link>): Problem<Link>[] {
  const unpaid = failed.toSorted((a, b) => compareDates(a.dueOn, b.dueOn))
  const overdue = unpaid.filter(({ triedAgainOn }) => triedAgainOn === null)
  const [oldest] = overdue
  const newest = overdue.at(-1)
  const retried = triedAgain(unpaid, calendar)
  if (!oldest || !newest) return retried
  return [
    {
      kind: 'Overdue',
      amount: sumOf([fees, ...overdue].map(({ open }) => open)),
      onItsWay: sumOf([fees, ...overdue].map(({ onItsWay }) => onItsWay)),
      fee: cents(fees.open + fees.onItsWay),
      since: oldest.dueOn,
      tries: Math.max(...overdue.map(({ tries }) => tries)),
      reason: newest.reason,
      method: newest.method,
      // The link is only offered if one request covers all overdue instalments.
      link: overdue.every(({ request }) => request && request.id === oldest.request?.id)
        ? (oldest.request?.link ?? null)
        : null,
      items: byDueDate(overdue),
    },
    ...retried,
  ]
}

/** All retried instalments as one problem. */
function triedAgain<Link>(
  unpaid: readonly FailedInstalment<Link>[],
  calendar: BankCalendar,
): Problem<Link>[] {
  const tried = unpaid.flatMap(({ triedAgainOn, ...instalment }) =>
    triedAgainOn === null ? [] : [{ ...instalment, triedAgainOn }],
  )
  const [oldest] = tried
  const newest = tried.at(-1)
  const [soonest] = tried.toSorted((a, b) => compareDates(a.triedAgainOn, b.triedAgainOn))
  if (!oldest || !newest || !soonest) return []
  const { reason, tries, firstFailedOn, dueOn, triedAgainOn } = soonest
  return [
    {
      kind: 'PaymentFailed',
      amount: sumOf(tried.map(({ open }) => open)),
      surcharge: sumOf(tried.map(({ surcharge = cents(0) }) => surcharge)),
      onItsWay: sumOf(tried.map(({ onItsWay }) => onItsWay)),
      dueOn: oldest.dueOn,
      failedOn: oldest.firstFailedOn ?? oldest.dueOn,
      tries: newest.tries,
      reason: newest.reason,
      method: newest.method,
      triedAgainOn,
      thenOn:
        reason &&
        nextTry(reason, {
          tries: tries + 1,
          firstFailedOn: firstFailedOn ?? dueOn,
          today: triedAgainOn,
          calendar,
        }),
      isArranged: tried.every(({ isArranged }) => isArranged),
      items: tried
        .filter(({ open }) => open > 0)
        .map((each) => ({ dueOn: each.dueOn, amount: each.open, triedAgainOn: each.triedAgainOn })),
    },
  ]
}

/** Merges amounts with the same due date, because two plans may have payments on one day. */
function byDueDate(unpaid: readonly { dueOn: CalendarDate; open: Cents }[]) {
  const days = new Map<CalendarDate, Cents>()
  for (const { dueOn, open } of unpaid) if (open > 0) days.set(dueOn, cents((days.get(dueOn) ?? 0) + open))
  return Array.from(days, ([dueOn, amount]) => ({ dueOn, amount }))
}

function overdueRequests<Link>({ requests, today }: ProblemFacts<Link>): Problem<Link>[] {
  const late = requests
    .filter(({ dueOn, amount }) => dueOn < today && amount > 0)
    .toSorted((a, b) => compareDates(a.dueOn, b.dueOn))
  const [oldest] = late
  if (!oldest) return []
  return [
    {
      kind: 'RequestOverdue',
      amount: sumOf(late.map(({ amount }) => amount)),
      since: oldest.dueOn,
      from: oldest.from,
      items: late.map(({ dueOn, amount, link }) => ({ dueOn, amount, link })),
    },
  ]
}

function methodProblems<Link>({ method, next, lastPaymentOn }: ProblemFacts<Link>): Problem<Link>[] {
  if (!method || !next) return []
  const { name, trouble, lastDay } = method
  if (trouble !== 'CardExpiring') return [{ kind: 'MethodUnusable', method: name, trouble, nextOn: next.on }]
  // A card that is valid until the end of the plan is no problem.
  if (lastDay === null || lastPaymentOn === undefined || lastPaymentOn <= lastDay) return []
  return [{ kind: 'MethodExpiring', method: name, lastDay }]
}

function bpayDue<Link>({ next, today, calendar }: ProblemFacts<Link>): Problem<Link>[] {
  if (!next?.isByDeposit || daysBetween(today, next.on) > bpayReminderDays) return []
  return [
    {
      kind: 'BpayDue',
      amount: next.amount,
      dueOn: next.on,
      isLate: next.on < today,
      missedOn: depositMissedOn(next.on, calendar),
    },
  ]
}

function planProblems<Link>(facts: ProblemFacts<Link>): Problem<Link>[] {
  const { outstanding, unfinished, underReview, declared, today, calendar } = facts
  const reviewedBy = (since: CalendarDate) => addBusinessDays(since, usualReviewBusinessDays, calendar)
  const problems: Problem<Link>[] = []
  if (outstanding && outstanding.amount > 0) problems.push({ kind: 'OutstandingFees', ...outstanding })
  for (const plan of unfinished) {
    const { year, reason, startsOn } = plan
    if (reason === 'InReview' || !isStalled(plan, today)) continue
    problems.push({
      kind: 'PlanUnfinished',
      year,
      reason,
      startsOn,
      isPast: startsOn <= today,
      canEdit: canFinish(plan, { today, region: calendar.region }),
    })
  }
  for (const { year, savedOn: since, startsOn } of underReview) {
    const usuallyBy = reviewedBy(since)
    const isLate = usuallyBy < today
    const startPassed = startsOn <= today ? startsOn : null
    problems.push({ kind: 'PlanUnderReview', year, since, usuallyBy, isLate, startPassed })
  }
  // The review of a plan includes its discounts.
  if (declared && !underReview.some(({ year }) => year === declared.year)) {
    const { year, since } = declared
    problems.push({
      kind: 'DiscountDeclared',
      year,
      types: [...new Set(declared.types)],
      since,
      usuallyBy: reviewedBy(since),
    })
  }
  return problems
}

/** Whether payments of a plan are overdue and no longer collected automatically. */
export function hasOverdue(problems: readonly { kind: ProblemKind }[]): boolean {
  return problems.some(({ kind }) => kind === 'Overdue')
}

/** The last day of a card: "2026-11" is valid to the end of the month. */
export function lastDayOfCard(expiry: string): CalendarDate {
  return addDays(addMonthsClamped(calendarDate(`${expiry}-01`), 1), -1)
}

const sumOf = (amounts: readonly Cents[]) => cents(amounts.reduce((sum, amount) => sum + amount, 0))
