import type { ActivePlan, Overview } from '#contract/overview.ts'
import { productsWithoutBalance } from '#domain/accounts.ts'
import { toBreakdown, withAmount } from '#domain/plan/plan-reply.ts'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { dueNote } from '#domain/calendar/calendar-file.ts'
import { sumOf, toDecimal } from '#domain/money.ts'
import { payingSource } from '#domain/payment-methods/payment-methods.ts'
import { surchargePercentage } from '#domain/payment-methods/surcharges.ts'
import { changeableUntil, comingOf } from '#domain/plan/changes/coming.ts'
import { usualFlexibility } from '#domain/plan/changes/flexibility.ts'
import { isPlanLocked, planEditableUntil, tuitionYearOf } from '#domain/plan/payment-schedule.ts'
import { collectionDays, nextPayment, type NextPayment } from '#domain/plan/next-payment.ts'
import { owedOf } from '#domain/plan/other-plans.ts'
import { collectedOf, paidSoFar, remainingOf, shownPayments } from '#domain/plan/plan-payments.ts'
import { studentsIn } from '#domain/students.ts'
import { orNotFound } from '#domain/refusal.ts'
import { placedLines } from '#domain/texts.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import { configOn, paymentSummaryOf } from '../../people/accounts/account-facts.ts'
import type { Db } from '../../platform/database/open.ts'
import type { BasicDeps, ReadDeps } from '../../platform/deps.ts'
import { partsOfBalance } from '../../books/free-credit/balance-parts.ts'
import { findFreeCreditFacts, type FreeCreditFacts } from '../../books/free-credit/free-credit.reads.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { linkOpener, type StoredLink } from '../../books/payment-requests/request-links.ts'
import {
  findOverviewFacts,
  type OverviewFacts,
  type PlanDetails,
  type PlanRow,
  type OverviewSourceRow,
} from './overview.store.ts'
import { readFix } from './fix.ts'
import { isForFailed, readProblems } from './problems.ts'
import { readRenewal } from './renewal.ts'

type OpenLink = (link: StoredLink) => string | null

/** Hides the family's payment links from staff, also while they use the portal on behalf of a customer. */
const keepLinksClosed: OpenLink = () => null

/** Reads the Overview for a family, or for a member of staff on its behalf. */
export function overviewReader({ db, clock, config }: ReadDeps) {
  const openLink = linkOpener(config)
  return ({ accountId, caller }: { accountId: string; caller: Caller }) =>
    readOverview(db, {
      accountId,
      firstName: caller.firstName,
      openLink: caller.impersonatorEmail === null ? openLink : keepLinksClosed,
      now: clock(),
    })
}

/** Reads the Overview for the desk, without a greeting. */
export function overviewForStaff({ db, clock }: BasicDeps, accountId: string): Promise<Overview> {
  return readOverview(db, { accountId, firstName: '', openLink: keepLinksClosed, now: clock() })
}

async function readOverview(
  db: Db,
  {
    accountId,
    firstName,
    openLink,
    now,
  }: { accountId: string; firstName: string; openLink: OpenLink; now: Date },
): Promise<Overview> {
  const facts = orNotFound(await findOverviewFacts(db, accountId, now))
  // The balance is read again together with its parts, so that they add up.
  const credit =
    facts.balance !== 0 && !productsWithoutBalance.includes(facts.productType)
      ? await findFreeCreditFacts(db, accountId)
      : undefined
  return toOverview(facts, { firstName, credit, openLink, now })
}

function failedText({ failed, failedTexts }: OverviewFacts, today: CalendarDate): Overview['failedText'] {
  const text = failedTexts.find(({ validFrom }) => validFrom <= today)
  return failed.length > 0 && text ? { version: text.version, ...placedLines('FailedText', text.body) } : null
}

type Page = { firstName: string; credit: FreeCreditFacts | undefined; openLink: OpenLink; now: Date }

function toOverview(facts: OverviewFacts, { firstName, credit, openLink, now }: Page): Overview {
  const { plans, sources, region } = facts
  const today = dateIn(region, now)
  const displayed = plans.find(({ details }) => details !== null)
  const next = nextPayment({ ...facts, calendar: bankCalendarOf(region) }, today)
  const { lastRepayment, bpayInfo } = paymentSummaryOf(facts, next)
  const hasUsableSource =
    payingSource(sources) !== undefined && sources.some(({ status }) => status === 'Usable')
  return {
    today,
    firstName,
    currentBalance: toDecimal(credit?.balance ?? facts.balance),
    balanceParts: credit ? partsOfBalance(credit, today) : [],
    problems: readProblems(facts, { today, next, openLink }),
    fix: readFix(facts, today),
    failedText: failedText(facts, today),
    nextRepayment: next ? toNextRepayment(next, facts, today) : null,
    lastRepayment,
    earlyPayments: facts.early && { amount: toDecimal(facts.early.amount), date: facts.early.date },
    bpayInfo,
    activePlan: displayed?.details ? toActivePlan(displayed, displayed.details, facts, today) : null,
    otherPlans: otherPlans(facts, today),
    planStatus: displayed?.status ?? 'None',
    isOnHold: plans.some(({ isHeld = false }) => isHeld),
    plans: plans.map((plan) => ({
      tuitionYear: plan.tuitionYear,
      planStartDate: plan.startDate,
      planStatus: plan.status,
      lastUpdatedByCustomer: plan.savedBy === 'Customer',
      renewalStatus: facts.renewalStatus,
      canBeEdited: canBeEdited(plan, facts, today),
      renewal: readRenewal(plan, facts, { today, canBeEdited: canBeEdited(plan, facts, today) }),
    })),
    students: studentsIn(facts.enrolments, tuitionYearOf(today, region), region),
    activeRepaymentRequests: facts.requests.map((request) => ({
      id: openLink(request.link),
      institutionName: request.institutionName,
      amount: toDecimal(request.amountLeft),
      dueDate: request.dueDate,
      periodName: request.periodName,
      isForOverdueInstalment: isForFailed(request, facts),
    })),
    config: configOn(facts, { ...facts, hasUsableSource }, today),
  }
}

