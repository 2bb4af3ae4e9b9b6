import type { PaymentPlan, PaymentSchedule, PlanMaterialReply } from '#contract/payment-schedule.ts'
import { calendarDate, dateIn, yearOf } from '#domain/calendar/calendar.ts'
import { holidaysOf } from '#domain/calendar/holidays.ts'
import {
  defaultFrequency,
  durationsOffered,
  offeredFrequencies,
  type DurationOption,
} from '#domain/plan/payment-schedule.ts'
import { normalised } from '#domain/plan/fee-variances.ts'
import { toDecimal } from '#domain/money.ts'
import { collectionsToCome } from '#domain/plan/next-payment.ts'
import { draftPlan, type PlanRequest } from '#domain/plan/plan-choices.ts'
import { draftReply } from '#domain/plan/plan-reply.ts'
import { yearBeside } from '#domain/plan/shown-plan.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import { configOf, type AccountFacts } from '../../people/accounts/account-facts.ts'
import { listPaymentFacts, findDisplayedPlan } from '../../people/accounts/plans.reads.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/open.ts'
import { refreshHolidays } from '../holidays/known-holidays.ts'
import { flexibleReply, readFlexible } from '../plan-changes/flexible-plan.ts'
import { findAccountFacts, findPlanFacts, type StoredPlan } from '../payment-schedule/plan-facts.reads.ts'
import { offerOf, planMaterial } from '../payment-schedule/plan-material.ts'
import { whyNotSave } from '../payment-schedule/plan-rules.ts'
import { storedPlanReply } from '../payment-schedule/stored-plan.ts'

type ScheduleDeps = { db: Db; clock: Clock }
/** The account of a plan, and the customer who reads it. */
type Reader = { accountId: string; customerId: string }

/** Returns the plan of a year or, without a year, the one that the Overview shows. */
export async function readSchedule(
  { db, clock }: ScheduleDeps,
  { accountId, customerId }: Reader,
  asked: number | undefined,
): Promise<PaymentSchedule> {
  const now = clock()
  const year = asked ?? (await yearToShow(db, accountId, now))
  const facts = orNotFound(await findPlanFacts(db, accountId, year))
  return scheduleOf(facts.plan, { planYear: year, customerId, now })
}

function scheduleOf(
  plan: StoredPlan | null,
  { planYear, customerId, now }: { planYear: number; customerId: string; now: Date },
): PaymentSchedule {
  return plan ? storedPlanReply(plan, customerId, now) : { planStatus: 'None', planYear }
}

async function yearToShow(db: Db, accountId: string, now: Date): Promise<number> {
  const config = configOf(await accountFacts(db, accountId), now)
  const [offered] = config.planYearOptions
  const displayed = await findDisplayedPlan(db, { accountId, now })
  return displayed?.tuitionYear ?? offered?.tuitionYear ?? config.year
}

async function accountFacts(db: Db, accountId: string): Promise<AccountFacts> {
  return orNotFound(await findAccountFacts(db, accountId))
}

/** Estimates a first plan: fortnightly, from the first possible day to the end of the year. */
export async function estimate(
  { db, clock }: ScheduleDeps,
  { accountId, customerId }: Reader,
): Promise<PaymentSchedule> {
  const now = clock()
  const year = await yearToShow(db, accountId, now)
  const material = await planMaterial(db, { accountId, tuitionYear: year, now })
  if (material.plan) return scheduleOf(material.plan, { planYear: year, customerId, now })
  const none = scheduleOf(null, { planYear: year, customerId, now })
  const offer = offerOf(material.account, now)
  const option = offer.planYearOptions.find(({ tuitionYear }) => tuitionYear === year)
  const count = option?.durationOptions.find(({ period }) => period === defaultFrequency)?.defaultDuration
  if (!option || !count) return none
  const paymentSchedule = {
    planYear: year,
    startDate: option.minStartDate,
    planDuration: count,
    repaymentCount: count,
    repaymentPeriod: defaultFrequency,
  }
  const draft = draftPlan(material, { paymentSchedule }, offer)
  return draft ? draftReply(draft, null) : none
}

