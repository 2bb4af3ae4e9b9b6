import type { IdentityReview } from '#contract/staff-reviews.ts'
import type { Identification } from '#contract/identity.ts'
import { orNotFound } from '#domain/refusal.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { decryptDocument, encryptDocument } from './documents.ts'
import { findReviewedCheck, listChecks, replaceDocument } from './identity.store.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

/** Returns the facts that staff compare a copy with. The caller has to record who viewed them. */
export async function readIdentityReview(
  { db, config }: Pick<Deps, 'config'> & { db: Db },
  { accountId, checkId }: { accountId: string; checkId: string },
): Promise<IdentityReview> {
  const key = { accountId, id: checkId }
  const check = orNotFound(await findReviewedCheck(db, key))
  const { document: bytes, keyId, ...person } = check
  const checks = await listChecks(db, accountId)
  return {
    accountId,
    ...person,
    document: bytes && keyId ? decryptDocument(config.encryptionKeys, { keyId, bytes }, key) : null,
    checks: checks.map(({ manner, outcome, createdAt, reference, failure }) => ({
      manner,
      outcome: outcome ?? 'Waiting',
      at: createdAt.toISOString(),
      reference,
      failure,
    })),
  }
}

/** Replaces the facts that were typed by those that the copy shows. */
export async function correctDocument(
  tx: Transaction,
  { config }: Pick<Deps, 'config'>,
  key: RowKey,
  document: Identification,
): Promise<void> {
  await replaceDocument(tx, key, encryptDocument(config.encryptionKeys, document, key))
}
