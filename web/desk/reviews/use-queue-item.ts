import type { QueueItem } from '#contract/staff-queue.ts'
import type { ReviewKind } from '#domain/reviews.ts'
import { refresh, useRead } from '../foundation/read.ts'
import { useLiveChanges } from '../foundation/live.ts'
import { reviewCalls } from './use-decision.ts'

/** Who has the question and by when it was promised: as Today's list knows it. Undefined once it is decided. */
export function useQueueItem({ kind, id, isOpen }: { kind: ReviewKind; id: string; isOpen: boolean }) {
  const { data } = useRead('GET /api/staff/queue/item', { query: { kind, id } }, { isOff: !isOpen })
  useLiveChanges((changed) => {
    if (changed === undefined || changed.some((each) => each.id === id)) void refresh(...reviewCalls)
  })
  const item: QueueItem | undefined = isOpen ? data?.item : undefined
  return item
}
