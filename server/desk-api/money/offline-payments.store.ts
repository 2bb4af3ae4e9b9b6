import type { Cents } from '#domain/money.ts'
import type { Currency, Region } from '#domain/region.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { isPassedOn } from '../../books/refunds/refunds.reads.ts'

/** The account and the school that the money is for; undefined if the account does not have that school. */
export type OfflinePayee = { accountId: string; institutionId: string; region: Region; currency: Currency }

export async function findOfflinePayee(
  db: Db,
  { accountId, institutionId }: { accountId: string; institutionId: string | null },
) {
  return db.first<OfflinePayee>(sql`
    select account.id as "accountId", school.id as "institutionId", account.region, account.currency
    from account join institution school on school.id = coalesce(${institutionId}::uuid, account.institution_id)
    where account.id = ${accountId} and (school.id = account.institution_id or exists (
      select from enrolment where enrolment.account_id = account.id and enrolment.institution_id = school.id))`)
}

export type OfflineManner = 'Cheque' | 'Transfer' | 'Cash'

/** Returns false if this account already has a payment of that manner and reference. */
export async function insertOfflinePayment(
  tx: Transaction,
  payee: OfflinePayee,
  payment: {
    id: string
    requestId: string | null
    amount: Cents
    manner: OfflineManner
    reference: string
    now: Date
  },
): Promise<boolean> {
  const count = await tx.run(sql`
    insert into payment (account_id, id, kind, payment_request_id, institution_id, currency, amount_minor, status,
      offline_manner, offline_reference, sent_at, created_at, updated_at)
    values (${payee.accountId}, ${payment.id}, 'Offline', ${payment.requestId}, ${payee.institutionId},
      ${payee.currency}, ${payment.amount}, 'Sent', ${payment.manner}, ${payment.reference},
      ${payment.now}, ${payment.now}, ${payment.now})
    on conflict (account_id, offline_manner, lower(offline_reference)) where kind = 'Offline' do nothing`)
  return count === 1
}

/** The cash and cheques that staff have recorded for a family since a given time, without what was taken back. */
export async function sumOfOfflineSince(tx: Transaction, accountId: string, since: Date): Promise<Cents> {
  return tx.value<Cents>(sql`
    select coalesce(sum(amount_minor), 0)::bigint as amount from payment
    where account_id = ${accountId} and kind = 'Offline' and offline_manner in ('Cash', 'Cheque')
      and status <> 'Refunded' and created_at >= ${since}`)
}

/** Finds a payment recorded by staff, and whether its school has the money. */
export async function findOfflinePayment(
  db: Db,
  id: string,
): Promise<{ accountId: string; name: string; isPassedOn: boolean } | undefined> {
  return db.first(sql`
    select account_id as "accountId", offline_manner || ' ' || offline_reference as name,
      ${isPassedOn} as "isPassedOn"
    from payment where id = ${id} and kind = 'Offline'`)
}