/** The other plans: when a new year's plan begins, the old one may still be collected or owed. */
function otherPlans({ plans, region, sources }: OverviewFacts, today: CalendarDate): Overview['otherPlans'] {
  const dayOf = collectionDays({ calendar: bankCalendarOf(region), today, sources })
  return plans
    .filter(({ status, details }) => details === null && (status === 'Current' || status === 'Completed'))
    .map((plan) => ({ tuitionYear: plan.tuitionYear, ...owedOf(plan, dayOf) }))
    .filter(({ remaining }) => remaining > 0)
    .map(({ tuitionYear, remaining, overdue, next, lastOn }) => ({
      tuitionYear,
      remaining: toDecimal(remaining),
      overdue: toDecimal(overdue),
      next: next && { date: next.on, amount: toDecimal(next.amount) },
      lastDate: lastOn,
    }))
}

function toNextRepayment(
  next: NextPayment<PlanRow, OverviewSourceRow>,
  facts: OverviewFacts,
  today: CalendarDate,
): NonNullable<Overview['nextRepayment']> {
  const { region } = facts
  const { source, basisPoints } = next
  const [only, another] = next.parts
  return {
    amount: toDecimal(next.amount),
    date: next.on,
    surcharge: toDecimal(next.surcharge),
    total: toDecimal(next.total),
    parts: next.parts.map(({ plan, instalment, amount }) => ({
      tuitionYear: plan.tuitionYear,
      dueDate: instalment.dueOn,
      amount: toDecimal(amount),
      isRetry: instalment.status === 'Retrying',
    })),
    dueNote:
      (only && another === undefined
        ? dueNote(only.instalment.dueOn, next.on, bankCalendarOf(region), only.instalment.movedFrom)
        : undefined) ?? null,
    movableUntil: movableUntil(next, facts, today),
    previousAmount: previousAmount(next),
    source: source
      ? {
          displayName: source.displayName,
          cardType: source.cardBrand,
          surchargePercentage: surchargePercentage(basisPoints),
        }
      : null,
  }
}

/**
 * The last day to which the next payment can be moved. Only a single payment of a running plan can be moved here; if
 * others share its day, the family chooses on the schedule.
 */
function movableUntil(
  { on, parts }: NextPayment<PlanRow, OverviewSourceRow>,
  { flexibility, region, canEditOrAddPlan }: OverviewFacts,
  today: CalendarDate,
): CalendarDate | null {
  const [only, another] = parts
  if (!canEditOrAddPlan || !only || another || only.plan.status !== 'Current') return null
  const { movesPerYear } = { ...usualFlexibility, ...flexibility }
  if (movesPerYear === 0 || comingOf([only.instalment]).length === 0) return null
  const until = changeableUntil(on, bankCalendarOf(region))
  return today <= until ? until : null
}

/**
 * The amount of the payment before the next one; null if it was zero, there was none, or several instalments are
 * collected at once and cannot be compared.
 */
function previousAmount({ parts }: NextPayment<PlanRow>): number | null {
  const [part, another] = parts
  if (!part?.previous || another) return null
  const { amount, seq } = part.previous
  const paidOtherwise = sumOf(part.plan.paidOtherwise.filter((paid) => paid.seq === seq))
  const collected = collectedOf({ amount, paidOtherwise })
  return collected ? toDecimal(collected) : null
}

function canBeEdited(plan: PlanRow, facts: OverviewFacts, today: CalendarDate): boolean {
  return (
    facts.canEditOrAddPlan && !isPlanLocked(plan, { ...facts, calendar: bankCalendarOf(facts.region), today })
  )
}

function toActivePlan(
  plan: PlanRow,
  details: PlanDetails,
  facts: OverviewFacts,
  today: CalendarDate,
): ActivePlan {
  const { region, sources } = facts
  const { instalments } = plan
  const editableUntil = planEditableUntil(plan, bankCalendarOf(region))
  const isEditable = canBeEdited(plan, facts, today)
  return {
    tuitionYear: plan.tuitionYear,
    planStartDate: plan.startDate,
    planEndDate: details.endDate,
    periodicAmount: { amount: toDecimal(details.periodicAmount), period: details.frequency },
    planYearTotal: toDecimal(details.total),
    planYearSchoolFees: toDecimal(details.schoolFees),
    totalRepaid: toDecimal(paidSoFar(instalments)),
    remainingToBeRepaid: toDecimal(remainingOf({ ...details, instalments })),
    carriedOverLarkwellBalance: toDecimal(details.balanceAtStart),
    partYearAdjustment: details.partYearAdjustment === 0 ? null : toDecimal(details.partYearAdjustment),
    outstandingFees: toDecimal(details.outstandingFees),
    outstandingFeesCovered: details.coversOutstanding,
    familyFees: details.familyFees.map(withAmount),
    studentFeeBreakdown: details.studentFees.map((student) => toBreakdown(student, details.declared)),
    payments: shownPayments(plan, collectionDays({ calendar: bankCalendarOf(region), today, sources })),
    currentTailoredPlanType: details.tailoredType,
    tailoredUntil: details.tailoredUntil,
    config: {
      customerCanUpdateSchedule: isEditable,
      editableUntil: isEditable && editableUntil !== null && today <= editableUntil ? editableUntil : null,
    },
  }
}
