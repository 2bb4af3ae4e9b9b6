import type { FoundAccount, StaffAccount } from '#contract/staff-accounts.ts'
import type { AccountSetupStatus, AccountStatus, ProductType } from '#domain/accounts.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type AccountFilter = {
  shortId: string | null
  schoolId: string | null
  setupStatus: AccountSetupStatus | null
  isSetUp: boolean | null
  status: AccountStatus | null
  after: string | null
  limit: number
}

/**
 * Lists accounts in the order of short ids, so that the last one of a page begins the next. Only the filters set become
 * conditions.
 */
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

export const editableFields = [
  'productType',
  'setupStatus',
  'renewalStatus',
  'isSetupIncomplete',
  'checksSetupStatus',
  'canEditOrAddPlan',
  'allowsScheduleUpdates',
  'allowsSourceUpdates',
  'allowsRepaymentChange',
  'allowedRegionalMethods',
  'allowedPortalMethods',
  'showsDirectDebitAuthorisation',
] as const
export type EditableAccount = Pick<StaffAccount, (typeof editableFields)[number]>

/** Locks the row until the transaction ends, so that concurrent edits run one after the other. */
export async function lockAccount(
  db: Db,
  accountId: string,
): Promise<
  (EditableAccount & { institutionId: string; region: Region; setupCompletedAt: Date | null }) | undefined
> {
  return db.first(sql`
    select product_type as "productType", setup_status as "setupStatus", renewal_status as "renewalStatus",
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
    update account set product_type = ${account.productType},
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

/** Returns false if the short id is taken. */
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

/** Counts the active customers among these in the region. */
export async function countCustomers(db: Db, ids: readonly string[], region: Region) {
  return db.value<number>(sql`
    select count(*) as count from customer
    where id = any(${ids}::uuid[]) and region = ${region} and status = 'Active'`)
}

export async function insertAccountMember(db: Db, accountId: string, customerId: string): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into account_member (account_id, customer_id) values (${accountId}, ${customerId})
    on conflict do nothing`)
  return inserted === 1
}

export async function countAccountMembers(db: Db, accountId: string) {
  return db.value<number>(sql`
    select count(*) as count from account_member where account_id = ${accountId}`)
}

export async function deleteAccountMember(db: Db, accountId: string, customerId: string): Promise<boolean> {
  const deleted = await db.run(sql`
    delete from account_member where account_id = ${accountId} and customer_id = ${customerId}`)
  return deleted === 1
}
