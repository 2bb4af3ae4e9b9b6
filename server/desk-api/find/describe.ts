import type { Found, FoundKind, FoundOf } from '#contract/staff-find.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { yearLevelIn } from '#domain/calendar/year-levels.ts'
import { familyName } from '#domain/family-name.ts'
import type { FindMatch } from '#domain/find.ts'
import { toDecimal } from '#domain/money.ts'
import { tuitionYearOf } from '#domain/plan/payment-schedule.ts'
import type { Db } from '../../platform/database/open.ts'
import { onTheWire } from '../../platform/http/on-the-wire.ts'
import type { StudentHit } from './find.store.ts'
import {
  describeFamilies,
  describePayments,
  describePeople,
  describeRequests,
  describeSchools,
  describeStudents,
  listSuspendedDeposits,
  type FamilyRow,
  type PaymentRow,
  type PersonRow,
  type RequestRow,
  type SchoolRow,
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
  const students = matches.flatMap(({ kind, id, accountId }): StudentHit[] =>
    kind === 'Student' && accountId !== undefined ? [{ accountId, id }] : [],
  )
  const described = new Map<string, (match: Match) => Found>()
  const keep = async <Row>(
    kind: Exclude<Match['kind'], 'Student'>,
    read: (db: Db, ids: readonly string[]) => Promise<Row[]>,
    idOf: (row: Row) => string,
    describeRow: (row: Row, match: Match) => Found,
  ) => {
    const ids = matches.filter((match) => match.kind === kind).map(({ id }) => id)
    if (ids.length === 0) return
    for (const row of await read(db, ids))
      described.set(`${kind} ${idOf(row)}`, (match) => describeRow(row, match))
  }
  const keepStudents = async () => {
    if (students.length === 0) return
    for (const row of await describeStudents(db, students))
      described.set(`Student ${row.accountId} ${row.studentId}`, (match) => foundStudent(row, match, now))
  }
  await Promise.all([
    keep('Family', describeFamilies, (row) => row.accountId, foundFamily),
    keep('Person', describePeople, (row) => row.customerId, foundPerson),
    keepStudents(),
    keep('Payment', describePayments, (row) => row.paymentId, foundPayment),
    keep('Request', describeRequests, (row) => row.requestId, foundRequest),
    keep('School', describeSchools, (row) => row.schoolId, foundSchool),
  ])
  return matches.flatMap((match) => {
    const id = match.kind === 'Student' ? `${match.accountId} ${match.id}` : match.id
    return described.get(`${match.kind} ${id}`)?.(match) ?? []
  })
}

function foundFamily(row: FamilyRow, match: Match): FoundOf<'Family'> {
  const { lastName, ...family } = onTheWire(row, 'overdue', 'balance')
  return { kind: 'Family', ...family, familyName: familyName(lastName), ...matchedBy(match) }
}

function foundPerson(row: PersonRow, match: Match): FoundOf<'Person'> {
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

function foundPayment(row: PaymentRow, match: Match): FoundOf<'Payment'> {
  const { paidOn, createdAt, amount, lastName, ...payment } = row
  return {
    kind: 'Payment',
    ...payment,
    familyName: familyName(lastName),
    amount: toDecimal(amount),
    on: paidOn ?? dateIn(row.region, createdAt),
    ...matchedBy(match),
  }
}

function foundRequest(row: RequestRow, match: Match): FoundOf<'Request'> {
  const { createdAt, amountLeft, lastName, ...request } = row
  return {
    kind: 'Request',
    ...request,
    familyName: familyName(lastName),
    amountLeft: toDecimal(amountLeft),
    madeOn: dateIn(row.region, createdAt),
    ...matchedBy(match),
  }
}

function foundSchool(row: SchoolRow, match: Match): FoundOf<'School'> {
  return { kind: 'School', ...row, ...matchedBy(match) }
}

/** Unassigned deposits with exactly this reference. */
export async function depositsWith(db: Db, reference: string): Promise<FoundOf<'Deposit'>[]> {
  const deposits = await listSuspendedDeposits(db, reference)
  return deposits.map((deposit) => ({
    kind: 'Deposit',
    region: 'AU',
    ...onTheWire(deposit, 'amount'),
    ...matchedBy({ by: 'BpayReference', text: reference }),
  }))
}