/**
 * The years whose holidays must be known: a plan for next year can end in the year after it, and be collected on the
 * first business day of the one after that.
 */
const yearsAPlanReaches = 3

/** Returns the plan as the portal shows it, with the data that its calculation needs. */
export async function readMaterial(
  deps: ScheduleDeps,
  reader: Reader,
  asked: number | undefined,
): Promise<PlanMaterialReply> {
  const { db, clock } = deps
  const { accountId, customerId } = reader
  const now = clock()
  await refreshHolidays(db)
  const planYear = asked ?? (await yearToShow(db, accountId, now))
  const material = await planMaterial(db, { accountId, tuitionYear: planYear, now })
  const { account, plan, calendar, ...facts } = material
  const offer = offerOf(account, now)
  const whyNotEditable = whyNotSave(material, now) ?? null
  const schedule = scheduleOf(plan, { planYear, customerId, now })
  const flexible = await readFlexible(db, { accountId, plan, now })
  const { planYearOptions } = offer
  const besideYear = yearBeside({ ...schedule, whyNotEditable, planYearOptions })
  const thisYear = yearOf(dateIn(facts.region, now))
  return {
    ...facts,
    holidays: holidaysOf(calendar, { from: thisYear - 1, to: thisYear + yearsAPlanReaches }),
    planYear,
    plan: plan && {
      id: plan.id,
      version: plan.version,
      status: plan.status,
      coverFrom: plan.coverFrom,
      startDate: plan.startDate,
      repaymentCount: plan.repaymentCount,
      paidCount: plan.paidCount,
      balanceAtStartMinor: plan.balanceAtStartMinor,
      outstandingFeesMinor: plan.outstandingFeesMinor,
      outstandingFeesCovered: plan.outstandingFeesCovered,
      variances: normalised(plan.variances),
      discounts: plan.discounts,
      settledCount: plan.settledCount,
      settledMinor: plan.settledMinor,
    },
    offer,
    alsoCollected: await alsoCollected(db, { accountId, planYear, now }),
    whyNotEditable,
    flexible: flexible ? await flexibleReply(db, flexible, customerId) : null,
    schedule,
    beside: besideYear === undefined ? null : await readSchedule(deps, reader, besideYear),
  }
}

async function alsoCollected(
  db: Db,
  { accountId, planYear, now }: { accountId: string; planYear: number; now: Date },
): Promise<PlanMaterialReply['alsoCollected']> {
  const [facts] = await listPaymentFacts(db, [accountId])
  if (!facts) return []
  return collectionsToCome(facts, dateIn(facts.region, now))
    .filter(({ plan }) => plan.tuitionYear !== planYear)
    .map(({ plan, on, amount }) => ({ date: on, amount: toDecimal(amount), tuitionYear: plan.tuitionYear }))
}

/** Previews a plan: what saving the same input would result in now. Nothing is saved. */
export async function calculate(
  { db, clock }: ScheduleDeps,
  accountId: string,
  request: PlanRequest,
): Promise<PaymentPlan> {
  const now = clock()
  // Another process may have sent the material, and both must calculate with the same holidays.
  await refreshHolidays(db)
  const tuitionYear = request.paymentSchedule.planYear
  const material = await planMaterial(db, { accountId, tuitionYear, now })
  const draft = draftPlan(material, request, offerOf(material.account, now))
  if (!draft) throw new Refusal('no_fees')
  return draftReply(draft, material.plan)
}

export async function readDurations(
  { db, clock }: ScheduleDeps,
  accountId: string,
  { year, date }: { year: number; date: string },
): Promise<{ durationOptions: DurationOption[] }> {
  const account = await accountFacts(db, accountId)
  const option = configOf(account, clock()).planYearOptions.find(({ tuitionYear }) => tuitionYear === year)
  const isOffered = option && date >= option.minStartDate && date <= option.maxStartDate
  // A date on which no plan can start has no lengths, rather than an error: the form says what is wrong with it.
  return {
    durationOptions: isOffered
      ? durationsOffered(calendarDate(date), year, account)
      : offeredFrequencies.map((period) => ({ period, defaultDuration: 0, allowedDurations: [] })),
  }
}
