import type { ReviewPage } from '#contract/staff-review-page.ts'
import type { CorrectableFact } from '#domain/reviews.ts'
import { call } from '../../foundation/staff-client.ts'
import { Effect } from '../../ui/effect/effect.tsx'
import { ReasonDrawer } from '../../ui/reason/reason-drawer.tsx'
import type { TypedFact } from './typed-facts.ts'

type Props = {
  review: ReviewPage
  facts: readonly TypedFact[]
  fact: CorrectableFact
  to: string
  onClose: () => void
  onDone: () => void
}

/** What the family mistyped becomes what the copy says. */
export function CorrectDrawer({ review, facts, fact, to, onClose, onDone }: Props) {
  const typed = facts.find((each) => each.fact === fact)
  return (
    <ReasonDrawer
      title="Correct the entry"
      lead={review.title}
      onClose={onClose}
      submitLabel="Correct"
      act={async (reason) => {
        await call('POST /api/staff/reviews/:reviewId/identity/correct', {
          params: { reviewId: review.id },
          body: { fact, value: to, reason: reason.trim() },
        })
        return `${typed?.label ?? 'It'} corrected.`
      }}
      rereads={['GET /api/staff/reviews/:reviewId/identity']}
      onDone={onDone}
      undo="Can be corrected again until the review is decided"
    >
      <Effect
        rows={[{ label: typed?.label ?? '', now: typed?.value ?? '', after: to }]}
        sentences={[
          'The family is notified that we corrected their entry, without the number',
          'The audit records who corrected it and why, without the number',
        ]}
      />
    </ReasonDrawer>
  )
}
