import type { Transaction } from '../database/open.ts'
import { sql } from '../database/sql.ts'
import { isFree, type Turn } from '../jobs/parked-items.reads.ts'
import type { RowKey } from '../database/row-key.ts'

export type PurgeableCheck = { accountId: string; id: string; fileId: string | null }

/**
 * Claims checks that were decided before a time, with their files. A check without a reply from the issuer counts as
 * decided when it was created. A copy that staff have not reviewed yet is not decided.
 */
export async function claimDecidedChecks(tx: Transaction, before: Date, turn: Turn) {
  return tx.many<PurgeableCheck>(sql`
    select account_id as "accountId", id, file_id as "fileId" from identity_check
    where (document is not null or file_id is not null) and coalesce(decided_at, created_at) <= ${before}
      and (outcome is not null or manner <> 'Manual') and ${isFree(turn, sql`id::text`)}
    limit ${turn.limit} for update skip locked`)
}

export async function emptyChecks(
  tx: Transaction,
  checks: readonly PurgeableCheck[],
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update identity_check checked
    set document = null, encryption_key_id = null, file_id = null, document_deleted_at = ${now}
    from unnest(${checks.map(({ accountId }) => accountId)}::uuid[], ${checks.map(({ id }) => id)}::uuid[])
      as decided (account_id, id)
    where checked.account_id = decided.account_id and checked.id = decided.id`)
}

export async function deleteStoredFiles(tx: Transaction, files: readonly RowKey[]): Promise<number> {
  return tx.run(sql`
    delete from stored_file where (account_id, id) in (
      select * from unnest(${files.map(({ accountId }) => accountId)}::uuid[], ${files.map(({ id }) => id)}::uuid[]))`)
}
