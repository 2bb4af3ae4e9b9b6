import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import { nextPayment, type PaymentPart } from '#domain/plan/next-payment.ts'
import { regionFacts } from '#domain/region.ts'
import { collectionStart, noticeDay } from '#domain/repayments.ts'
import type { CollectedPlan, AccountPayments } from '#server/people/accounts/plans.reads.ts'
import { isUsable } from '#server/books/payment-methods/paying-source.ts'

export type PaymentToCome = {
  /** When the server collects it. */
  at: string
  /** When the family is told of it; null once it has been told. Without that, nothing is collected. */
  noticeAt: string | null
  date: CalendarDate
  /** With the surcharge. */
  amountMinor: Cents
  currency: 'aud' | 'gbp'
  method: string
}

/** The next payment of an account, or null where none is to come or its plan is on hold. */
export function paymentToCome(
  facts: AccountPayments,
  unsent: readonly { planId: string; seq: number }[],
  now: Date,
): PaymentToCome | null {
  const { region } = facts
  const today = dateIn(region, now)
  const next = nextPayment(facts, today)
  if (!next) return null
  const { on, source } = next
  const isDebited = source !== undefined && source.type !== 'CustomerDeposit' && isUsable(source, today)
  const isTold = ({ plan, instalment }: PaymentPart<CollectedPlan>) =>
    instalment.noticedOn !== null &&
    !unsent.some(({ planId, seq }) => planId === plan.id && seq === instalment.seq)
  const needsNotice = isDebited && !next.parts.every(isTold)
  const notBefore = (moment: Date) => new Date(Math.max(moment.getTime(), now.getTime())).toISOString()
  return {
    at: notBefore(collectionStart(on, region)),
    noticeAt: needsNotice ? notBefore(collectionStart(noticeDay(on, facts.calendar), region)) : null,
    date: on,
    amountMinor: next.total,
    currency: regionFacts[region].currency === 'AUD' ? 'aud' : 'gbp',
    method: source?.displayName ?? 'No payment method',
  }
}
