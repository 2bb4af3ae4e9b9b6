import type { AccountSetupStatus, AccountStatus, ProductType } from '#domain/accounts.ts'
import type { Frequency } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import type { ProductChangeStatus } from '#domain/switch-account.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { isFree, type Turn } from '../../platform/jobs/parked-items.reads.ts'

export type ProductChange = { status: ProductChangeStatus; toProductType: ProductType }

/** Locks the change. A concurrent request waits here, and then sees the result of the first. */
export async function lockProductChange(tx: Transaction, accountId: string) {
  return tx.first<ProductChange>(sql`
    select status, to_product_type as "toProductType" from product_change where account_id = ${accountId} for update`)
}

export type SwitchingAccount = {
  region: Region
  productType: ProductType
  status: AccountStatus
  setupStatus: AccountSetupStatus
}

/** Locks the account before the change itself, in the same order as when a plan is saved, to avoid deadlocks. */
export async function lockSwitchingAccount(tx: Transaction, accountId: string) {
  return tx.first<SwitchingAccount>(sql`
    select region, product_type as "productType", status, setup_status as "setupStatus"
    from account where id = ${accountId} for no key update`)
}

export async function insertProductChange(
  db: Db,
  change: { accountId: string; from: ProductType; to: ProductType; staffId: string; at: Date },
): Promise<void> {
  await db.run(sql`
    insert into product_change (account_id, from_product_type, to_product_type, status, created_at, invited_by)
    values (${change.accountId}, ${change.from}, ${change.to}, 'VerifyYourDetails', ${change.at}, ${change.staffId})`)
}

export async function setProductChangeStatus(
  db: Db,
  accountId: string,
  status: Exclude<ProductChangeStatus, 'Completed'>,
): Promise<void> {
  await db.run(sql`update product_change set status = ${status} where account_id = ${accountId}`)
}

export async function recordDetailsEntered(db: Db, accountId: string, at: Date): Promise<void> {
  await db.run(sql`update product_change set details_at = ${at} where account_id = ${accountId}`)
}

export async function deleteProductChange(db: Db, accountId: string): Promise<void> {
  await db.run(sql`delete from product_change where account_id = ${accountId}`)
}

export async function isIdentityInReview(db: Db, accountId: string): Promise<boolean> {
  const rows = await db.many(sql`
    select 1 from review where account_id = ${accountId} and kind = 'Identity' and status = 'Open' limit 1`)
  return rows.length > 0
}

/** The frequency of an existing plan that has payments to come. */
export async function findRunningRhythm(db: Db, accountId: string) {
  return db.value<Frequency | undefined>(sql`
    select version.frequency from plan
      join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
        and version.version = plan.version
    where plan.account_id = ${accountId} and plan.status in ('Saved', 'Current')
    order by plan.tuition_year desc limit 1`)
}

export async function completeProductChange(
  db: Db,
  change: { accountId: string; frequency: Frequency | null; at: Date },
): Promise<void> {
  await db.run(sql`
    update product_change set status = 'Completed', completed_at = ${change.at},
      frequency = coalesce(${change.frequency}, frequency)
    where account_id = ${change.accountId}`)
}

/** Starts the set-up again, as for a new account of this product. */
export async function beginSetUpOf(db: Db, accountId: string, productType: ProductType): Promise<void> {
  await db.run(sql`
    update account set product_type = ${productType}, setup_status = 'SetUpPaymentSchedule',
      is_setup_incomplete = true, checks_setup_status = true, setup_completed_at = null
    where id = ${accountId}`)
}

export type ClearedChange = {
  accountId: string
  from: ProductType
  to: ProductType
  frequency: Frequency | null
}

export async function claimCompletedBefore(tx: Db, time: Date, turn: Turn): Promise<ClearedChange[]> {
  return tx.many<ClearedChange>(sql`
    select account_id as "accountId", from_product_type as from, to_product_type as to, frequency from product_change
    where status = 'Completed' and coalesce(completed_at, created_at) <= ${time}
      and ${isFree(turn, sql`account_id::text`)}
    limit ${turn.limit} for update skip locked`)
}
