import type { Transaction } from '../database/open.ts'
import { sql } from '../database/sql.ts'

/**
 * Empties checks that were decided before a time, and returns their files. A check that the issuer never answered
 * counts as decided when it was made. A copy that staff have not reviewed yet is not decided.
 */
export async function emptyDecidedChecks(
  tx: Transaction,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<{ accountId: string; fileId: string | null }[]> {
  return tx.many(sql`
    with decided as (
      select account_id, id, file_id from identity_check
      where (document is not null or file_id is not null) and coalesce(decided_at, created_at) <= ${before}
        and (outcome is not null or manner <> 'Manual')
      limit ${limit} for update skip locked
    )
    update identity_check made
    set document = null, encryption_key_id = null, file_id = null, document_deleted_at = ${now}
    from decided where made.account_id = decided.account_id and made.id = decided.id
    returning made.account_id as "accountId", decided.file_id as "fileId"`)
}

export async function deleteStoredFiles(
  tx: Transaction,
  files: readonly { accountId: string; id: string }[],
): Promise<number> {
  return tx.run(sql`
    delete from stored_file where (account_id, id) in (
      select * from unnest(${files.map(({ accountId }) => accountId)}::uuid[], ${files.map(({ id }) => id)}::uuid[]))`)
}
