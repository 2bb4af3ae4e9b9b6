import type { Deps } from '../deps.ts'
import { deleteStoredFiles, emptyDecidedChecks } from './identity-documents.store.ts'

const dayMs = 24 * 60 * 60_000
const atOnce = 100

/**
 * Deletes copies and numbers of identity documents some days after the decision on them. The record of the check, its
 * outcome and the consent stay. Returns how many checks were emptied.
 */
export async function purgeIdentityDocuments({
  db,
  clock,
  config,
}: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<number> {
  const now = clock()
  const before = new Date(now.getTime() - config.identityRetentionDays * dayMs)
  const purgeNext = () =>
    db.transaction(async (tx) => {
      const emptied = await emptyDecidedChecks(tx, { before, now, limit: atOnce })
      await deleteStoredFiles(
        tx,
        emptied.flatMap(({ accountId, fileId }) => (fileId === null ? [] : [{ accountId, id: fileId }])),
      )
      return emptied.length
    })
  let count = 0
  for (let purged = await purgeNext(); purged > 0; purged = await purgeNext()) count += purged
  return count
}
