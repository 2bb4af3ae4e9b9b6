import { useState } from 'react'
import type { ReviewPage } from '#contract/staff-review-page.ts'
import type { ComparedFact } from '#domain/reviews.ts'
import { ApiError } from '../../api/api-error.ts'
import { refresh } from '../foundation/read.ts'
import { call } from '../foundation/staff-client.ts'
import { useAction } from '../foundation/use-action.ts'
import { showDone } from '../foundation/toast.ts'

export type Way = 'approve' | 'decline'

export type Decided = {
  way: Way
  words: string
  reason: string
  startDate?: string
  comparison?: { fact: ComparedFact; isSame: boolean }[]
}

export type Decision = ReturnType<typeof useDecision>

/** What is read again once something was decided. */
export const reviewCalls = [
  'GET /api/staff/reviews/:reviewId',
  'GET /api/staff/reviews/:reviewId/identity',
  'GET /api/staff/queue',
  'GET /api/staff/queue/item',
  'GET /api/staff/approvals',
] as const

/** Sends a decision, says that it was made, and goes on to the next. Z, while that is said, takes it back. */
export function useDecision(review: ReviewPage, goOn: () => void) {
  const [isDone, setDone] = useState(false)
  // Kept here rather than in the form, which goes when a colleague is faster: what was typed stays to be read and used.
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState<Record<string, string>>({})
  const action = useAction(async ({ way, startDate, comparison, ...said }: Decided) => {
    const params = { reviewId: review.id }
    try {
      const approval =
        way === 'approve'
          ? (
              await call('POST /api/staff/reviews/:reviewId/approve', {
                params,
                body: { ...said, startDate, comparison },
              })
            ).approval
          : await call('POST /api/staff/reviews/:reviewId/decline', {
              params,
              body: { ...said, comparison },
            }).then(() => null)
      setDone(true)
      const { undo, label } = review[way]
      const done = approval ? 'waiting for a second approval' : pastOf(label)
      showDone(
        `${review.title}: ${done}.`,
        undo.isPossible && !approval ? () => undoReview(review.id) : undefined,
      )
      goOn()
    } catch (error) {
      // Somebody was faster: the page then says who, and what they decided.
      if (error instanceof ApiError && error.code === 'already_decided') {
        await refresh(...reviewCalls)
        return
      }
      throw error
    }
    await refresh(...reviewCalls)
  })
  return { ...action, isDone, reason, setReason, typed, setTyped }
}

const past: Record<string, string> = {
  Approve: 'approved',
  Confirm: 'confirmed',
  Accept: 'accepted',
  Settled: 'settled',
  Decline: 'declined',
}
const pastOf = (label: string) => past[label] ?? 'left as it is'

/** Right after the decision the reason is clear; later on the person says it. */
export async function undoReview(
  reviewId: string,
  reason = 'Undone immediately after the decision',
): Promise<void> {
  await call('POST /api/staff/reviews/:reviewId/undo', { params: { reviewId }, body: { reason } })
  await refresh(...reviewCalls)
}
