import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/** A payment made through the provider, which must have a charge there. */
export type PaymentToMatch = {
  id: string
  providerPaymentId: string | null
  total: number
  currency: string
  hasSucceeded: boolean
  refunded: number
  /** With our losses by disputes for more than was left of it, as the provider counts. */
  disputed: number
  createdAt: Date
  /** The exact time: a Date has no microseconds. */
  cursor: string
}

const toMatch = sql`
  select payment.id, provider_payment_id as "providerPaymentId", amount_minor + surcharge_minor as total,
    payment.currency,
    payment.status in ('Succeeded', 'Refunded', 'Disputed') as "hasSucceeded", refunded_minor as refunded,
    disputed_minor + coalesce((select sum(loss_minor) from dispute where dispute.account_id = payment.account_id
      and dispute.payment_id = payment.id and dispute.status in ('Open', 'Lost')), 0)::bigint as disputed,
    payment.created_at as "createdAt", payment.created_at::text as cursor
  from payment join account on account.id = payment.account_id`

/** The next payments of a region since a moment, newest first. */
export async function listPaymentsToMatch(
  db: Db,
  page: { region: Region; since: Date; after: PaymentToMatch | undefined; limit: number },
): Promise<PaymentToMatch[]> {
  return db.many<PaymentToMatch>(sql`
    ${toMatch}
    where provider_key is not null and account.region = ${page.region} and payment.created_at >= ${page.since}
      and (payment.created_at, payment.id)
        < (${page.after?.cursor ?? 'infinity'}::timestamptz, ${page.after?.id ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'}::uuid)
    order by payment.created_at desc, payment.id desc limit ${page.limit}`)
}

export async function findPaymentsOfCharges(db: Db, intents: readonly string[]): Promise<PaymentToMatch[]> {
  return db.many<PaymentToMatch>(sql`${toMatch} where provider_payment_id = any(${intents}::text[])`)
}

/** The next payments from before a moment of which something went back since. */
export async function listOldPaymentsWithReturns(
  db: Db,
  page: { region: Region; since: Date; after: string | undefined; limit: number },
): Promise<PaymentToMatch[]> {
  return db.many<PaymentToMatch>(sql`
    ${toMatch}
    where provider_key is not null and account.region = ${page.region} and payment.created_at < ${page.since}
      and (${page.after ?? null}::uuid is null or payment.id > ${page.after ?? null}::uuid)
      and (payment.account_id, payment.id) in (
        select account_id, payment_id from refund where created_at >= ${page.since}
        union select account_id, payment_id from dispute where created_at >= ${page.since})
    order by payment.id limit ${page.limit}`)
}

export async function readLastCheck(db: Db): Promise<Date | null> {
  return db.value<Date | null>(sql`select max(checked_at) from ledger_check`)
}
