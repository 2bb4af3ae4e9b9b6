import type { Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type Payout = {
  number: number
  region: Region
  withdrawalCount: number
  amount: Cents
  openCount: number
  paidCount: number
  declinedCount: number
  /** Two people have let its file go to the bank. */
  releasedAt: Date | null
  /** While its release awaits a second person. */
  releaseAskedBy: { approvalId: string; email: string } | null
  createdAt: Date
  createdBy: string
}

/** A subquery: when two people have released the `batch`. */
const releasedAt = sql`(
  select decided_at from approval
  where kind = 'PayoutRelease' and key = batch.number::text and status = 'Approved')`

/** The batches that match the filter, newest first. */
export async function listPayouts(
  db: Db,
  wanted: { number: number | null; region: Region | null; limit: number },
) {
  return db.many<Payout>(sql`
    select batch.number, batch.region, count(*)::int as "withdrawalCount", sum(request.amount_minor)::bigint as amount,
      (count(*) filter (where request.status = 'Approved'))::int as "openCount",
      (count(*) filter (where request.status = 'Paid'))::int as "paidCount",
      (count(*) filter (where request.status = 'Declined'))::int as "declinedCount",
      ${releasedAt} as "releasedAt",
      (select json_build_object('approvalId', approval.id, 'email', asker.email)
        from approval join staff asker on asker.id = approval.requested_by
        where approval.kind = 'PayoutRelease' and approval.key = batch.number::text and approval.status = 'Open')
        as "releaseAskedBy",
      batch.created_at as "createdAt", staff.email as "createdBy"
    from (
      select * from payout_batch
      where (${wanted.number}::int is null or number = ${wanted.number})
        and (${wanted.region}::text is null or region = ${wanted.region})
      order by number desc limit ${wanted.limit}
    ) batch
      join staff on staff.id = batch.created_by
      join withdrawal_request request on request.payout_number = batch.number
    group by batch.number, batch.region, batch.created_at, staff.email
    order by batch.number desc`)
}

export type PayoutFile = {
  region: Region
  createdAt: Date
  releasedAt: Date | null
  keyId: string
  bytes: Buffer
  accountIds: string[]
  /** Those whose money may still be on its way to the bank. */
  openAccountIds: string[]
}

export async function findPayoutFile(db: Db, number: number) {
  return db.first<PayoutFile>(sql`
    select region, created_at as "createdAt", ${releasedAt} as "releasedAt", encryption_key_id as "keyId",
      file as bytes,
      array(select account_id from withdrawal_request where payout_number = number) as "accountIds",
      array(select account_id from withdrawal_request where payout_number = number and status = 'Approved')
        as "openAccountIds"
    from payout_batch batch where number = ${number}`)
}
