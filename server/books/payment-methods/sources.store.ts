import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { SourceStatus } from '#domain/payment-methods/payment-methods.ts'
import type { Region } from '#domain/region.ts'
import type { SourceFacts } from './payment-methods.store.ts'
import { dateOfAccount } from '../../platform/database/by-region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import { isFree, type Turn } from '../../platform/jobs/parked-items.reads.ts'
import type { Encrypted } from '../../platform/encryption/encryption.ts'
import type { MandateStatus, ProviderMandate } from '../../platform/providers/stripe/sources.ts'

/** The columns of a new or renewed source. */
export type SourceRow = SourceFacts & {
  accountId: string
  last4: string | null
  mandate: ProviderMandate | null
  bankDetails: Encrypted | null
}

export async function insertSource(db: Db, source: SourceRow, at: Date): Promise<void> {
  await db.run(sql`
    insert into repayment_source
      (account_id, id, type, display_name, holder_name, last4, card_brand, card_funding, card_expiry, fingerprint,
       provider_payment_method_id, provider_mandate_id, mandate_status, mandate_reference,
       bank_details, encryption_key_id, status, created_at)
    values (${source.accountId}, ${source.id}, ${source.type}, ${source.displayName}, ${source.holderName},
      ${source.last4}, ${source.cardBrand}, ${source.cardFunding}, ${source.cardExpiry}, ${source.fingerprint},
      ${source.providerMethodId}, ${source.mandate?.id}, ${source.mandate?.status}, ${source.mandate?.reference},
      ${source.bankDetails?.bytes}, ${source.bankDetails?.keyId}, 'Usable', ${at})`)
}

/** Updates a saved card or account that was sent again with its new details. */
export async function renewSource(db: Db, source: SourceRow): Promise<void> {
  await db.run(sql`
    update repayment_source set holder_name = ${source.holderName}, card_funding = ${source.cardFunding},
      card_expiry = ${source.cardExpiry}, provider_payment_method_id = ${source.providerMethodId},
      provider_mandate_id = ${source.mandate?.id}, mandate_status = ${source.mandate?.status},
      mandate_reference = ${source.mandate?.reference}, bank_details = ${source.bankDetails?.bytes},
      encryption_key_id = ${source.bankDetails?.keyId}, status = 'Usable'
    where account_id = ${source.accountId} and id = ${source.id} and status <> 'Removed'`)
}

/** Makes the source the one that pays, and also the default: otherwise the former one could not be chosen again. */
export async function setActive(db: Db, accountId: string, sourceId: string): Promise<void> {
  // Two steps, because the rule that there is only one is checked row by row.
  await db.run(sql`
    update repayment_source set is_preferred = false, is_default = false
    where account_id = ${accountId} and (is_preferred or is_default) and id <> ${sourceId}`)
  await db.run(sql`
    update repayment_source set is_preferred = true, is_default = true
    where account_id = ${accountId} and id = ${sourceId} and status <> 'Removed'`)
}

/** What the family reads about payments that were announced, when it chooses another method for them. */
export type NewQuote = { planId: string; seq: number; on: CalendarDate; amount: Cents; surcharge: Cents }

export async function quoteAnew(
  db: Db,
  { accountId, sourceId }: { accountId: string; sourceId: string },
  quotes: readonly NewQuote[],
): Promise<void> {
  await db.run(sql`
    update instalment set quoted_minor = quote.amount, quoted_surcharge_minor = quote.surcharge,
      quoted_source_id = ${sourceId}
    from jsonb_to_recordset(${JSON.stringify(quotes)}::jsonb)
      as quote ("planId" uuid, seq int, amount bigint, surcharge bigint)
    where instalment.account_id = ${accountId} and instalment.plan_id = quote."planId" and instalment.seq = quote.seq`)
}

/**
 * Moves payments that were assigned to a method that can no longer be charged to the account's usual method. They are
 * announced again, and notices that have not been sent are withdrawn.
 */
async function giveUpMethod(db: Db, lost: Statement): Promise<void> {
  await db.run(sql`
    with lost as materialized (${lost}), withdrawn as (
      update outbox_message set status = 'Expired' from lost
      where outbox_message.id = lost.notice_id and outbox_message.status = 'Waiting'
    )
    update instalment set source_id = null, noticed_on = null, notice_id = null,
      method_choices = instalment.method_choices + 1
    from lost
    where instalment.account_id = lost.account_id and instalment.plan_id = lost.plan_id and instalment.seq = lost.seq`)
}

/** Payments that were assigned to a method, with the method. */
const withOwnMethod = sql`
  select instalment.account_id, instalment.plan_id, instalment.seq, instalment.notice_id
  from instalment join repayment_source source
    on source.account_id = instalment.account_id and source.id = instalment.source_id
  where instalment.source_id is not null and instalment.status in ('Scheduled', 'Retrying')`

const isUnusable = (today: Record<Region, CalendarDate>) => sql`
  not is_usable(source, greatest(coalesce(instalment.retry_on, instalment.collect_on), (
    select ${dateOfAccount(today)} from account where account.id = instalment.account_id)))`

