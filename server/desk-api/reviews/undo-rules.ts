import { addDays, dateIn, formatDateCompact, type CalendarDate } from '#domain/calendar/calendar.ts'
import { collectionDate, planEditCutOff } from '#domain/plan/payment-schedule.ts'
import { announcedUpTo } from '#domain/repayments.ts'
import type { Region } from '#domain/region.ts'
import type { ReviewKind } from '#domain/reviews.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import type { Db } from '../../platform/database/open.ts'
import { canUndo } from '../../plans/plan-changes/flexible-plan.ts'
import { findFlexible } from '../../plans/plan-changes/change-plan.ts'
import { findChangedPlan } from '../../plans/plan-changes/plan-changes.reads.ts'
import {
  findDecidedCheck,
  findDecidedDiscount,
  findDecidedInvoice,
  findDecidedPlan,
  findDecidedWithdrawal,
  hasOpenReview,
} from './undo.store.ts'

/** The last day on which a decision may be undone, or the reason why it may not be. */
export type Undo = { until: CalendarDate | null; whyNot: string | null }

export type Decided = {
  kind: ReviewKind
  accountId: string
  subjectId: string
  status: 'Approved' | 'Declined'
  region: Region
  decidedAt: Date
  /** Null where no person has decided. */
  decidedById: string | null
  undoneAt: Date | null
}

const no = (whyNot: string): Undo => ({ until: null, whyNot })

/** Two business days before its first payment, and before that payment is announced. */
export function planUndoneUntil(startDate: CalendarDate, region: Region): CalendarDate {
  const calendar = bankCalendarOf(region)
  const collectedOn = collectionDate(startDate, calendar)
  let day = planEditCutOff(startDate, calendar)
  while (announcedUpTo(day, calendar) >= collectedOn) day = addDays(day, -1)
  return day
}

/** The decisions that can never be undone. */
export const neverUndone: Partial<Record<`${ReviewKind}${'Approved' | 'Declined'}`, string>> = {
  IdentityApproved: 'The family goes on at once.',
  DiscountDeclined:
    'The plan is calculated anew without it. A discount that is right after all is put into the plan.',
  WithdrawalDeclined: 'The money is in the balance of the family, which can ask again.',
  SkipDeclined: 'The family can ask again.',
}

/** The last day to undo a decision of today, for kinds with a number of days. */
export function undoneWithin(days: number, region: Region, decidedAt: Date): Undo {
  return { until: addDays(dateIn(region, decidedAt), days), whyNot: null }
}

export function undoInWords({ until, whyNot }: Undo, otherwise = 'it goes further'): string {
  if (whyNot !== null) return `Cannot be undone. ${whyNot}`
  return `Can be undone until ${until === null ? otherwise : formatDateCompact(until)}`
}

/** Whether a decision may be undone now. It is checked again under the lock when somebody does it. */
export async function undoOfDecision(
  db: Db,
  { clock, undoDays }: { clock: () => Date; undoDays: number },
  review: Decided,
): Promise<Undo> {
  const never = neverUndone[`${review.kind}${review.status}`]
  if (never !== undefined) return no(never)
  if (review.undoneAt !== null) return no('It was taken back already.')
  if (review.decidedById === null) return no('Nobody of us decided it.')
  const undo = await undoOfKind(db, { clock, undoDays }, review)
  if (undo.whyNot !== null || undo.until === null) return undo
  const today = dateIn(review.region, clock())
  return today > undo.until ? no(`That was possible until ${formatDateCompact(undo.until)}.`) : undo
}

async function undoOfKind(
  db: Db,
  { clock, undoDays }: { clock: () => Date; undoDays: number },
  review: Decided,
): Promise<Undo> {
  const { kind, region, decidedAt } = review
  const window = undoneWithin(undoDays, region, decidedAt)
  switch (kind) {
    case 'Plan':
      return undoOfPlan(db, review)
    case 'Discount': {
      const discount = await findDecidedDiscount(db, review)
      if (discount?.status !== 'Confirmed') return no('The discount is no longer on the plan.')
      return discount.planStatus === 'Completed' ? no('All payments of the plan are made.') : window
    }
    case 'FeeChange':
      return (await hasOpenReview(db, { ...review, kind }))
        ? no('The plan waits for a decision already.')
        : window
    case 'Identity': {
      const check = await findDecidedCheck(db, review)
      if (!check?.hasCopy) return no('The copy was deleted.')
      const isOver = check.hasLater || (await hasOpenReview(db, { ...review, kind }))
      return isOver ? no('The family has handed in something else since.') : window
    }
    case 'Invoice': {
      const invoice = await findDecidedInvoice(db, review)
      return invoice === undefined || invoice.status === 'Waiting' ? no('The invoice is gone.') : window
    }
    case 'Withdrawal': {
      const withdrawal = await findDecidedWithdrawal(db, review)
      if (withdrawal?.status !== 'Approved') return no('It was paid, or sent back by the bank.')
      if (withdrawal.payoutNumber !== null) return no(`It is in payout ${withdrawal.payoutNumber}.`)
      return { until: null, whyNot: null }
    }
    case 'Skip': {
      const subject = await findChangedPlan(db, { accountId: review.accountId, changeId: review.subjectId })
      const facts = subject && (await findFlexible(db, { clock }, { ...review, planId: subject.planId }))
      const change = facts?.changes.find(({ id }) => id === review.subjectId)
      if (!facts || !change || !canUndo(facts, change)) return no('The plan has gone on since.')
      return { until: change.undoUntil, whyNot: null }
    }
  }
}

async function undoOfPlan(db: Db, review: Decided): Promise<Undo> {
  const plan = await findDecidedPlan(db, review)
  if (!plan || plan.savedAt > review.decidedAt) return no('Another plan was saved since.')
  if (review.status === 'Declined')
    return plan.status === 'Draft'
      ? { until: planEditCutOff(plan.startDate, bankCalendarOf(review.region)), whyNot: null }
      : no('Another plan was saved since.')
  if (plan.status !== 'Saved') return no('The plan has begun.')
  if (plan.isTouched) return no('Its first payment is announced.')
  return { until: planUndoneUntil(plan.startDate, review.region), whyNot: null }
}
