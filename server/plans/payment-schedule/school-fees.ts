import type { Enrolment } from '#contract/payment-schedule.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { toDecimal } from '#domain/money.ts'
import type { FeeItemFacts } from '#domain/plan/plan-material.ts'
import { tuitionYearOf } from '#domain/plan/payment-schedule.ts'
import { orNotFound } from '#domain/refusal.ts'
import { appliesTo, scheduleOf } from '#domain/plan/school-charges.ts'
import { yearLevelIn, yearLevels } from '#domain/calendar/year-levels.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/open.ts'
import { findAccountFacts, findPlanFacts } from './plan-facts.reads.ts'
import {
  findFeeSchedule,
  findFeesOfSchool,
  listStarts,
  type PublishedFees,
  type StartOfStudent,
} from './school-fees.store.ts'

export async function readEnrolments(
  { db, clock }: { db: Db; clock: Clock },
  accountId: string,
): Promise<Enrolment[]> {
  const account = orNotFound(await findAccountFacts(db, accountId))
  const year = tuitionYearOf(dateIn(account.region, clock()), account.region)
  const facts = await findPlanFacts(db, accountId, year)
  return (facts?.enrolments ?? []).map((enrolment) => ({
    id: enrolment.id,
    larkwellId: enrolment.larkwellId,
    instName: enrolment.institutionName,
    studentName: enrolment.studentName,
    startYearLevel: enrolment.startYearLevel,
    feeScheduleId: scheduleOf(facts?.schedules ?? [], enrolment.institutionId)?.id ?? null,
  }))
}

export async function readFeeSchedule({ db }: { db: Db }, accountId: string, feeScheduleId: string) {
  const schedule = orNotFound(await findFeeSchedule(db, accountId, feeScheduleId))
  return {
    id: schedule.id,
    year: schedule.year,
    institutionName: schedule.institutionName,
    items: schedule.items.flatMap(({ name, yearLevel, amountMinor }) =>
      // A share of other fees, as a sibling discount is, has no amount of its own.
      amountMinor === null ? [] : [{ name, yearLevel: yearLevel ?? 'All', amount: toDecimal(amountMinor) }],
    ),
  }
}

/**
 * The options that families may add at a school. A school that none of their students attends is treated like one that
 * does not exist.
 */
export async function readSelectableFees(
  { db }: { db: Db },
  accountIds: readonly string[],
  { institutionId, year }: { institutionId: string; year: number },
) {
  const request = { accountIds, institution: institutionId, tuitionYear: year }
  const fees = orNotFound(await findFeesOfSchool(db, request))
  const starts = await listStarts(db, request)
  return {
    customerSelectableFees: Object.fromEntries(
      [...new Set([...yearLevels[fees.region], ...starts.map(({ startYearLevel }) => startYearLevel)])].map(
        (level) => [level, selectableFrom(fees, levelsReached(fees, level, starts, year))],
      ),
    ),
    optionalFees: optionalFrom(fees, levelsIn(fees, starts, year)),
  }
}

/** The levels of the family's students in that year; undefined if none of them is at school then. */
function levelsIn(
  { region }: PublishedFees,
  starts: readonly StartOfStudent[],
  year: number,
): string[] | undefined {
  const levels = starts.flatMap((start) => yearLevelIn(start, year, region) ?? [])
  return levels.length === 0 ? undefined : levels
}

/**
 * Lists options without their level: those that none of the family's students can have are left out, and those that
 * several can have appear once.
 */
function optionalFrom({ items }: PublishedFees, levels: readonly string[] | undefined) {
  return distinct(
    items
      .filter((item) => item.kind === 'Optional')
      .filter((item) => levels === undefined || levels.some((level) => appliesTo(item, level)))
      .map((item) => ({ name: item.name, amount: amountOf(item) })),
  )
}

function distinct<T>(all: readonly T[]): T[] {
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()]
}

/**
 * Lists options by the level in which students started, because the form looks them up by it. Students who started
 * there some years ago have moved on, and choose from the options of their level in that year.
 */
function levelsReached(
  { region }: PublishedFees,
  startLevel: string,
  starts: readonly StartOfStudent[],
  year: number,
): string[] {
  const reached = starts
    .filter(({ startYearLevel }) => startYearLevel === startLevel)
    .flatMap((start) => yearLevelIn(start, year, region) ?? [])
  return reached.length === 0 ? [startLevel] : reached
}

function selectableFrom({ items }: PublishedFees, levels: readonly string[]) {
  return distinct(
    items
      .filter((item) => item.kind === 'Selectable' && levels.some((level) => appliesTo(item, level)))
      .map((item) => ({ name: item.name, amount: amountOf(item), options: item.options })),
  )
}

function amountOf({ amountMinor }: FeeItemFacts): number {
  return amountMinor === null ? 0 : toDecimal(amountMinor)
}
