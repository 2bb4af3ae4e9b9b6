import type { Deps } from '../deps.ts'
import { workThrough, type WorkDeps } from '../jobs/work-through.ts'
import {
  claimDecidedChecks,
  deleteStoredFiles,
  emptyChecks,
  type PurgeableCheck,
} from './identity-documents.store.ts'

const dayMs = 24 * 60 * 60_000
const atOnce = 100

/**
 * Deletes copies and numbers of identity documents some days after the decision on them. The record of the check, its
 * outcome and the consent stay. Returns how many checks were emptied.
 */
export async function purgeIdentityDocuments(deps: WorkDeps & Pick<Deps, 'config'>): Promise<number> {
  const now = deps.clock()
  const before = new Date(now.getTime() - deps.config.identityRetentionDays * dayMs)
  return workThrough<PurgeableCheck>(deps, {
    name: 'purge-identity-documents',
    itemOf: ({ id, accountId }) => ({ item: id, accountId }),
    atOnce,
    claim: (tx, turn) => claimDecidedChecks(tx, before, turn),
    process: async (tx, checks) => {
      await emptyChecks(tx, checks, now)
      const files = checks.flatMap(({ accountId, fileId }) => (fileId ? [{ accountId, id: fileId }] : []))
      await deleteStoredFiles(tx, files)
    },
  })
}
