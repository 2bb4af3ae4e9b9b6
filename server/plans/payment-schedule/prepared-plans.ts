import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { payingSourceOn, type SourceStatus } from '#domain/payment-methods/payment-methods.ts'
import { planEditCutOff } from '#domain/plan/payment-schedule.ts'
import { lastDayOfCard } from '#domain/problems.ts'
import type { NamedSource } from '../../people/accounts/plans.reads.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import type { Db } from '../../platform/database/open.ts'
import type { AfterPlan, RenewedPlan } from '../../letters/messages/plan-facts.ts'
import { problemOf } from '../../books/payment-methods/paying-source.ts'
import { listPreparedYears, type PreparedYear } from './prepared-plans.store.ts'

export async function findPreparedYear(
  db: Db,
  key: { accountId: string; tuitionYear: number },
): Promise<PreparedYear | undefined> {
  const [year] = await listPreparedYears(db, [key])
  return year
}

type Source = Pick<
  NamedSource,
  'displayName' | 'cardExpiry' | 'mandateStatus' | 'isPreferred' | 'isDefault' | 'activeFrom'
> & { status: SourceStatus }

/** The method that takes a payment on a day, and why it could not; null if there is none. */
export function methodOn(sources: readonly Source[], on: CalendarDate): RenewedPlan['method'] {
  const source = payingSourceOn(sources, on)
  if (!source) return null
  const trouble = problemOf(source, on)
  return {
    name: source.displayName,
    // It will have expired later, but it pays on that day.
    trouble: trouble === 'CardExpiring' ? null : (trouble ?? null),
    lastDay: trouble === 'CardExpired' && source.cardExpiry ? lastDayOfCard(source.cardExpiry) : null,
  }
}

/** The facts of a letter about a prepared plan; undefined if it promises no payments. */
export function renewedPlanOf(year: PreparedYear): RenewedPlan | undefined {
  const { plan, region, previous, stillToCome, sources, tuitionYear } = year
  if (!plan?.firstOn) return undefined
  const { amount, frequency, count, total, firstOn } = plan
  return {
    amount,
    frequency,
    count,
    total,
    firstOn,
    editUntil: planEditCutOff(plan.startDate, bankCalendarOf(region)),
    previous,
    stillToCome: stillToCome && { ...stillToCome, tuitionYear: tuitionYear - 1 },
    method: methodOn(sources, firstOn),
  }
}

/** Whether a plan has a method that can take its first payment. */
export function isPayable({ method }: Pick<RenewedPlan, 'method'>): boolean {
  return method !== null && method.trouble === null
}

/** Returns what follows a plan that has ended: the next plan, or what to do about it. */
export function afterPlan(next: PreparedYear | undefined): AfterPlan {
  if (!next) return { kind: 'Nothing' }
  const { plan, tuitionYear, renewalStatus } = next
  const renewed = renewedPlanOf(next)
  if (plan?.heldOn && plan.status === 'Draft') return { kind: 'Held', tuitionYear }
  if (renewed && (plan?.status === 'Saved' || plan?.status === 'Current'))
    return toSequel(renewed, { tuitionYear, isRunning: plan.status === 'Current' })
  if (plan?.status === 'ManualReview') return { kind: 'InReview', tuitionYear }
  switch (renewalStatus) {
    case 'Graduating':
    case 'Closed':
    case 'Offboarding':
      return { kind: 'Nothing' }
    case 'NoFeeSchedule':
    case 'NoRenewalDate':
    case 'New':
      return plan?.status === 'Draft' ? { kind: 'Choose', tuitionYear } : { kind: 'Later', tuitionYear }
    case 'Renewing':
      return { kind: 'Choose', tuitionYear }
  }
}

function toSequel(
  { editUntil, amount, frequency, count, firstOn, method }: RenewedPlan,
  { tuitionYear, isRunning }: { tuitionYear: number; isRunning: boolean },
): AfterPlan {
  return {
    kind: 'Plan',
    tuitionYear,
    plan: { amount, frequency, count, firstOn, method },
    editUntil: isRunning ? null : editUntil,
  }
}
