import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type EnrolmentRow = {
  accountId: string
  shortId: string
  region: Region
  id: string
  studentId: string
  firstName: string
  lastName: string
  institutionId: string
  startYear: number
  startYearLevel: string
  joinedOn: CalendarDate | null
  basisPoints: number
  holdsRemainder: boolean
}

const enrolments = sql`
  select enrolment.account_id as "accountId", account.short_id as "shortId", account.region, enrolment.id,
    student_id as "studentId", first_name as "firstName", last_name as "lastName",
    enrolment.institution_id as "institutionId", start_year as "startYear",
    start_year_level as "startYearLevel", joined_on as "joinedOn", portion_basis_points as "basisPoints",
    holds_remainder as "holdsRemainder"
  from enrolment join student on student.account_id = enrolment.account_id and student.id = enrolment.student_id
    join account on account.id = enrolment.account_id`

/** Locks the row until the transaction ends. */
export async function lockEnrolment(db: Db, accountId: string, id: string) {
  return db.first<EnrolmentRow>(sql`
    ${enrolments}
    where enrolment.account_id = ${accountId} and enrolment.id = ${id} for update of enrolment, student`)
}

/** Locks every account that pays for the child, always in the same order to avoid deadlocks. */
export async function lockEnrolmentsOf(db: Db, studentId: string) {
  return db.many<EnrolmentRow>(sql`
    ${enrolments}
    where enrolment.student_id = ${studentId}
    order by enrolment.account_id, enrolment.id for update of enrolment, student`)
}

type NewEnrolment = Omit<EnrolmentRow, 'shortId' | 'region'>

export async function insertEnrolment(db: Db, enrolment: NewEnrolment): Promise<void> {
  await db.run(sql`
    insert into student (account_id, id, first_name, last_name)
    values (${enrolment.accountId}, ${enrolment.studentId}, ${enrolment.firstName}, ${enrolment.lastName})
    on conflict (account_id, id) do nothing`)
  await db.run(sql`
    insert into enrolment (account_id, id, student_id, institution_id, start_year, start_year_level, joined_on,
      portion_basis_points, holds_remainder)
    values (${enrolment.accountId}, ${enrolment.id}, ${enrolment.studentId}, ${enrolment.institutionId},
      ${enrolment.startYear}, ${enrolment.startYearLevel}, ${enrolment.joinedOn}, ${enrolment.basisPoints},
      ${enrolment.holdsRemainder})`)
}

export async function updateEnrolment(db: Db, enrolment: NewEnrolment): Promise<void> {
  await db.run(sql`
    update student set first_name = ${enrolment.firstName}, last_name = ${enrolment.lastName}
    where account_id = ${enrolment.accountId} and id = ${enrolment.studentId}`)
  await db.run(sql`
    update enrolment set institution_id = ${enrolment.institutionId}, start_year = ${enrolment.startYear},
      start_year_level = ${enrolment.startYearLevel}, joined_on = ${enrolment.joinedOn}, portion_basis_points = ${enrolment.basisPoints},
      holds_remainder = ${enrolment.holdsRemainder}
    where account_id = ${enrolment.accountId} and id = ${enrolment.id}`)
}

export async function deleteEnrolments(db: Db, accountId: string, studentId: string): Promise<void> {
  await db.run(sql`delete from enrolment where account_id = ${accountId} and student_id = ${studentId}`)
  await db.run(sql`delete from student where account_id = ${accountId} and id = ${studentId}`)
}

export async function listRegions(
  db: Db,
  accountIds: readonly string[],
): Promise<{ id: string; shortId: string; region: Region }[]> {
  return db.many(sql`
    select id, short_id as "shortId", region from account where id = any(${accountIds}::uuid[]) order by id`)
}
