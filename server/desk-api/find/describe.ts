import type { Found, FoundKind, FoundOf } from '#contract/staff-find.ts'
import { calendarDate, dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { yearLevelIn } from '#domain/calendar/year-levels.ts'
import { familyName } from '#domain/family-name.ts'
import type { FindMatch } from '#domain/find.ts'
import { toDecimal } from '#domain/money.ts'
import { tuitionYearOf } from '#domain/plan/payment-schedule.ts'
import type { Db } from '../../platform/database/open.ts'
import type { StudentHit } from './find.store.ts'
import {
  describeFamilies,
  describePayments,
  describePeople,
  describeRequests,
  describeSchools,
  describeStudents,
  listSuspendedDeposits,
  type StudentRow,
} from './found.store.ts'

/** A match, before its description is read. */
export type Match = {
  kind: Exclude<FoundKind, 'Deposit'>
  id: string
  /** The account of a student, who may be in several payers' accounts. */
  accountId?: string
  by: FindMatch
  text?: string | null
  difference?: string | null
}

const matchedBy = ({ by, text, difference }: Omit<Match, 'kind' | 'id'>) => ({
  by,
  matchedText: text ?? null,
  difference: difference ?? null,
})

/** Describes the matches in their order. Rows deleted meanwhile are left out. */
export async function describe(db: Db, matches: readonly Match[], now: Date): Promise<Found[]> {
  const ids = (kind: Match['kind']) => matches.filter((match) => match.kind === kind).map(({ id }) => id)
  const students = matches.flatMap(({ kind, id, accountId }): StudentHit[] =>
    kind === 'Student' && accountId !== undefined ? [{ accountId, id }] : [],
  )
  const described = new Map<string, (match: Match) => Found>()
  const keep = async <Row>(
    kind: Match['kind'],
    keys: readonly unknown[],
    read: () => Promise<Row[]>,
    keyOf: (row: Row) => string,
    describeRow: (row: Row, match: Match) => Found,
  ) => {
    if (keys.length === 0) return
    for (const row of await read()) described.set(`${kind} ${keyOf(row)}`, (match) => describeRow(row, match))
  }
  await Promise.all([
    keep(
      'Family',
      ids('Family'),
      () => describeFamilies(db, ids('Family')),
      (row) => row.accountId,
      foundFamily,
    ),
    keep(
      'Person',
      ids('Person'),
      () => describePeople(db, ids('Person')),
      (row) => row.customerId,
      foundPerson,
    ),
    keep(
      'Student',
      students,
      () => describeStudents(db, students),
      studentKey,
      (row, match) => foundStudent(row, match, now),
    ),
    keep(
      'Payment',
      ids('Payment'),
      () => describePayments(db, ids('Payment')),
      (row) => row.paymentId,
      foundPayment,
    ),
    keep(
      'Request',
      ids('Request'),
      () => describeRequests(db, ids('Request')),
      (row) => row.requestId,
      foundRequest,
    ),
    keep(
      'School',
      ids('School'),
      () => describeSchools(db, ids('School')),
      (row) => row.schoolId,
      foundSchool,
    ),
  ])
  return matches.flatMap((match) => {
    const id = match.kind === 'Student' ? `${match.accountId} ${match.id}` : match.id
    return described.get(`${match.kind} ${id}`)?.(match) ?? []
  })
}

type RowOf<Read extends (...given: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Read>>[number]

const studentKey = ({ accountId, studentId }: StudentRow) => `${accountId} ${studentId}`

function foundFamily(row: RowOf<typeof describeFamilies>, match: Match): FoundOf<'Family'> {
  const { overdue, balance, lastName, ...rest } = row
  return {
    kind: 'Family',
    ...rest,
    familyName: familyName(lastName),
    overdue: toDecimal(overdue),
    balance: toDecimal(balance),
    ...matchedBy(match),
  }
}

function foundPerson(row: RowOf<typeof describePeople>, match: Match): FoundOf<'Person'> {
  return { kind: 'Person', ...row, ...matchedBy(match) }
}

function foundStudent(row: StudentRow, match: Match, now: Date): FoundOf<'Student'> {
  const { startYear, startYearLevel, lastName, ...rest } = row
  const year = tuitionYearOf(dateIn(row.region, now), row.region)
  const level =
    startYear === null || startYearLevel === null
      ? undefined
      : yearLevelIn({ startYear, startYearLevel }, year, row.region)
  return {
    kind: 'Student',
    ...rest,
    familyName: familyName(lastName),
    yearLevel: level ?? null,
    ...matchedBy(match),
  }
}

function foundPayment(row: RowOf<typeof describePayments>, match: Match): FoundOf<'Payment'> {
  const { paidOn, createdAt, amount, lastName, ...rest } = row
  const on: CalendarDate = paidOn ?? dateIn(row.region, createdAt)
  return {
    kind: 'Payment',
    ...rest,
    familyName: familyName(lastName),
    amount: toDecimal(amount),
    on,
    ...matchedBy(match),
  }
}

function foundRequest(row: RowOf<typeof describeRequests>, match: Match): FoundOf<'Request'> {
  const { createdAt, amountLeft, lastName, ...rest } = row
  const madeOn = dateIn(row.region, createdAt)
  return {
    kind: 'Request',
    ...rest,
    familyName: familyName(lastName),
    amountLeft: toDecimal(amountLeft),
    madeOn,
    ...matchedBy(match),
  }
}

function foundSchool(row: RowOf<typeof describeSchools>, match: Match): FoundOf<'School'> {
  return { kind: 'School', ...row, ...matchedBy(match) }
}

/** Unassigned deposits with exactly this reference. */
export async function depositsWith(db: Db, reference: string): Promise<FoundOf<'Deposit'>[]> {
  const deposits = await listSuspendedDeposits(db, reference)
  return deposits.map(({ amount, receivedOn, ...rest }) => ({
    kind: 'Deposit',
    region: 'AU',
    ...rest,
    receivedOn: calendarDate(receivedOn),
    amount: toDecimal(amount),
    ...matchedBy({ by: 'BpayReference', text: reference }),
  }))
}
