import type { ActivePlan, Overview, PlanPayment } from '#contract/overview.ts'
import { calendarDate, dateIn } from '#domain/calendar.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { planEditCutOff, tuitionYearOf, type PlanPaymentStatus } from '#domain/payment-schedule.ts'
import { Refusal } from '#domain/refusal.ts'
import type { InstalmentStatus } from '#domain/repayments.ts'
import { surchargeBasisPoints, surchargePercentage } from '#domain/surcharges.ts'
import { configOf, moneyOf, type AccountFacts } from '../accounts/account-facts.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/open.ts'
import { toBreakdown, withAmount } from '../payment-schedule/stored-fees.ts'
import { findOverview, type OverviewFacts, type OverviewPlan } from './overview.store.ts'

export async function readOverview(
  { db, clock }: { db: Db; clock: Clock },
  asked: { accountId: string; customerId: string },
): Promise<Overview> {
  const now = clock()
  const facts = await findOverview(db, {
    ...asked,
    yearAu: tuitionYearOf(dateIn('AU', now), 'AU'),
    yearUk: tuitionYearOf(dateIn('UK', now), 'UK'),
    now,
  })
  if (!facts) throw new Refusal('not_found')
  return toOverview(facts, now)
}

function toOverview(facts: OverviewFacts, now: Date): Overview {
  const { account, plan } = facts
  const config = configOf(account, now)
  const { nextRepayment, lastRepayment, bpayInfo } = moneyOf(account)
  return {
    today: dateIn(account.region, now),
    firstName: facts.firstName,
    currentBalance: toDecimal(facts.balanceMinor),
    nextRepayment: nextRepayment && {
      ...nextRepayment,
      previousAmount: plan && previousAmountOf(plan),
      source: sourceOf(facts, now),
    },
    lastRepayment,
    bpayInfo,
    activePlan: plan && toActivePlan(plan, account, now),
    planStatus: plan?.status ?? 'None',
    plans: account.plans.map((each) => ({
      tuitionYear: each.tuitionYear,
      planStartDate: each.startDate,
      planStatus: each.status,
      lastUpdatedByCustomer: each.savedBy === 'Customer',
      renewalStatus: account.renewalStatus,
    })),
    students: facts.students,
    activeRepaymentRequests: facts.requests.map(({ amountMinor, ...request }) => ({
      ...request,
      amount: toDecimal(amountMinor),
    })),
    config,
  }
}

function sourceOf({ source, account, surchargeRates }: OverviewFacts, now: Date) {
  if (!source) return null
  const basisPoints = surchargeBasisPoints(
    {
      region: account.region,
      brand: source.cardBrand ?? '',
      funding: source.cardFunding ?? 'unknown',
      absorb: account.absorbCardSurcharge,
      on: dateIn(account.region, now),
    },
    surchargeRates,
  )
  return {
    displayName: source.displayName,
    cardType: source.cardBrand,
    surchargePercentage: surchargePercentage(basisPoints),
  }
}

function toActivePlan(plan: OverviewPlan, account: AccountFacts, now: Date): ActivePlan {
  const editableUntil = planEditCutOff(calendarDate(plan.startDate), account.region)
  const isEditable =
    plan.status !== 'Current' && plan.status !== 'Completed' && dateIn(account.region, now) <= editableUntil
  return {
    tuitionYear: plan.tuitionYear,
    planStartDate: plan.startDate,
    planEndDate: plan.endDate,
    periodicAmount: { amount: toDecimal(plan.periodicAmountMinor), period: plan.frequency },
    planYearTotal: toDecimal(plan.totalMinor),
    planYearSchoolFees: toDecimal(plan.schoolFeesMinor),
    totalRepaid: toDecimal(plan.repaidMinor),
    remainingToBeRepaid: toDecimal(cents(plan.totalMinor - plan.repaidMinor)),
    carriedOverLarkwellBalance: toDecimal(plan.balanceAtStartMinor),
    partYearAdjustment: plan.partYearAdjustmentMinor === 0 ? null : toDecimal(plan.partYearAdjustmentMinor),
    outstandingFees: toDecimal(plan.outstandingFeesMinor),
    familyFees: plan.familyFees.map(withAmount),
    studentFeeBreakdown: plan.studentFees.map(toBreakdown),
    payments: paymentsOf(plan),
    currentTailoredPlanType: plan.tailoredType,
    config: {
      customerCanUpdateSchedule: isEditable && account.canEditOrAddPlan,
      editableUntil: isEditable ? editableUntil : null,
    },
  }
}

const shownStatus: Record<InstalmentStatus, PlanPaymentStatus> = {
  Scheduled: 'ToCome',
  Collecting: 'Pending',
  Retrying: 'Failed',
  Overdue: 'Failed',
  Paid: 'Paid',
  Cancelled: 'ToCome',
}

function paymentsOf({ payments }: OverviewPlan): PlanPayment[] {
  const next = payments.find(({ status }) => status === 'Scheduled')
  return payments.map((payment) => ({
    date: payment.date,
    amount: toDecimal(payment.amountMinor),
    status: payment === next ? 'Next' : shownStatus[payment.status],
  }))
}

function previousAmountOf({ payments }: OverviewPlan): number | null {
  const next = payments.findIndex(({ status }) => status === 'Scheduled')
  const before = payments[next - 1]
  return before ? toDecimal(before.amountMinor) : null
}
