import type { Fix } from '#contract/overview.ts'
import { compareDates, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, toDecimal, type Cents } from '#domain/money.ts'
import { payingSource } from '#domain/payment-methods/payment-methods.ts'
import { debitOf } from '#domain/plan/debits.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import { isUsable } from '../../books/payment-methods/paying-source.ts'
import { waysOf } from '../../plans/plan-changes/failed-payments.ts'
import type { FailedPaymentRow, OverviewFacts, OverviewSourceRow } from './overview.store.ts'

/** The options for settling failed payments, each with its exact result. */
export function readFix(facts: OverviewFacts, today: CalendarDate): Fix | null {
  const failed = facts.failed
    .filter(({ open }) => open > 0)
    .toSorted((a, b) => compareDates(a.dueOn, b.dueOn))
  if (failed.length === 0) return null
  const calendar = bankCalendarOf(facts.region)
  return {
    isFree: failed.every(({ dishonourFee }) => dishonourFee === 0),
    payNow: payNow(facts, failed, today),
    payments: failed
      .filter(({ mayBeTried }) => mayBeTried)
      .map((each) => {
        const { move, lastDay, otherMethodOn, otherMethods } = waysOf(each, { ...facts, calendar, today })
        return {
          planId: each.planId,
          dueDate: each.dueOn,
          amount: toDecimal(each.open),
          days: 'days' in move ? [...move.days] : [],
          lastDay,
          whyNot: 'whyNot' in move ? move.whyNot : null,
          otherMethodOn,
          otherMethods: otherMethods.map((source) => ({
            id: source.id,
            displayName: source.displayName,
            cardType: source.cardBrand,
            ...costOf(facts, source, each.open, otherMethodOn),
          })),
        }
      }),
  }
}

/** Offers a method that has not just failed, if there is one. */
function payNow(
  facts: OverviewFacts,
  failed: readonly FailedPaymentRow[],
  today: CalendarDate,
): Fix['payNow'] {
  const retried = failed.filter(({ isRetried }) => isRetried)
  const usable = facts.sources.filter(
    (source) => source.type !== 'CustomerDeposit' && isUsable(source, today),
  )
  const others = usable.filter(({ id }) => retried.every(({ triedWith }) => triedWith !== id))
  const source = payingSource(others) ?? others[0] ?? payingSource(usable)
  if (!source || retried.length === 0) return null
  const amount = cents(retried.reduce((sum, { open }) => sum + open, 0))
  return { sourceId: source.id, displayName: source.displayName, ...costOf(facts, source, amount, today) }
}

function costOf(
  { region, absorbCardSurcharge: absorb, surchargeRates: rates }: OverviewFacts,
  source: OverviewSourceRow,
  amount: Cents,
  on: CalendarDate,
): { surcharge: number; total: number } {
  const { surcharge } = debitOf(source, { open: amount }, { region, absorb, on, rates })
  return { surcharge: toDecimal(surcharge), total: toDecimal(cents(amount + surcharge)) }
}
