import type { HolidayChange, StaffHolidays } from '#contract/staff-holidays.ts'
import { addDays, dateIn, weekday, yearOf, type CalendarDate } from '#domain/calendar/calendar.ts'
import { bankCalendar, holidaysOf, missingHolidayYears, type Holiday } from '#domain/calendar/holidays.ts'
import type { Region } from '#domain/region.ts'
import { fieldRefusal, Refusal } from '#domain/refusal.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { BasicDeps, Deps } from '../../platform/deps.ts'
import { moveInstalments } from './move-instalments.ts'
import { saveHoliday } from './holiday-changes.store.ts'
import { listHolidays } from '../holidays/holidays.reads.ts'
import { lockForChange, refreshHolidays } from '../holidays/known-holidays.ts'
import { companyId, recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'

type Day = { region: Region; date: CalendarDate }

export async function readHolidays(
  { db, clock }: BasicDeps,
  region: Region,
  year: number,
): Promise<StaffHolidays> {
  await refreshHolidays(db)
  const calendar = bankCalendarOf(region)
  return {
    region,
    year,
    holidays: holidaysOf(calendar, { from: year, to: year }),
    missingYears: missingHolidayYears(calendar, dateIn(region, clock())),
  }
}

export function addHoliday(
  deps: Deps,
  actor: StaffActor,
  day: Day & { name: string },
): Promise<HolidayChange> {
  return changeHoliday(deps, { ...day, change: 'Add' }, actor)
}

export function removeHoliday(deps: Deps, actor: StaffActor, day: Day): Promise<HolidayChange> {
  return changeHoliday(deps, { ...day, change: 'Remove' }, actor)
}

/** Ends a preview: everything is carried out, and then rolled back. */
class Previewed extends Error {
  readonly change: HolidayChange
  constructor(change: HolidayChange) {
    super('Nothing of a preview is kept')
    this.change = change
  }
}

/** Previews the opposite of a day's current state: it becomes a holiday, or is one no longer. */
export async function previewChange(deps: Deps, day: Day): Promise<HolidayChange> {
  try {
    return await deps.db.transaction(async (tx) => {
      const isHoliday = (await holidaysIn(tx, day.region)).some(({ date }) => date === day.date)
      const change = isHoliday ? ('Remove' as const) : ('Add' as const)
      throw new Previewed(await carryOut(tx, deps, { ...day, change, name: 'the holiday' }))
    })
  } catch (error) {
    if (error instanceof Previewed) return error.change
    throw error
  }
}

type ChangeRequest = Day & { change: 'Add' | 'Remove'; name?: string }

async function changeHoliday(deps: Deps, request: ChangeRequest, actor: StaffActor): Promise<HolidayChange> {
  const changed = await deps.db.transaction(async (tx) => {
    const done = await carryOut(tx, deps, request)
    const { region, date, name, from, to } = done
    const counts = {
      moved: `${done.instalments} from ${from} to ${to}`,
      announcedAnew: String(done.announcedAnew),
    }
    await recordAction(tx, actor, {
      subjectId: companyId,
      action: request.change === 'Add' ? 'HolidayAdded' : 'HolidayRemoved',
      at: deps.clock(),
      details: { region, date, name, ...counts },
    })
    return done
  })
  // Other processes take it up within seconds, and before they promise a day.
  await refreshHolidays(deps.db)
  return changed
}

async function carryOut(tx: Transaction, deps: Deps, request: ChangeRequest): Promise<HolidayChange> {
  const { region, date, change } = request
  const now = deps.clock()
  await lockForChange(tx)
  const before = await holidaysIn(tx, region)
  const listed = before.find((holiday) => holiday.date === date)
  refuseUnless(request, { isListed: listed !== undefined, today: dateIn(region, now), before })
  const name = listed?.name ?? request.name ?? ''
  await saveHoliday(tx, { region, date, name, isObserved: change === 'Add' })
  const after = await holidaysIn(tx, region)
  refuseBeforeUnknownYear(date, region, after)
  const moved = await moveInstalments(tx, deps, {
    region,
    date,
    before: bankCalendar(region, before),
    after: bankCalendar(region, after),
    now,
  })
  return { region, date, name, change, ...moved }
}

async function holidaysIn(tx: Transaction, wanted: Region): Promise<Holiday[]> {
  const { holidays } = await listHolidays(tx)
  return holidays.flatMap(({ region, date, name }) => (region === wanted ? [{ date, name }] : []))
}

/** Refuses changes of past days: only days ahead can change, so that the past is still explained by its holidays. */
function refuseUnless(
  { region, date, change }: ChangeRequest,
  { isListed, today, before }: { isListed: boolean; today: CalendarDate; before: readonly Holiday[] },
): void {
  const refuse = (problem: string) => {
    throw fieldRefusal({ date: problem })
  }
  if (change === 'Remove' && !isListed) throw new Refusal('not_found')
  if (date <= today) refuse('Must be a future day: today’s payments are already on their way')
  if (weekday(date) > 5) refuse('Is at a weekend, when banks are closed anyway')
  if (change === 'Add' && isListed) refuse(`Is a holiday in ${region} already`)
  const isOnlyOne = before.filter((holiday) => yearOf(holiday.date) === yearOf(date)).length === 1
  if (change === 'Remove' && isOnlyOne)
    refuse('Is the only holiday of its year: a year without any counts as not entered')
}

/**
 * Refuses a change at the end of a year whose next year is not entered yet, because a payment of the last days moves
 * into the next year.
 */
function refuseBeforeUnknownYear(date: CalendarDate, region: Region, holidays: readonly Holiday[]): void {
  const nextYear = yearOf(date) + 1
  if (addDays(date, longestBreakDays) < `${nextYear}-01-01`) return
  if (holidays.some((holiday) => yearOf(holiday.date) === nextYear)) return
  throw fieldRefusal({
    date: `Enter the holidays of ${nextYear} in ${region} first: payments of this day move into that year`,
  })
}

/** The longest time from a holiday to the next business day. */
const longestBreakDays = 5
