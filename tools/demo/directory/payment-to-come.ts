import type { NextPayment } from '#sandbox/people/directory.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { nextPayment, type PaymentPart } from '#domain/plan/next-payment.ts'
import { regionFacts } from '#domain/region.ts'
import { collectionStart, noticeDay } from '#domain/repayments.ts'
import type { CollectedPlan, AccountPayments } from '#server/people/accounts/plans.reads.ts'
import { isUsable } from '#server/books/payment-methods/paying-source.ts'

/** The next payment of an account, or null where none is to come or its plan is on hold. */
export function paymentToCome(
  facts: AccountPayments,
  unsent: readonly { planId: string; seq: number }[],
  now: Date,
): NextPayment | null {
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
