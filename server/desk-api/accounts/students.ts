import { randomUUID } from 'node:crypto'
import type { StaffAccount } from '#contract/staff-accounts.ts'
import { calendarDate, dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { parsePercent } from '#domain/money.ts'
import { fieldRefusal, orNotFound, Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import type { BasicDeps } from '../../platform/deps.ts'
import { readAccount } from './accounts.ts'
import { findSchool, lockAccount } from './accounts.store.ts'
import { changedFields, recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'
import {
  deleteEnrolments,
  insertEnrolment,
  listRegions,
  lockEnrolment,
  lockEnrolmentsOf,
  updateEnrolment,
  type EnrolmentRow,
} from './students.store.ts'

export type NewStudent = {
  firstName: string
  lastName: string
  startYear: number
  startYearLevel: string
  joinedOn?: string | null
  institutionId?: string
}

export async function enrol(
  deps: BasicDeps,
  actor: StaffActor,
  accountId: string,
  student: NewStudent,
): Promise<StaffAccount> {
  await deps.db.transaction((tx) => addStudent(tx, actor, accountId, student, deps.clock()))
  return readAccount(deps, accountId)
}

/** Runs in the caller's transaction, so that many can be enrolled at once or not at all. */
export async function addStudent(
  tx: Db,
  actor: StaffActor,
  accountId: string,
  student: NewStudent,
  now: Date,
): Promise<{ studentId: string; enrolmentId: string }> {
  const account = orNotFound(await lockAccount(tx, accountId))
  const institutionId = student.institutionId ?? account.institutionId
  await checkSchool(tx, institutionId, account.region)
  const [studentId, enrolmentId] = [randomUUID(), randomUUID()]
  await insertEnrolment(tx, {
    ...student,
    joinedOn: dayOrDefault(student.joinedOn, dateIn(account.region, now)),
    accountId,
    id: enrolmentId,
    studentId,
    institutionId,
    basisPoints: 10_000,
    holdsRemainder: true,
  })
  const details = { studentId, enrolmentId, name: `${student.firstName} ${student.lastName}` }
  await recordAction(tx, actor, { subjectId: accountId, action: 'StudentEnrolled', at: now, details })
  return { studentId, enrolmentId }
}

async function checkSchool(tx: Db, institutionId: string, region: Region): Promise<void> {
  const school = await findSchool(tx, institutionId)
  if (!school) throw new Refusal('not_found', { fields: { institutionId: 'School not found.' } })
  if (school.region !== region)
    throw new Refusal('not_possible', { fields: { institutionId: `The account is in ${region}.` } })
}

export async function changeEnrolment(
  deps: BasicDeps,
  actor: StaffActor,
  { accountId, enrolmentId }: { accountId: string; enrolmentId: string },
  change: Partial<NewStudent>,
): Promise<StaffAccount> {
  const now = deps.clock()
  await deps.db.transaction(async (tx) => {
    const enrolment = orNotFound(await lockEnrolment(tx, accountId, enrolmentId))
    const institutionId = change.institutionId ?? enrolment.institutionId
    if (institutionId !== enrolment.institutionId) await checkSchool(tx, institutionId, enrolment.region)
    // If several accounts share a child's fees, each of them gets the same change.
    const everywhere = await lockEnrolmentsOf(tx, enrolment.studentId)
    for (const before of everywhere.filter((each) => isSamePlace(each, enrolment))) {
      const after = {
        ...before,
        firstName: change.firstName ?? before.firstName,
        lastName: change.lastName ?? before.lastName,
        startYear: change.startYear ?? before.startYear,
        startYearLevel: change.startYearLevel ?? before.startYearLevel,
        joinedOn: dayOrDefault(change.joinedOn, before.joinedOn),
        institutionId,
      }
      await updateEnrolment(tx, after)
      const fields = [
        'firstName',
        'lastName',
        'startYear',
        'startYearLevel',
        'joinedOn',
        'institutionId',
      ] as const
      await recordAction(tx, actor, {
        subjectId: before.accountId,
        action: 'EnrolmentChanged',
        at: now,
        details: { enrolmentId: before.id, ...changedFields(before, after, fields) },
      })
    }
  })
  return readAccount(deps, accountId)
}

function dayOrDefault(value: string | null | undefined, otherwise: CalendarDate | null): CalendarDate | null {
  if (value === undefined) return otherwise
  return value === null ? null : calendarDate(value)
}

const isSamePlace = (one: EnrolmentRow, other: EnrolmentRow) =>
  one.institutionId === other.institutionId && one.startYear === other.startYear

type Shares = { shares: { accountId: string; percent: number }[]; remainderAccountId: string }

/** Sets all shares of a child's fees at once, so that they always add up to the whole. */
export async function shareFees(
  deps: BasicDeps,
  actor: StaffActor,
  studentId: string,
  { shares, remainderAccountId }: Shares,
) {
  const now = deps.clock()
  const requested = new Map(shares.map(({ accountId, percent }) => [accountId, parsePercent(percent) ?? 0]))
  const sum = [...requested.values()].reduce((total, share) => total + share, 0)
  if (requested.size !== shares.length || sum !== 10_000)
    throw fieldRefusal({ shares: 'Each account once, together 100 percent.' })
  if (!requested.has(remainderAccountId))
    throw fieldRefusal({ remainderAccountId: 'It must have a share itself.' })

  return deps.db.transaction(async (tx) => {
    const enrolments = await lockEnrolmentsOf(tx, studentId)
    const [model] = enrolments
    if (!model) throw new Refusal('not_found')
    const accounts = await listRegions(tx, [...requested.keys()])
    if (accounts.length !== requested.size) throw new Refusal('not_found')
    if (accounts.some(({ region }) => region !== model.region)) throw new Refusal('not_possible')

    const description = shares.map(({ accountId, percent }) => `${accountId} ${percent}%`).join(', ')
    for (const { id: accountId } of accounts) {
      const share = {
        basisPoints: requested.get(accountId) ?? 0,
        holdsRemainder: accountId === remainderAccountId,
      }
      const existing = enrolments.filter((each) => each.accountId === accountId)
      for (const each of existing) await updateEnrolment(tx, { ...each, ...share })
      if (existing.length === 0) {
        const missing = enrolments.filter((each) => each.accountId === model.accountId)
        for (const each of missing)
          await insertEnrolment(tx, { ...each, ...share, accountId, id: randomUUID() })
      }
    }
    const leaving = new Set(enrolments.map(({ accountId }) => accountId).filter((id) => !requested.has(id)))
    for (const accountId of leaving) await deleteEnrolments(tx, accountId, studentId)
    for (const subjectId of [...requested.keys(), ...leaving])
      await recordAction(tx, actor, {
        subjectId,
        action: 'FeesShared',
        at: now,
        details: { studentId, shares: description },
      })
    return accounts.map(({ id, shortId }) => ({
      accountId: id,
      shortId,
      percent: (requested.get(id) ?? 0) / 100,
      holdsRemainder: id === remainderAccountId,
    }))
  })
}
