import type { ParkedItem } from '#contract/staff-company.ts'
import type { BasicDeps } from '../../platform/deps.ts'
import { onTheWire } from '../../platform/http/on-the-wire.ts'
import { listParkedItems } from '../../platform/jobs/parked-items.reads.ts'
import { giveAnotherTry } from '../../platform/jobs/work-through.ts'
import {
  companyId,
  recordAction,
  recordView,
  type StaffActor,
  type Viewer,
} from '../../people/audit/staff-audit.ts'

export async function readParkedItems({ db, clock }: BasicDeps, viewer: Viewer): Promise<ParkedItem[]> {
  const items = await listParkedItems(db)
  const subjectIds = items.flatMap(({ accountId }) => accountId ?? [])
  await recordView({ db, clock }, viewer, { subjectIds, action: 'ParkedItemsListed' })
  return items.map((item) => onTheWire(item))
}

/** Releases the item: the next run of the work tries it, and parks it again if it fails. */
export async function retryParked(
  { db, clock }: BasicDeps,
  actor: StaffActor,
  { work, item }: { work: string; item: string },
): Promise<void> {
  const at = clock()
  await db.transaction(async (tx) => {
    const accountId = await giveAnotherTry(tx, { work, item }, at)
    await recordAction(tx, actor, {
      subjectId: accountId ?? companyId,
      action: 'ParkedItemRetried',
      at,
      details: { work, item },
    })
  })
}
