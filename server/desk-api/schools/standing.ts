import type {
  FamilyFilter,
  SchoolFamily,
  SchoolLine,
  SchoolStanding,
} from '#contract/staff-school-standing.ts'
import { calendarDate, datesIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { yearLevelIn } from '#domain/calendar/year-levels.ts'
import { familyName } from '#domain/family-name.ts'
import { toDecimal } from '#domain/money.ts'
import { frequencyWord } from '#domain/plan/payment-schedule.ts'
import { Refusal } from '#domain/refusal.ts'
import { regions, type Region } from '#domain/region.ts'
import { nextRemittance } from '#domain/remittances.ts'
import { countSteps, familySetUp, familySetUps, setUpYear } from '#domain/school-standing.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import { csvText } from '../../platform/csv/csv-text.ts'
import type { Db } from '../../platform/database/open.ts'
import type { BasicDeps } from '../../platform/deps.ts'
import { recordRows, type Viewer } from '../../people/audit/staff-audit.ts'
import { listSchools, type School } from './schools.store.ts'
import {
  countFamilies,
  countFilters,
  countStudents,
  listSchoolFamilies,
  listSchoolMoney,
  type SchoolFamilyPage,
  type SchoolFamilyRow,
  type SchoolYear,
} from './standing.store.ts'

const yearOf = (school: School, today: Record<Region, CalendarDate>): SchoolYear => ({
  schoolId: school.id,
  year: setUpYear(today[school.region], school),
})

export async function readSchoolLines({ db, clock }: BasicDeps): Promise<SchoolLine[]> {
  const today = datesIn(clock())
  const schools = await listSchools(db)
  const years = schools.map((school) => yearOf(school, today))
  const since = Object.fromEntries(
    regions.map((region) => [region, calendarDate(`${today[region].slice(0, 7)}-01`)]),
  ) as Record<Region, CalendarDate>
  const [counted, money] = await Promise.all([countFamilies(db, years), listSchoolMoney(db, years, since)])
  return schools.map(({ id, name, region }, at) => {
    const steps = countSteps(counted.filter(({ schoolId }) => schoolId === id))
    const schoolMoney = money.find(({ schoolId }) => schoolId === id)
    return {
      schoolId: id,
      name,
      region,
      year: years[at]?.year ?? 0,
      families: steps.Account,
      ready: steps.Ready,
      hasFees: schoolMoney?.hasFees ?? false,
      collected: schoolMoney ? toDecimal(schoolMoney.collected) : 0,
      collectedSince: since[region],
      overdue: schoolMoney ? toDecimal(schoolMoney.overdue) : 0,
      nextRemittanceOn: schoolMoney?.waitsSince
        ? nextRemittance(schoolMoney.waitsSince, today[region], bankCalendarOf(region))
        : null,
    }
  })
}

async function schoolOf(db: Db, schoolId: string): Promise<School> {
  const [school] = await listSchools(db, schoolId)
  if (!school) throw new Refusal('not_found')
  return school
}

export async function readStanding({ db, clock }: BasicDeps, schoolId: string): Promise<SchoolStanding> {
  const school = await schoolOf(db, schoolId)
  const schoolYear = yearOf(school, datesIn(clock()))
  const [counted, filters, students] = await Promise.all([
    countFamilies(db, [schoolYear]),
    countFilters(db, schoolYear),
    countStudents(db, schoolId),
  ])
  const steps = countSteps(counted)
  const waiting = familySetUps.map((setUp) => [
    setUp,
    counted.filter((facts) => familySetUp(facts) === setUp).reduce((sum, { count }) => sum + count, 0),
  ])
  const { name, region, email, phone, bpayBillerCode } = school
  return {
    schoolId,
    name,
    region,
    year: schoolYear.year,
    families: steps.Account,
    email,
    phone,
    bpayBillerCode,
    students,
    steps,
    waiting: Object.fromEntries(waiting) as SchoolStanding['waiting'],
    filters: filters ?? { All: 0, NotReady: 0, InReview: 0, Overdue: 0, TwoPayers: 0 },
  }
}

export async function readSchoolFamilies(
  deps: BasicDeps,
  viewer: Viewer,
  schoolId: string,
  page: SchoolFamilyPage,
): Promise<SchoolFamily[]> {
  const { db, clock } = deps
  const schoolYear = yearOf(await schoolOf(db, schoolId), datesIn(clock()))
  const rows = await listSchoolFamilies(db, schoolYear, page)
  await recordRows({ db, clock }, viewer, 'AccountsListed', rows)
  return rows.map((row) => onTheWire(row, schoolYear.year))
}

function onTheWire(row: SchoolFamilyRow, year: number): SchoolFamily {
  const { accountId, shortId, methodName, region } = row
  return {
    accountId,
    shortId,
    familyName: familyName(row.lastName),
    students: row.students.map(({ firstName, hasOtherPayers, ...enrolment }) => ({
      firstName,
      hasOtherPayers,
      yearLevel: yearLevelIn(enrolment, year, region) ?? null,
    })),
    setUp: familySetUp(row),
    plan: row.plan && { ...row.plan, each: toDecimal(row.plan.each) },
    methodName,
    overdue: toDecimal(row.overdue),
  }
}

/** More than any school has. */
const maxRows = 100_000

export async function exportSchoolFamilies(
  deps: BasicDeps,
  viewer: Viewer,
  schoolId: string,
  filter: { filter: FamilyFilter; text: string | null },
) {
  const school = await schoolOf(deps.db, schoolId)
  const families = await readSchoolFamilies(deps, viewer, schoolId, {
    ...filter,
    after: null,
    limit: maxRows,
  })
  const header = [
    'Family',
    'Account',
    'Students',
    'Set-up',
    'Plan',
    'Paid',
    'Payments',
    'Each',
    'Method',
    'Overdue',
  ]
  const rows = families.map((family) => [
    family.familyName,
    family.shortId,
    family.students
      .map(({ firstName, yearLevel }) => [firstName, yearLevel].filter(Boolean).join(', '))
      .join('; '),
    family.setUp,
    family.plan && frequencyWord(family.plan.frequency),
    family.plan?.paid ?? null,
    family.plan?.payments ?? null,
    family.plan && { number: family.plan.each.toFixed(2) },
    family.methodName,
    { number: family.overdue.toFixed(2) },
  ])
  return {
    bytes: new TextEncoder().encode(csvText(header, rows)),
    fileName: `${school.larkwellId}-families.csv`,
  }
}
