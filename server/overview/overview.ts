import type { ActivePlan, Overview } from '#contract/overview.ts'
import { calendarDate, dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { planEditCutOff, tuitionYearOf } from '#domain/plan/payment-schedule.ts'
import { paidSoFar } from '#domain/explanations/plan-explanations.ts'
import type { Region } from '#domain/region.ts'
import { surchargeBasisPoints, surchargePercentage } from '#domain/payment-methods/surcharges.ts'
import { compareYearLevels, yearLevelIn } from '#domain/calendar/year-levels.ts'
import { moneyOf } from '../accounts/account-facts.ts'
import type { Config } from '../config.ts'
import type { Statement } from '../database/sql.ts'
import type { AccountReader } from '../http/http.ts'
import { linkOpener, type KeptLink } from '../pay-now/request-links.ts'
import { joined, Written } from '../http/reply-writer.ts'
import {
  overviewRead,
  textsOf,
  type OverviewFacts,
  type OverviewRow,
  type PlanDetails,
  type PlanRow,
  type SourceRow,
} from './overview.store.ts'
import { nextPayment, readPayments, writtenPayments } from './plan-payments.ts'
import { policyOf, writtenConfigOf, type Policy } from './policy.ts'

const planOf = ([tuitionYear, status, startDate, savedBy, details, payments]: PlanRow) => ({
  tuitionYear,
  status,
  startDate,
  savedBy,
  details,
  payments: readPayments(payments),
})
type Plan = ReturnType<typeof planOf>

type OpenLink = (kept: KeptLink) => string

export function readOverview({
  config,
}: {
  config: Pick<Config, 'encryptionKeys'>
}): AccountReader<Overview> {
  const openLink = linkOpener(config)
  return {
    ask: ({ now }) => askOverview(now),
    answer: (found, { now }) => toOverview(found as OverviewRow, openLink, now),
  }
}

function askOverview(now: Date): Statement {
  return overviewRead({
    yearAu: tuitionYearOf(dateIn('AU', now), 'AU'),
    yearUk: tuitionYearOf(dateIn('UK', now), 'UK'),
    now,
  })
}

function toOverview(row: OverviewRow, openLink: OpenLink, now: Date): Written<Overview> {
  const { facts } = row
  const texts = textsOf(row)
  const policy = policyOf(texts.policy)
  const today = dateIn(policy.region, now)
  const plans = (facts.plans ?? []).map(planOf).toSorted((a, b) => a.tuitionYear - b.tuitionYear)
  const shown = plans.find(({ details }) => details !== null)
  const next = nextPayment(plans)
  const sources = facts.sources ?? []
  const hasUsableSource = sources.some(([, , , status]) => status === 'Usable')
  const { nextRepayment, lastRepayment, bpayInfo } = moneyOf({ ...facts, next })
  return joined<Overview, 'activePlan' | 'config'>(
    {
      today,
      firstName: facts.firstName,
      currentBalance: toDecimal(facts.balanceMinor),
      nextRepayment: nextRepayment && {
        ...nextRepayment,
        previousAmount: next?.previousMinor ? toDecimal(next.previousMinor) : null,
        source: sourceOf(policy, activeSource(sources), today),
      },
      lastRepayment,
      bpayInfo,
      planStatus: shown?.status ?? 'None',
      plans: plans.map((plan) => ({
        tuitionYear: plan.tuitionYear,
        planStartDate: plan.startDate,
        planStatus: plan.status,
        lastUpdatedByCustomer: plan.savedBy === 'Customer',
        renewalStatus: policy.renewalStatus,
      })),
      students: studentsOf(facts, policy, today),
      activeRepaymentRequests: (facts.requests ?? []).map(
        ([link, institutionName, left, dueDate, periodName]) => ({
          id: openLink(link),
          institutionName,
          amount: toDecimal(left),
          dueDate,
          periodName,
        }),
      ),
    },
    {
      activePlan: shown?.details
        ? toActivePlan(shown, shown.details, texts, policy, today)
        : new Written<null>('null'),
      config: writtenConfigOf(policy, { plans, hasUsableSource, productChange: facts.productChange }, today),
    },
  )
}

/** The one that the plan is collected from: the preferred, or the default where none was made so. */
function activeSource(sources: readonly SourceRow[]): SourceRow | undefined {
  return (
    sources.find(([, , , , isPreferred]) => isPreferred) ?? sources.find(([, , , , , isDefault]) => isDefault)
  )
}

function sourceOf(policy: Policy, source: SourceRow | undefined, on: CalendarDate) {
  if (!source) return null
  const [displayName, cardBrand, cardFunding] = source
  const basisPoints = surchargeBasisPoints(
    { cardBrand, cardFunding },
    { region: policy.region, absorb: policy.absorbCardSurcharge, on, rates: policy.surchargeRates ?? [] },
  )
  return { displayName, cardType: cardBrand, surchargePercentage: surchargePercentage(basisPoints) }
}

/** Who is at school, in the year that they have come to, the eldest first. Whoever has yet to start starts in theirs. */
function studentsOf(
  { students }: OverviewFacts,
  { region }: Policy,
  today: CalendarDate,
): Overview['students'] {
  const tuitionYear = tuitionYearOf(today, region)
  return (students ?? [])
    .flatMap(([firstName, lastName, startYear, startYearLevel, institution]) => {
      const year = Math.max(tuitionYear, startYear)
      const yearLevel = yearLevelIn({ startYear, startYearLevel }, year, region)
      return yearLevel === undefined ? [] : [{ name: `${firstName} ${lastName}`, yearLevel, institution }]
    })
    .toSorted((a, b) => compareYearLevels(a.yearLevel, b.yearLevel, region) || (a.name < b.name ? -1 : 1))
}

function toActivePlan(
  plan: Plan,
  details: PlanDetails,
  { familyFees, studentFees }: ReturnType<typeof textsOf>,
  policy: Policy,
  today: CalendarDate,
): Written<ActivePlan> {
  const [
    tailoredType,
    tailoredUntil,
    planEndDate,
    period,
    periodicAmount,
    total,
    schoolFees,
    balanceAtStart,
    partYearAdjustment,
    outstandingFees,
  ] = details
  const editableUntil = editableUntilOf(plan, policy.region)
  const isEditable = editableUntil !== null && today <= editableUntil
  const repaid = paidSoFar(plan.payments)
  return joined<ActivePlan, 'payments' | 'familyFees' | 'studentFeeBreakdown'>(
    {
      tuitionYear: plan.tuitionYear,
      planStartDate: plan.startDate,
      planEndDate,
      periodicAmount: { amount: toDecimal(periodicAmount), period },
      planYearTotal: toDecimal(total),
      planYearSchoolFees: toDecimal(schoolFees),
      totalRepaid: toDecimal(repaid),
      remainingToBeRepaid: toDecimal(cents(Math.max(0, total - repaid))),
      carriedOverLarkwellBalance: toDecimal(balanceAtStart),
      partYearAdjustment: partYearAdjustment === 0 ? null : toDecimal(partYearAdjustment),
      outstandingFees: toDecimal(outstandingFees),
      currentTailoredPlanType: tailoredType,
      tailoredUntil,
      config: {
        customerCanUpdateSchedule: isEditable && policy.canEditOrAddPlan,
        editableUntil: isEditable ? editableUntil : null,
      },
    },
    {
      payments: writtenPayments(plan),
      familyFees: new Written(familyFees),
      studentFeeBreakdown: new Written(studentFees),
    },
  )
}

/** The last day on which a plan may be edited; one that is under way or over is closed to edits. */
function editableUntilOf({ status, startDate }: Plan, region: Region): CalendarDate | null {
  if (status === 'Current' || status === 'Completed') return null
  return planEditCutOff(calendarDate(startDate), region)
}