/** A subquery: accounts in which payments were assigned to methods that cannot be charged any more. */
export const accountsToFree = (today: Record<Region, CalendarDate>) => sql`
  select distinct account_id as "accountId" from (${withOwnMethod} and ${isUnusable(today)}) lost`

/** Frees the payments of accounts that are locked from methods that cannot be charged any more. */
export async function giveUpUnusable(
  tx: Db,
  accountIds: readonly string[],
  today: Record<Region, CalendarDate>,
): Promise<void> {
  await giveUpMethod(
    tx,
    sql`${withOwnMethod} and instalment.account_id = any(${accountIds}::uuid[]) and ${isUnusable(today)}`,
  )
}

export async function removeSource(db: Db, accountId: string, sourceId: string, at: Date): Promise<void> {
  await db.run(sql`
    update repayment_source
    set status = 'Removed', removed_at = ${at}, is_default = false, is_preferred = false
    where account_id = ${accountId} and id = ${sourceId}`)
  await giveUpMethod(
    db,
    sql`${withOwnMethod} and source.account_id = ${accountId} and source.id = ${sourceId}`,
  )
}

export async function setDefault(db: Db, accountId: string, sourceId: string): Promise<void> {
  await db.run(sql`
    update repayment_source set is_default = true
    where account_id = ${accountId} and id = ${sourceId} and status <> 'Removed'`)
}

export async function insertPendingChange(
  db: Db,
  change: { accountId: string; id: string; sourceId: string; effectiveOn: CalendarDate; at: Date },
): Promise<void> {
  await db.run(sql`
    insert into repayment_change (account_id, id, source_id, status, effective_on, created_at)
    values (${change.accountId}, ${change.id}, ${change.sourceId}, 'Pending', ${change.effectiveOn}, ${change.at})`)
}

export async function closePendingChange(
  db: Db,
  accountId: string,
  status: 'Applied' | 'Cancelled',
): Promise<void> {
  await db.run(sql`
    update repayment_change set status = ${status} where account_id = ${accountId} and status = 'Pending'`)
}

export async function listAccountsWithDueChange(
  db: Db,
  today: Record<Region, CalendarDate>,
  turn: Pick<Turn, 'work' | 'now'>,
) {
  return db.values<string>(sql`
    select change.account_id as "accountId" from repayment_change change
      join account on account.id = change.account_id
    where change.status = 'Pending'
      and change.effective_on <= ${dateOfAccount(today)}
      and ${isFree(turn, sql`change.account_id::text`)}
    order by change.effective_on, change.account_id`)
}

/** A saved source with the fields that updates from the provider may change. */
export type ProviderSource = {
  accountId: string
  id: string
  status: Exclude<SourceStatus, 'Removed'>
  displayName: string
  cardExpiry: string | null
  mandateStatus: MandateStatus | null
  mandateReference: string | null
}

const providerSource = (region: Region, isWanted: Statement) => sql`
  select source.account_id as "accountId", source.id, source.status, source.display_name as "displayName",
    source.card_expiry as "cardExpiry", source.mandate_status as "mandateStatus",
    source.mandate_reference as "mandateReference"
  from repayment_source source join account on account.id = source.account_id
  where ${isWanted} and account.region = ${region} and source.status <> 'Removed'`

export async function findSourceByMandate(db: Db, region: Region, mandateId: string) {
  return db.first<ProviderSource>(providerSource(region, sql`source.provider_mandate_id = ${mandateId}`))
}

export async function findSourceByMethod(db: Db, region: Region, methodId: string) {
  return db.first<ProviderSource>(
    providerSource(region, sql`source.provider_payment_method_id = ${methodId}`),
  )
}

export async function updateSourceState(
  db: Db,
  source: Pick<ProviderSource, 'accountId' | 'id' | 'status' | 'cardExpiry' | 'mandateStatus'>,
): Promise<void> {
  await db.run(sql`
    update repayment_source
    set status = ${source.status}, card_expiry = ${source.cardExpiry}, mandate_status = ${source.mandateStatus}
    where account_id = ${source.accountId} and id = ${source.id} and status <> 'Removed'`)
}

export type Payer = { customerId: string; firstName: string; email: string }

export async function findPayer(db: Db, customerId: string): Promise<Payer | undefined> {
  return db.first<Payer>(sql`
    select id as "customerId", first_name as "firstName", email from customer where id = ${customerId}`)
}

export async function listPayers(db: Db, accountId: string) {
  return db.many<Payer>(sql`
    select customer.id as "customerId", customer.first_name as "firstName", customer.email
    from account_member join customer on customer.id = account_member.customer_id
    where account_member.account_id = ${accountId} and customer.status = 'Active' order by customer.id`)
}

export async function insertSetUpSession(
  db: Db,
  session: { accountId: string; id: string; at: Date; expiresAt: Date },
): Promise<void> {
  await db.run(sql`
    insert into checkout_session (account_id, id, kind, status, created_at, expires_at)
    values (${session.accountId}, ${session.id}, 'SetUp', 'Open', ${session.at}, ${session.expiresAt})
    on conflict do nothing`)
}
