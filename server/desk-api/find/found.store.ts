import type { FoundKind, FoundOf } from '#contract/staff-find.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import { familyNameOf } from '../../platform/database/family-name.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { StudentHit } from './find.store.ts'

/** The description of a match without the way it was found; amounts are in minor units. */
type Row<Kind extends FoundKind, Amounts extends keyof FoundOf<Kind> = never> = Omit<
  FoundOf<Kind>,
  'kind' | 'by' | 'matchedText' | 'difference' | 'familyName' | Amounts
> & { [Name in Amounts]: Cents }

type OfFamily = { lastName: string | null }

const family = sql`
  account.id as "accountId", account.short_id as "shortId", account.region,
  ${familyNameOf(sql`account.id`)} as "lastName"`

export type FamilyRow = Row<'Family', 'overdue' | 'balance'> & OfFamily

export async function describeFamilies(db: Db, ids: readonly string[]) {
  return db.many<FamilyRow>(sql`
    select ${family}, institution.name as "schoolName", account.status <> 'Active' as "isClosed",
      array(select customer.first_name || ' ' || customer.last_name
        from account_member join customer on customer.id = account_member.customer_id
        where account_member.account_id = account.id order by customer.created_at, customer.id) as members,
      (select coalesce(sum(open_minor), 0) from instalment
        where instalment.account_id = account.id and status = 'Overdue')::bigint as overdue,
      coalesce((select balance_minor from family_balance where family_balance.account_id = account.id), 0) as balance
    from account join institution on institution.id = account.institution_id
    where account.id = any(${ids}::uuid[]) order by array_position(${ids}::uuid[], account.id)`)
}

export type PersonRow = Row<'Person'>

export async function describePeople(db: Db, ids: readonly string[]) {
  return db.many<PersonRow>(sql`
    select customer.id as "customerId", first_name || ' ' || last_name as name, email, mobile_e164 as mobile,
      (select coalesce(json_agg(json_build_object('accountId', account.id, 'shortId', account.short_id,
          'schoolName', institution.name) order by account.status, account.short_id), '[]')
        from account_member join account on account.id = account_member.account_id
          join institution on institution.id = account.institution_id
        where account_member.customer_id = customer.id) as accounts
    from customer where customer.id = any(${ids}::uuid[]) order by array_position(${ids}::uuid[], customer.id)`)
}

export type StudentRow = Omit<Row<'Student'>, 'yearLevel'> &
  OfFamily & {
    startYear: number | null
    startYearLevel: string | null
  }

export async function describeStudents(db: Db, hits: readonly StudentHit[]) {
  return db.many<StudentRow>(sql`
    select ${family}, student.id as "studentId", student.first_name || ' ' || student.last_name as name,
      enrolled.school_name as "schoolName", enrolled.start_year as "startYear",
      enrolled.start_year_level as "startYearLevel"
    from unnest(${hits.map(({ accountId }) => accountId)}::uuid[], ${hits.map(({ id }) => id)}::uuid[])
        with ordinality as hit (account_id, id, position)
      join student on student.account_id = hit.account_id and student.id = hit.id
      join account on account.id = student.account_id
      left join lateral (
        select institution.name as school_name, start_year, start_year_level
        from enrolment join institution on institution.id = enrolment.institution_id
        where enrolment.account_id = student.account_id and enrolment.student_id = student.id
        order by start_year desc, enrolment.id limit 1) as enrolled on true
    order by hit.position`)
}

export type PaymentRow = Omit<Row<'Payment', 'amount'>, 'on'> &
  OfFamily & {
    paidOn: CalendarDate | null
    createdAt: Date
  }

export async function describePayments(db: Db, ids: readonly string[]) {
  return db.many<PaymentRow>(sql`
    select ${family}, payment.id as "paymentId", payment.amount_minor + payment.surcharge_minor as amount,
      payment.status, payment.paid_on as "paidOn", payment.created_at as "createdAt",
      coalesce(repayment_source.display_name, payment.method_name) as "methodName"
    from payment join account on account.id = payment.account_id
      left join repayment_source
        on repayment_source.account_id = payment.account_id and repayment_source.id = payment.source_id
    where payment.id = any(${ids}::uuid[]) order by array_position(${ids}::uuid[], payment.id)`)
}

export type RequestRow = Omit<Row<'Request', 'amountLeft'>, 'madeOn'> & OfFamily & { createdAt: Date }

export async function describeRequests(db: Db, ids: readonly string[]) {
  return db.many<RequestRow>(sql`
    select ${family}, payment_request.id as "requestId",
      open_minor as "amountLeft", payment_request.status,
      due_on as "dueOn", payment_request.created_at as "createdAt"
    from payment_request join account on account.id = payment_request.account_id
    where payment_request.id = any(${ids}::text[]) order by array_position(${ids}::text[], payment_request.id)`)
}

export type SchoolRow = Row<'School'>

export async function describeSchools(db: Db, ids: readonly string[]) {
  return db.many<SchoolRow>(sql`
    select id as "schoolId", name, region,
      (select count(*)::int from account where institution_id = institution.id and status = 'Active') as families
    from institution where id = any(${ids}::uuid[]) order by array_position(${ids}::uuid[], id)`)
}

export type DepositRow = Omit<Row<'Deposit', 'amount'>, 'region'>

/** Lists suspended deposits. They come by BPAY, which only Australia has. */
export async function listSuspendedDeposits(db: Db, reference: string) {
  return db.many<DepositRow>(sql`
    select biller_code as "billerCode", bank_reference as "bankReference", amount_minor as amount,
      received_on as "receivedOn", reference
    from deposit where account_id is null and reference = ${reference} order by received_on desc, line limit 5`)
}
