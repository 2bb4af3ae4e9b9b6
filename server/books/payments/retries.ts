import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { DeclineReason } from '#domain/payments.ts'
import { paymentsOn, type NextPayment } from '#domain/plan/next-payment.ts'
import { owingOf } from '#domain/plan/plan-payments.ts'
import {
  type CollectedPlan,
  type NamedSource,
  type AccountPayments,
  listPaymentFacts,
} from '../../people/accounts/plans.reads.ts'
import { nextTry } from '#domain/repayments.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import type { Db } from '../../platform/database/open.ts'
import type { ChargeOutcome } from '../../platform/providers/stripe/charges.ts'
import type { PaymentRow } from './payments.reads.ts'

type Settled = { payment: PaymentRow; outcome: ChargeOutcome }
type FailedInstalment = NonNullable<PaymentRow['instalment']>

/** Returns the day on which a failed instalment is tried again; null if it is not. */
export function retryAfter(
  { region }: Pick<PaymentRow, 'region'>,
  { attempt, firstFailedOn }: FailedInstalment,
  reason: DeclineReason,
  today: CalendarDate,
): { firstFailedOn: CalendarDate; retryOn: CalendarDate | null } {
  const first = (firstFailedOn ?? today) as CalendarDate
  return {
    firstFailedOn: first,
    retryOn: nextTry(reason, {
      tries: attempt,
      firstFailedOn: first,
      today,
      calendar: bankCalendarOf(region),
    }),
  }
}

/**
 * Everything that is collected on the day of a new try, or 'Held' if nothing is because the family's payments are on
 * hold.
 */
export type Retry = NextPayment<CollectedPlan, NamedSource> | 'Held'

type PlannedRetry = {
  paymentId: string
  accountId: string
  planId: string
  seq: number
  retryOn: CalendarDate
}

/**
 * Returns, for each payment that fails and is tried again, everything that is collected on the day of the new try. The
 * mail about the failure announces that day, and other instalments may fall on it.
 */
export async function retriesOf(
  db: Db,
  all: readonly Settled[],
  now: Date,
): Promise<ReadonlyMap<string, Retry>> {
  const retries = all.flatMap((settled) => retryOf(settled, now) ?? [])
  if (retries.length === 0) return new Map()
  const accounts = await listPaymentFacts(db, [...new Set(retries.map(({ accountId }) => accountId))])
  return new Map<string, Retry>(
    retries.flatMap(({ paymentId, accountId, planId, seq, retryOn: on }): (readonly [string, Retry])[] => {
      const facts = accounts.find((account) => account.accountId === accountId)
      if (!facts) return []
      if (facts.plans.some(({ isHeld }) => isHeld)) return [[paymentId, 'Held']]
      const payment = paymentsOn(withRetries(facts, retries), { on, today: dateIn(facts.region, now) }).find(
        ({ parts }) => parts.some(({ plan, instalment }) => plan.id === planId && instalment.seq === seq),
      )
      return payment ? [[paymentId, payment]] : []
    }),
  )
}

function retryOf({ payment, outcome }: Settled, now: Date): PlannedRetry | undefined {
  const { id: paymentId, accountId, instalment, region } = payment
  if (!instalment || outcome.kind !== 'Declined') return undefined
  const { retryOn } = retryAfter(payment, instalment, outcome.reason, dateIn(region, now))
  const { planId, seq } = instalment
  return retryOn ? { paymentId, accountId, planId, seq, retryOn } : undefined
}

/** Returns the account's facts with the failures already recorded. */
function withRetries(facts: AccountPayments, retries: readonly PlannedRetry[]): AccountPayments {
  return {
    ...facts,
    plans: facts.plans.map((plan) => ({
      ...plan,
      instalments: plan.instalments.map((instalment) => {
        const retry = retries.find(({ planId, seq }) => planId === plan.id && seq === instalment.seq)
        if (!retry) return instalment
        const { retryOn } = retry
        return { ...instalment, status: 'Retrying' as const, retryOn, open: owingOf(instalment) }
      }),
    })),
  }
}
