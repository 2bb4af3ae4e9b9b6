import type { PaymentPlan, PaymentSchedule, PlanToCalculate } from '#contract/payment-schedule.ts'
import { calendarDate, dateIn } from '#domain/calendar.ts'
import { defaultFrequency, offeredFrequencies, type DurationOption } from '#domain/payment-schedule.ts'
import { Refusal } from '#domain/refusal.ts'
import { configOf, type AccountFacts } from '../accounts/account-facts.ts'
import { durationsOf } from '../accounts/plan-years.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/open.ts'
import { figuresOf, planMaterial, type PlanMaterial } from './figures.ts'
import { figuresOnTheWire, storedOnTheWire } from './payment-plan.ts'
import { findAccountFacts, findPlanFacts, findYearToShow } from './plan-facts.store.ts'
import { choicesOf } from './plan-rules.ts'
import { needsReview, normalised, type StoredVariances } from './variances.ts'

type ScheduleDeps = { db: Db; clock: Clock }

/** The plan of a year. Without a year, the one that the Overview speaks of. */
export async function readSchedule(
  { db, clock }: ScheduleDeps,
  accountId: string,
  asked: number | undefined,
): Promise<PaymentSchedule> {
  const now = clock()
  const year = asked ?? (await yearToShow(db, accountId, now))
  const facts = await findPlanFacts(db, accountId, year)
  if (!facts) throw new Refusal('not_found')
  return facts.plan ? storedOnTheWire(facts.plan) : { planStatus: 'None', planYear: year }
}

async function yearToShow(db: Db, accountId: string, now: Date): Promise<number> {
  const config = configOf(await accountFacts(db, accountId), now)
  const [offered] = config.planYearOptions
  return (await findYearToShow(db, accountId, config.year)) ?? offered?.tuitionYear ?? config.year
}

async function accountFacts(db: Db, accountId: string): Promise<AccountFacts> {
  const facts = await findAccountFacts(db, accountId)
  if (!facts) throw new Refusal('not_found')
  return facts
}

/** What a first plan would come to: fortnightly, from the first possible day to the end of the year. */
export async function estimate({ db, clock }: ScheduleDeps, accountId: string): Promise<PaymentSchedule> {
  const now = clock()
  const year = await yearToShow(db, accountId, now)
  const material = await planMaterial(db, accountId, year)
  if (material.plan) return storedOnTheWire(material.plan)
  const none = { planStatus: 'None', planYear: year } as const
  const option = configOf(material.account, now).planYearOptions.find(
    ({ tuitionYear }) => tuitionYear === year,
  )
  const count = option?.durationOptions.find(({ period }) => period === defaultFrequency)?.defaultDuration
  if (!option || !count) return none
  const choices = {
    tuitionYear: year,
    frequency: defaultFrequency,
    startDate: calendarDate(option.minStartDate),
    count,
    variances: normalised(null),
  }
  const figures = figuresOf(material, choices, dateIn(material.account.region, now))
  return figures ? figuresOnTheWire(figures, null, statusToBe(material, choices.variances, 'Draft')) : none
}

/** Nothing is saved: it is what saving the same would come to, at this moment. */
export async function calculate(
  { db, clock }: ScheduleDeps,
  accountId: string,
  sent: PlanToCalculate,
): Promise<PaymentPlan> {
  const now = clock()
  const material = await planMaterial(db, accountId, sent.paymentSchedule.planYear)
  const choices = choicesOf(material, sent, now)
  const figures = figuresOf(material, choices, dateIn(material.account.region, now))
  if (!figures) throw new Refusal('no_fees')
  return figuresOnTheWire(figures, material.plan, statusToBe(material, choices.variances, 'Draft'))
}

export function statusToBe<Otherwise>(
  { account, plan }: PlanMaterial,
  variances: StoredVariances,
  otherwise: Otherwise,
): 'ManualReview' | Otherwise {
  return needsReview(variances, plan, account.requiresManualReview) ? 'ManualReview' : otherwise
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
      ? durationsOf(account, calendarDate(date), year)
      : offeredFrequencies.map((period) => ({ period, defaultDuration: 0, allowedDurations: [] })),
  }
}
