import type { ArrangementPreview } from '#contract/care.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { sumOf, toDecimal, type Cents } from '#domain/money.ts'
import { withArrangement, type Arrangement } from '#domain/plan/changes/arrangement.ts'
import { type ComingPayment } from '#domain/plan/changes/coming.ts'
import type { ChangeDetails } from '#domain/plan/changes/plan-change.ts'
import { collectionDays } from '#domain/plan/next-payment.ts'
import type { Db } from '../../platform/database/open.ts'
import { findDisplayedPlan } from '../../people/accounts/plans.reads.ts'
import { planMaterial } from '../payment-schedule/plan-material.ts'
import { readFlexible, type FlexibleFacts } from '../plan-changes/flexible-plan.ts'
import type { OfferRow } from './care.store.ts'

/** The running plan on which an arrangement would be based; undefined if none is running. */
export async function readRunning(
  db: Db,
  { accountId, now }: { accountId: string; now: Date },
): Promise<FlexibleFacts | undefined> {
  const displayed = await findDisplayedPlan(db, { accountId, now })
  if (!displayed) return undefined
  const { plan } = await planMaterial(db, { accountId, tuitionYear: displayed.tuitionYear, now })
  return readFlexible(db, { accountId, plan, now })
}

type Day = { date: CalendarDate; amount: Cents }
type Calculated = {
  rest: ComingPayment[]
  details: Extract<ChangeDetails, { kind: 'Arrangement' }>
  before: Day[]
  after: Day[]
  /** The first day of the lower payments, and of those that follow. */
  from: { lower: CalendarDate; later: CalendarDate }
}

/**
 * Calculates an arrangement on the current plan. Each payment has the day on which it is collected if the hold ended
 * today: if its own day has passed meanwhile, the first day for which notice can still be given. Undefined if the
 * arrangement is not possible.
 */
export function calculateArrangement(facts: FlexibleFacts, arrangement: Arrangement): Calculated | undefined {
  const { coming, rhythm, calendar, lastDay, plan, today } = facts
  const answer = withArrangement({ ...arrangement, coming, rhythm, calendar, lastDay })
  if ('whyNot' in answer) return undefined
  const dayOf = collectionDays({ ...plan.collection, today })
  const onDay = ({ collectOn, amount }: ComingPayment): Day => ({
    date: dayOf({ collectOn, retryOn: null, noticedOn: null }),
    amount,
  })
  const { lower, laterCount } = arrangement
  const after = answer.rest.map(onDay)
  const later = after.slice(after.length - laterCount)
  const [firstLater] = later
  const lastLater = later.at(-1)
  // Payments of nothing are not part of the plan, but the time without payments ends with the last of them.
  const lowerDays = coming.slice(0, lower.count).map(onDay)
  const lastLower = lower.amount === 0 ? lowerDays.at(-1) : after[lower.count - 1]
  const firstLower = lower.amount === 0 ? lowerDays[0] : after[0]
  if (!firstLater || !lastLater || !lastLower || !firstLower) return undefined
  return {
    rest: answer.rest,
    before: coming.map(({ on, amount }) => ({ date: on, amount })),
    after,
    from: { lower: firstLower.date, later: firstLater.date },
    details: {
      kind: 'Arrangement',
      lower: { count: lower.count, amount: lower.amount, until: lastLower.date },
      later: { count: laterCount, each: answer.later.each, lastOn: lastLater.date },
    },
  }
}

export const arrangementOf = ({
  lowerCount,
  lowerAmount,
  laterCount,
}: Omit<OfferRow, 'id' | 'planId' | 'madeAt'>) => ({
  lower: { count: lowerCount, amount: lowerAmount },
  laterCount,
})

export function previewOf({ plan, coming }: FlexibleFacts, calculated: Calculated): ArrangementPreview {
  const { before, after, details, from } = calculated
  const onTheWire = ({ date, amount }: Day) => ({ date, amount: toDecimal(amount) })
  return {
    version: plan.version,
    frequency: plan.frequency,
    before: before.map(onTheWire),
    after: after.map(onTheWire),
    lower: {
      count: details.lower.count,
      amount: toDecimal(details.lower.amount),
      from: from.lower,
      until: details.lower.until,
    },
    later: {
      count: details.later.count,
      amount: toDecimal(details.later.each),
      from: from.later,
      lastDate: details.later.lastOn,
    },
    total: toDecimal(sumOf(coming)),
  }
}
