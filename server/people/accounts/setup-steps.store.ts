import type { AccountSetupStatus, ProductType } from '#domain/accounts.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { dateOfAccount } from '../../platform/database/by-region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { isFree, type Turn } from '../../platform/jobs/parked-items.reads.ts'

/** The facts that decide the next step of setting up an account. */
export type SetupFacts = {
  setupStatus: AccountSetupStatus
  isSetupIncomplete: boolean
  productType: ProductType
  /** The plan is saved or with staff, not only an estimate, and none of its payments is already due. */
  hasPlan: boolean
  hasSource: boolean
  hasPassedIdentityCheck: boolean
  /** Staff are reviewing a copy of a document. */
  isIdentityInReview: boolean
  isPlanInReview: boolean
}

export async function findSetupFacts(db: Db, accountId: string, today: Record<Region, CalendarDate>) {
  return db.first<SetupFacts>(sql`
    select setup_status as "setupStatus", is_setup_incomplete as "isSetupIncomplete",
      product_type as "productType",
      exists (
        select from plan where plan.account_id = account.id and plan.status <> 'Draft' and not exists (
          select from instalment
          where instalment.account_id = plan.account_id and instalment.plan_id = plan.id
            and plan.status = 'Saved' and instalment.status = 'Scheduled'
            and instalment.collect_on <= ${dateOfAccount(today)})
      ) as "hasPlan",
      has_method(account.id) as "hasSource",
      exists (select from identity_check where identity_check.account_id = account.id and outcome = 'Pass')
        as "hasPassedIdentityCheck",
      exists (select from review where review.account_id = account.id and kind = 'Identity'
        and review.status = 'Open') as "isIdentityInReview",
      exists (select from review where review.account_id = account.id and kind = 'Plan'
        and review.status = 'Open') as "isPlanInReview"
    from account where id = ${accountId} and closed_at is null`)
}

export async function setSetupStatus(db: Db, accountId: string, status: AccountSetupStatus): Promise<void> {
  await db.run(sql`update account set setup_status = ${status} where id = ${accountId}`)
}

/** Completes the last step, which makes the account active. */
export async function completeAccount(db: Db, accountId: string, at: Date): Promise<void> {
  await db.run(sql`
    update account set setup_status = 'StepsCompleted', is_setup_incomplete = false, status = 'Active',
      setup_completed_at = coalesce(setup_completed_at, ${at})
    where id = ${accountId}`)
}

/** Claims accounts whose success message was shown long enough, or whose first payment day has come. */
export async function claimCompleted(
  tx: Db,
  { today, completedBefore }: { today: Record<Region, CalendarDate>; completedBefore: Date },
  turn: Turn,
) {
  return tx.values<string>(sql`
    select account.id from account
    where setup_status = 'StepsCompleted' and ${isFree(turn, sql`account.id::text`)} and (
      setup_completed_at is null or setup_completed_at <= ${completedBefore}
      or exists (
        select from instalment
        where instalment.account_id = account.id and instalment.status <> 'Cancelled'
          and instalment.collect_on <= ${dateOfAccount(today)}))
    limit ${turn.limit} for no key update of account skip locked`)
}

export async function finishCompleted(tx: Db, accountIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    update account set setup_status = 'NoFurtherSteps' where id = any(${accountIds}::uuid[])`)
}
