import type { FoundAccount, StaffAccount } from '#contract/staff-accounts.ts'
import type { AccountSetupStatus, AccountStatus, ProductType } from '#domain/accounts.ts'
import type { Cents } from '#domain/money.ts'
import type { Instalment } from '#domain/plan/plan-payments.ts'
import type { Region } from '#domain/region.ts'
import type { InstalmentStatus } from '#domain/repayments.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

type InCents<Row, Field extends keyof Row> = Omit<Row, Field> & Record<Field, Cents>
type Parts = StaffAccount

/** As the database keeps it: sums in minor units, shares in basis points. */
export type AccountRow = Omit<
  Parts,
  | 'balance'
  | 'plans'
  | 'instalments'
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
  requests: InCents<Parts['requests'][number], 'amountDue' | 'amountPaid'>[]
  payments: InCents<Parts['payments'][number], 'amount' | 'surcharge' | 'refunded'>[]
  enrolments: (Omit<Parts['enrolments'][number], 'percent'> & { basisPoints: number })[]
}

export async function findAccountInFull(db: Db, accountId: string): Promise<AccountRow | undefined> {
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
          'amount', amount_minor, 'covered', covered_minor, 'status', instalment.status) order by due_on, seq), '[]')
        from instalment join plan on plan.account_id = instalment.account_id and plan.id = instalment.plan_id
        where instalment.account_id = account.id and plan.status in ('Saved', 'Current')) as instalments,
      (select coalesce(json_agg(json_build_object('id', id, 'type', type, 'displayName', display_name, 'expiry',
          card_expiry, 'status', status, 'isDefault', is_default, 'isPreferred', is_preferred) order by created_at), '[]')
        from repayment_source
        where repayment_source.account_id = account.id and repayment_source.status <> 'Removed') as sources,
      (select coalesce(json_agg(json_build_object('id', payment_request.id, 'institutionName', school.name, 'amountDue',
          amount_due_minor, 'amountPaid', amount_paid_minor, 'dueOn', due_on, 'status', payment_request.status)
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

export type AccountFilter = {
  shortId: string | null
  schoolId: string | null
  setupStatus: AccountSetupStatus | null
  isSetUp: boolean | null
  status: AccountStatus | null
  after: string | null
  limit: number
}

/** In the order of short ids, so that the last one of a page begins the next. Each filter is a part only if it is given. */
export async function listAccounts(db: Db, filter: AccountFilter): Promise<FoundAccount[]> {
  const { shortId, schoolId, setupStatus, isSetUp, status, after, limit } = filter
  const conditions = [
    ...(shortId === null ? [] : [sql`and account.short_id = upper(${shortId})`]),
    ...(schoolId === null
      ? []
      : [
          sql`and account.id in (
            select id from account where institution_id = ${schoolId}
            union select account_id from enrolment where institution_id = ${schoolId})`,
        ]),
    ...(setupStatus === null ? [] : [sql`and account.setup_status = ${setupStatus}`]),
    ...(isSetUp === null
      ? []
      : [isSetUp ? sql`and setup_status = 'NoFurtherSteps'` : sql`and setup_status <> 'NoFurtherSteps'`]),
    ...(status === null ? [] : [sql`and account.status = ${status}`]),
    ...(after === null ? [] : [sql`and account.short_id > upper(${after})`]),
  ]
  const all = conditions.reduce((whole, condition) => sql`${whole} ${condition}`, sql`true`)
  return db.many<FoundAccount>(sql`
    select account.id, short_id as "shortId", institution.name as "institutionName", product_type as "productType",
      account.status, setup_status as "setupStatus", (
        select coalesce(string_agg(first_name || ' ' || last_name, ', ' order by last_name, first_name), '')
        from account_member join customer on customer.id = account_member.customer_id
        where account_member.account_id = account.id) as "memberNames"
    from account join institution on institution.id = account.institution_id
    where ${all} order by short_id limit ${limit}`)
}

export type EditableAccount = Pick<
  StaffAccount,
  | 'status'
  | 'productType'
  | 'setupStatus'
  | 'renewalStatus'
  | 'isSetupIncomplete'
  | 'checksSetupStatus'
  | 'canEditOrAddPlan'
  | 'allowsScheduleUpdates'
  | 'allowsSourceUpdates'
  | 'allowsRepaymentChange'
  | 'allowedRegionalMethods'
  | 'allowedPortalMethods'
  | 'showsDirectDebitAuthorisation'
>

/** Locked until the transaction ends, so that two edits come one after the other. */
export async function lockAccount(
  db: Db,
  accountId: string,
): Promise<
  (EditableAccount & { institutionId: string; region: Region; setupCompletedAt: Date | null }) | undefined
> {
  return db.first(sql`
    select status, product_type as "productType", setup_status as "setupStatus", renewal_status as "renewalStatus",
      is_setup_incomplete as "isSetupIncomplete", checks_setup_status as "checksSetupStatus",
      can_edit_or_add_plan as "canEditOrAddPlan", allows_schedule_updates as "allowsScheduleUpdates",
      allows_source_updates as "allowsSourceUpdates", allows_repayment_change as "allowsRepaymentChange",
      allowed_regional_methods as "allowedRegionalMethods", allowed_portal_methods as "allowedPortalMethods",
      shows_direct_debit_authorisation as "showsDirectDebitAuthorisation", institution_id as "institutionId",
      region, setup_completed_at as "setupCompletedAt"
    from account where id = ${accountId} for no key update`)
}

export async function updateAccount(
  db: Db,
  accountId: string,
  account: EditableAccount & { setupCompletedAt: Date | null },
): Promise<void> {
  await db.run(sql`
    update account set status = ${account.status}, product_type = ${account.productType},
      setup_status = ${account.setupStatus}, renewal_status = ${account.renewalStatus},
      is_setup_incomplete = ${account.isSetupIncomplete}, checks_setup_status = ${account.checksSetupStatus},
      can_edit_or_add_plan = ${account.canEditOrAddPlan}, allows_schedule_updates = ${account.allowsScheduleUpdates},
      allows_source_updates = ${account.allowsSourceUpdates},
      allows_repayment_change = ${account.allowsRepaymentChange},
      allowed_regional_methods = ${account.allowedRegionalMethods},
      allowed_portal_methods = ${account.allowedPortalMethods},
      shows_direct_debit_authorisation = ${account.showsDirectDebitAuthorisation},
      setup_completed_at = ${account.setupCompletedAt}
    where id = ${accountId}`)
}

export async function findSchool(
  db: Db,
  id: string,
): Promise<{ region: Region; billerCode: string | null } | undefined> {
  return db.first(sql`
    select region, bpay_biller_code as "billerCode" from institution where id = ${id}`)
}

/** False where the short id is taken already. */
export async function insertAccount(
  db: Db,
  account: {
    id: string
    shortId: string
    region: Region
    currency: string
    productType: ProductType
    institutionId: string
    bpayReference: string | null
    createdAt: Date
  },
): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into account (id, short_id, region, currency, product_type, status, institution_id, setup_status,
      is_setup_incomplete, checks_setup_status, bpay_reference, created_at)
    values (${account.id}, ${account.shortId}, ${account.region}, ${account.currency}, ${account.productType},
      'Active', ${account.institutionId}, 'SetUpPaymentSchedule', true, true, ${account.bpayReference},
      ${account.createdAt})
    on conflict (short_id) do nothing`)
  return inserted === 1
}

/** How many of these customers are in good standing and in that region. */
export async function countCustomers(db: Db, ids: readonly string[], region: Region): Promise<number> {
  const row = await db.first<{ count: number }>(sql`
    select count(*) as count from customer
    where id = any(${ids}::uuid[]) and region = ${region} and status = 'Active'`)
  return row?.count ?? 0
}

export async function insertAccountMember(db: Db, accountId: string, customerId: string): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into account_member (account_id, customer_id) values (${accountId}, ${customerId})
    on conflict do nothing`)
  return inserted === 1
}

export async function countAccountMembers(db: Db, accountId: string): Promise<number> {
  const row = await db.first<{ count: number }>(sql`
    select count(*) as count from account_member where account_id = ${accountId}`)
  return row?.count ?? 0
}

export async function deleteAccountMember(db: Db, accountId: string, customerId: string): Promise<boolean> {
  const deleted = await db.run(sql`
    delete from account_member where account_id = ${accountId} and customer_id = ${customerId}`)
  return deleted === 1
}

/** What an account is not finished with. */
export type OpenMatters = {
  balance: Cents
  /** Payments and refunds whose outcome is not known. */
  underWay: number
  withdrawals: number
  toCollect: { count: number; amount: Cents }
}

export async function readOpenMatters(db: Db, accountId: string): Promise<OpenMatters> {
  const row = await db.first<OpenMatters>(sql`
    select coalesce((select balance_minor from family_balance where family_balance.account_id = account.id), 0) as balance,
      ((select count(*) from payment where payment.account_id = account.id and status in ('Created', 'Sent', 'Processing', 'Unknown'))
        + (select count(*) from refund_order where refund_order.account_id = account.id
          and status in ('Ordered', 'Unknown', 'Accepted')))::int as "underWay",
      (select count(*)::int from withdrawal_request where withdrawal_request.account_id = account.id
        and status in ('Unconfirmed', 'Pending', 'Approved')) as withdrawals,
      (select json_build_object('count', count(*), 'amount', coalesce(sum(amount_minor - covered_minor), 0))
        from instalment join plan on plan.account_id = instalment.account_id and plan.id = instalment.plan_id
        where instalment.account_id = account.id and plan.status in ('Saved', 'Current')
          and instalment.status in ('Scheduled', 'Retrying', 'Overdue')) as "toCollect"
    from account where account.id = ${accountId}`)
  if (!row) throw new Error(`There is no account ${accountId}`)
  return row
}
