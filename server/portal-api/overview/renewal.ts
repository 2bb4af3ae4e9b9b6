import type { PlanOfAYear } from '#contract/overview.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { toDecimal } from '#domain/money.ts'
import { collectionDays } from '#domain/plan/next-payment.ts'
import { planEditableUntil } from '#domain/plan/payment-schedule.ts'
import { shownDay } from '#domain/plan/plan-payments.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import { methodOn } from '../../plans/payment-schedule/prepared-plans.ts'
import type { OverviewFacts, PlanRow } from './overview.store.ts'

/** The facts of a renewed plan for the family, until the plan starts. */
export function readRenewal(
  plan: PlanRow,
  facts: OverviewFacts,
  { today, canBeEdited }: { today: CalendarDate; canBeEdited: boolean },
): PlanOfAYear['renewal'] {
  const { region, sources, plans } = facts
  const calendar = bankCalendarOf(region)
  const [first] = plan.instalments
  const isPrepared = plan.status === 'Saved' && first !== undefined
  if (facts.renewalStatus !== 'Renewing' || (!isPrepared && plan.heldOn === null)) return null
  const firstPaymentOn = first ? shownDay(plan, first, collectionDays({ calendar, today, sources })) : null
  const previous = plans.find(({ tuitionYear }) => tuitionYear === plan.tuitionYear - 1)
  const editableUntil = plan.heldOn === null ? planEditableUntil(plan, calendar) : null
  const method = methodOn(sources, firstPaymentOn ?? today)
  return {
    amount: toDecimal(plan.periodicAmount),
    period: plan.frequency,
    paymentCount: plan.repaymentCount,
    firstPaymentOn,
    editableUntil: canBeEdited && editableUntil !== null && today <= editableUntil ? editableUntil : null,
    previous: previous ? { amount: toDecimal(previous.periodicAmount), period: previous.frequency } : null,
    method: method && {
      displayName: method.name,
      lastDay: method.lastDay,
      trouble: method.trouble,
    },
    heldOn: plan.heldOn,
  }
}
