import type { ParkedItem } from '#contract/staff-company.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import {
  findParkedAccount,
  listParkedItems,
  retryParkedItem,
} from '../../platform/jobs/parked-items.store.ts'
import {
  companyId,
  recordAction,
  recordView,
  type StaffActor,
  type Viewer,
} from '../../people/audit/staff-audit.ts'

export async function readParkedItems(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
): Promise<ParkedItem[]> {
  const items = await listParkedItems(db)
  const subjectIds = items.flatMap(({ accountId }) => accountId ?? [])
  await recordView(db, viewer, { subjectIds, action: 'ParkedItemsListed', at: clock() })
  return items.map(({ firstFailedAt, lastFailedAt, ...item }) => ({
    ...item,
    firstFailedAt: firstFailedAt.toISOString(),
    lastFailedAt: lastFailedAt.toISOString(),
  }))
}

/** Only lets it be tried: the next run of the work does it, and parks it again if it fails again. */
export async function retryParked(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: StaffActor,
  { work, item }: { work: string; item: string },
): Promise<void> {
  const at = clock()
  await db.transaction(async (tx) => {
    const accountId = await findParkedAccount(tx, { work, item })
    if (!(await retryParkedItem(tx, { work, item }, at))) throw new Refusal('not_found')
    await recordAction(tx, actor, {
      subjectId: accountId ?? companyId,
      action: 'ParkedItemRetried',
      at,
      details: { work, item },
    })
  })
}
