import type { AuditAction } from '#domain/audit-words.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import type { StaffActor } from '../../people/audit/staff-audit.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type KnownSchool = { id: string; larkwellId: string; region: Region; hasBpay: boolean }

export async function listKnownSchools(db: Db) {
  return db.many<KnownSchool>(sql`
    select id, larkwell_id as "larkwellId", region, bpay_biller_code is not null as "hasBpay" from institution`)
}

export async function listFeeScheduleKeys(db: Db) {
  return db.many<{ schoolId: string; year: number }>(
    sql`select institution_id as "schoolId", tuition_year as year from fee_schedule`,
  )
}

export type KnownAccount = {
  id: string
  shortId: string
  institutionId: string
  region: Region
  isClosed: boolean
  emails: string[]
}

export async function listKnownAccounts(db: Db, shortIds: readonly string[]) {
  return db.many<KnownAccount>(sql`
    select account.id, short_id as "shortId", institution_id as "institutionId", region, closed_at is not null as "isClosed",
      array(select customer.email from account_member join customer on customer.id = account_member.customer_id
        where account_member.account_id = account.id) as emails
    from account where short_id = any(${shortIds}::text[])`)
}

export type KnownCustomer = { id: string; email: string; region: Region; status: 'Active' | 'Disabled' }

export async function listKnownCustomers(db: Db, emails: readonly string[]) {
  return db.many<KnownCustomer>(sql`
    select id, email, region, status from customer where email = any(${emails}::text[])`)
}

export async function listAccountsOfCustomers(db: Db, customerIds: readonly string[]) {
  return db.many<{ customerId: string; institutionId: string; shortId: string }>(sql`
    select customer_id as "customerId", institution_id as "institutionId", short_id as "shortId"
    from account_member join account on account.id = account_member.account_id
    where customer_id = any(${customerIds}::uuid[])`)
}

/** The open payment requests of these accounts. */
export async function listOpenRequests(
  db: Db,
  accountIds: readonly string[],
): Promise<
  { accountId: string; institutionId: string; amountDue: number; dueOn: string; periodName: string | null }[]
> {
  return db.many(sql`
    select account_id as "accountId", institution_id as "institutionId", amount_due_minor as "amountDue",
      due_on as "dueOn", period_name as "periodName"
    from payment_request where account_id = any(${accountIds}::uuid[]) and is_open`)
}

export async function listTakenShortIds(db: Db, shortIds: readonly string[]) {
  return db.values<string>(sql`
    select short_id as "shortId" from account where short_id = any(${shortIds}::text[])`)
}

/** The students of existing accounts, so that a file sent twice enrols nobody twice. */
export async function listKnownStudents(
  db: Db,
  accountIds: readonly string[],
): Promise<{ accountId: string; firstName: string; lastName: string; institutionId: string }[]> {
  return db.many(sql`
    select student.account_id as "accountId", first_name as "firstName", last_name as "lastName",
      enrolment.institution_id as "institutionId"
    from student join enrolment on enrolment.account_id = student.account_id and enrolment.student_id = student.id
    where student.account_id = any(${accountIds}::uuid[])`)
}

export type NewCustomer = {
  id: string
  email: string
  firstName: string
  lastName: string
  mobile: string | null
  region: Region
  createdAt: Date
}

export async function insertCustomers(tx: Transaction, customers: readonly NewCustomer[]): Promise<void> {
  await tx.run(sql`
    insert into customer (id, email, first_name, last_name, mobile_e164, region, status, created_at)
    select id, email, "firstName", "lastName", mobile, region, 'Active', "createdAt"
    from jsonb_to_recordset(${JSON.stringify(customers)}::jsonb) as person (id uuid, email text, "firstName" text,
      "lastName" text, mobile text, region text, "createdAt" timestamptz)`)
}

export type NewAccount = {
  id: string
  shortId: string
  region: Region
  currency: string
  productType: string
  institutionId: string
  /** The BPAY reference, if the school has a biller code; it follows from the short id. */
  bpayReference: string | null
  hasBpay: boolean
  customerId: string
  createdAt: Date
}

/**
 * Inserts accounts in the same state as those that staff open by hand: the family finds its first step in the portal.
 */
export async function insertAccounts(tx: Transaction, accounts: readonly NewAccount[]): Promise<void> {
  const rows = JSON.stringify(accounts)
  await tx.run(sql`
    insert into account (id, short_id, region, currency, product_type, status, institution_id, setup_status,
      is_setup_incomplete, checks_setup_status, bpay_reference, created_at)
    select id, "shortId", region, currency, "productType", 'Active', "institutionId", 'SetUpPaymentSchedule', true,
      true, "bpayReference", "createdAt"
    from jsonb_to_recordset(${rows}::jsonb) as account (id uuid, "shortId" text, region text, currency text,
      "productType" text, "institutionId" uuid, "bpayReference" text, "createdAt" timestamptz)`)
  await tx.run(sql`
    insert into account_member (account_id, customer_id)
    select id, "customerId" from jsonb_to_recordset(${rows}::jsonb) as account (id uuid, "customerId" uuid)`)
}

export type NewStudent = {
  accountId: string
  studentId: string
  enrolmentId: string
  firstName: string
  lastName: string
  institutionId: string
  startYear: number
  startYearLevel: string
  joinedOn: CalendarDate
  basisPoints: number
  holdsRemainder: boolean
}

export async function insertStudents(tx: Transaction, students: readonly NewStudent[]): Promise<void> {
  const rows = JSON.stringify(students)
  await tx.run(sql`
    insert into student (account_id, id, first_name, last_name)
    select "accountId", "studentId", "firstName", "lastName"
    from jsonb_to_recordset(${rows}::jsonb) as student ("accountId" uuid, "studentId" uuid, "firstName" text,
      "lastName" text)`)
  await tx.run(sql`
    insert into enrolment (account_id, id, student_id, institution_id, start_year, start_year_level,
      joined_on, portion_basis_points, holds_remainder)
    select "accountId", "enrolmentId", "studentId", "institutionId", "startYear", "startYearLevel", "joinedOn", "basisPoints",
      "holdsRemainder"
    from jsonb_to_recordset(${rows}::jsonb) as student ("accountId" uuid, "enrolmentId" uuid, "studentId" uuid,
      "institutionId" uuid, "startYear" int, "startYearLevel" text, "joinedOn" date, "basisPoints" int, "holdsRemainder" boolean)`)
}

/** Inserts one audit event for each account of the file, in one statement. */
export async function insertImportEvents(
  tx: Transaction,
  events: readonly { subjectId: string; id: string; details: Record<string, string> }[],
  { actor, action, now }: { actor: StaffActor; action: AuditAction; now: Date },
): Promise<void> {
  await tx.run(sql`
    insert into audit_event (subject_id, id, at, actor_kind, actor_id, action, details, request_id)
    select "subjectId", id, ${now}, 'Staff', ${actor.staff.staffId}, ${action}, details, ${actor.requestId}
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as event ("subjectId" uuid, id uuid, details jsonb)`)
}
