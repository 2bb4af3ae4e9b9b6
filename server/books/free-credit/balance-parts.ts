import type { BalancePart } from '#contract/balance-parts.ts'
import { balanceParts } from '#domain/balance-parts.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { creditUsedBy } from '#domain/free-credit.ts'
import { toDecimal } from '#domain/money.ts'
import type { FreeCreditFacts } from './free-credit.reads.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'

/** Splits a family's balance by purpose. */
export function balancePartsOf(
  { region, balance, payments, plans }: FreeCreditFacts,
  today: CalendarDate,
): ReturnType<typeof balanceParts> {
  const lowered = plans.map((plan) => ({ tuitionYear: plan.tuitionYear, amount: creditUsedBy(plan) }))
  const calendar = bankCalendarOf(region)
  return balanceParts({ calendar, balance, payments, plans: lowered, today })
}

/** Returns the parts of the balance as they are sent to the browser. */
export function partsOfBalance(facts: FreeCreditFacts, today: CalendarDate): BalancePart[] {
  return balancePartsOf(facts, today).map(({ amount, ...part }) => ({ ...part, amount: toDecimal(amount) }))
}
