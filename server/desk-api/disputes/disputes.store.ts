import type { EvidencePart } from '#domain/dispute-evidence.ts'
import type { Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { findDisputeInFull, type DisputeInFull, type DisputeKey } from './disputes.reads.ts'

/** Locks the dispute: the second of two concurrent answers waits here and then finds the first. */
export async function lockDispute(tx: Transaction, id: string): Promise<DisputeInFull | undefined> {
  await tx.run(sql`select from dispute where id = ${id} for update`)
  return findDisputeInFull(tx, id)
}
export async function saveDraft(
  tx: Transaction,
  { accountId, id }: DisputeKey,
  draft: { parts: readonly EvidencePart[]; words: string; savedBy: string; now: Date },
): Promise<void> {
  await tx.run(sql`
    insert into dispute_draft (account_id, dispute_id, parts, words, saved_by, saved_at)
    values (${accountId}, ${id}, ${draft.parts}, ${draft.words}, ${draft.savedBy}, ${draft.now})
    on conflict (account_id, dispute_id) do update set parts = excluded.parts, words = excluded.words,
      saved_by = excluded.saved_by, saved_at = excluded.saved_at`)
}
