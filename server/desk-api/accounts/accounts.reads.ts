import type { StaffAccount } from '#contract/staff-accounts.ts'
import type { Cents } from '#domain/money.ts'
import type { Instalment } from '#domain/plan/plan-payments.ts'
import type { InstalmentStatus } from '#domain/repayments.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

type InCents<Row, Field extends keyof Row> = Omit<Row, Field> & Record<Field, Cents>
type Parts = StaffAccount

/** The account as stored: amounts in minor units, shares in basis points. */
export type AccountRow = Omit<
  Parts,
  | 'balance'
  | 'plans'
  | 'instalments'
  | 'cancelledPayments'
  | 'nextPayment'
  | 'requests'
  | 'payments'
  | 'enrolments'
  | 'createdAt'
  | 'setupCompletedAt'
> & {
  balance: Cents
  createdAt: Date
  setupCompletedAt: Date | null
  plans: InCents<Parts['plans'][number], 'total' | 'periodicAmount'>[]
  instalments: (Omit<Instalment, 'status'> & { planId: string; seq: number; status: InstalmentStatus })[]
  requests: InCents<Parts['requests'][number], 'amountDue' | 'amountPaid' | 'amountLeft'>[]
  payments: InCents<Parts['payments'][number], 'amount' | 'surcharge' | 'refunded'>[]
  enrolments: (Omit<Parts['enrolments'][number], 'percent'> & { basisPoints: number })[]
}

export async function findAccountInFull(db: Db, accountId: string) {
  return db.first<AccountRow>(sql`
    select account.id, account.short_id as "shortId", account.region, account.status,
      account.institution_id as "institutionId", institution.name as "institutionName",
      account.product_type as "productType", account.setup_status as "setupStatus",
      account.renewal_status as "renewalStatus", account.is_setup_incomplete as "isSetupIncomplete",
      account.checks_setup_status as "checksSetupStatus", account.can_edit_or_add_plan as "canEditOrAddPlan",
      account.allows_schedule_updates as "allowsScheduleUpdates",
      account.allows_source_updates as "allowsSourceUpdates",
      account.allows_repayment_change as "allowsRepaymentChange",
      account.allowed_regional_methods as "allowedRegionalMethods",
      account.allowed_portal_methods as "allowedPortalMethods",
      account.shows_direct_debit_authorisation as "showsDirectDebitAuthorisation",
      account.created_at as "createdAt", account.setup_completed_at as "setupCompletedAt",
      (select product_change.status from product_change where product_change.account_id = account.id)
        as "productChangeStatus",
      coalesce((select balance_minor from family_balance where family_balance.account_id = account.id), 0) as balance,
      case when account.bpay_reference is not null then
        json_build_object('billerCode', institution.bpay_biller_code, 'reference', account.bpay_reference) end as bpay,
      (select coalesce(json_agg(json_build_object('id', customer.id, 'name', first_name || ' ' || last_name,
          'email', email, 'status', customer.status) order by customer.created_at, customer.id), '[]')
        from account_member join customer on customer.id = account_member.customer_id
        where account_member.account_id = account.id) as members,
      (select coalesce(json_agg(json_build_object('id', enrolment.id, 'studentId', student.id, 'firstName',
          student.first_name, 'lastName', student.last_name, 'institutionName', school.name, 'startYear', start_year,
          'startYearLevel', start_year_level, 'joinedOn', joined_on, 'basisPoints', portion_basis_points, 'holdsRemainder', holds_remainder)
          order by student.first_name, enrolment.id), '[]')
        from enrolment join student on student.account_id = enrolment.account_id and student.id = enrolment.student_id
          join institution as school on school.id = enrolment.institution_id
        where enrolment.account_id = account.id) as enrolments,
      (select coalesce(json_agg(json_build_object('id', plan.id, 'tuitionYear', plan.tuition_year, 'status', plan.status,
          'version', plan.version, 'savedBy', saved_by, 'frequency', frequency, 'startDate', start_date, 'endDate',
          end_date, 'total', total_minor, 'periodicAmount', periodic_amount_minor) order by plan.tuition_year), '[]')
        from plan join plan_version on plan_version.account_id = plan.account_id and plan_version.plan_id = plan.id
          and plan_version.version = plan.version
        where plan.account_id = account.id) as plans,
      (select coalesce(json_agg(json_build_object('planId', plan.id, 'seq', seq, 'dueOn', due_on, 'collectOn', collect_on,
          'noticedOn', noticed_on, 'collectedOn', collected_on, 'retryOn', retry_on,
          'amount', amount_minor, 'settled', settled_minor, 'waived', waived_minor, 'open', open_minor,
          'status', instalment.status) order by due_on, seq), '[]')
        from instalment join plan on plan.account_id = instalment.account_id and plan.id = instalment.plan_id
        where instalment.account_id = account.id and plan.status in ('Saved', 'Current')) as instalments,
      (select coalesce(json_agg(json_build_object('id', id, 'type', type, 'displayName', display_name, 'expiry',
          card_expiry, 'status', status, 'isDefault', is_default, 'isPreferred', is_preferred) order by created_at), '[]')
        from repayment_source
        where repayment_source.account_id = account.id and repayment_source.status <> 'Removed') as sources,
      (select coalesce(json_agg(json_build_object('id', payment_request.id, 'institutionName', school.name, 'amountDue',
          amount_due_minor, 'amountPaid', amount_paid_minor, 'amountLeft', open_minor, 'dueOn', due_on, 'status', payment_request.status)
          order by due_on desc), '[]')
        from payment_request join institution as school on school.id = payment_request.institution_id
        where payment_request.account_id = account.id) as requests,
      (select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'status', status, 'amount', amount, 'surcharge',
          surcharge, 'refunded', refunded, 'methodName', "methodName", 'paidOn', "paidOn", 'createdAt',
          to_char("createdAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by "createdAt" desc), '[]')
        from (select * from payment_in_full where "accountId" = account.id order by "createdAt" desc limit 20)
          as newest) as payments
    from account join institution on institution.id = account.institution_id
    where account.id = ${accountId}`)
}
