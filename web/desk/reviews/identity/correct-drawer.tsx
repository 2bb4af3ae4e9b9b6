import { useState } from 'react'
import type { ReviewPage } from '#contract/staff-review-page.ts'
import type { CorrectableFact } from '#domain/reviews.ts'
import { refresh } from '../../foundation/read.ts'
import { call } from '../../foundation/staff-client.ts'
import { useAction } from '../../foundation/use-action.ts'
import { Drawer } from '../../ui/drawer/drawer.tsx'
import { Effect } from '../../ui/effect/effect.tsx'
import { ReasonField } from '../../ui/reason/reason-field.tsx'
import { showDone } from '../../foundation/toast.ts'
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
  const [reason, setReason] = useState('')
  const typed = facts.find((each) => each.fact === fact)
  const action = useAction(async () => {
    await call('POST /api/staff/reviews/:reviewId/identity/correct', {
      params: { reviewId: review.id },
      body: { fact, value: to, reason: reason.trim() },
    })
    await refresh('GET /api/staff/reviews/:reviewId/identity')
    showDone(`${typed?.label ?? 'It'} corrected.`)
    onDone()
  })
  return (
    <Drawer
      title="Correct the entry"
      lead={review.title}
      onClose={onClose}
      submitLabel="Correct"
      onSubmit={() => void action.run()}
      isBusy={action.isBusy}
      isSubmitOff={reason.trim() === ''}
      failure={action.failure}
      undo="Can be corrected again until the review is decided"
    >
      <Effect
        rows={[{ label: typed?.label ?? '', now: typed?.value ?? '', after: to }]}
        sentences={[
          { text: 'The family is notified that we corrected their entry, without the number' },
          { text: 'The audit records who corrected it and why, without the number' },
        ]}
      />
      <ReasonField value={reason} onChange={setReason} />
    </Drawer>
  )
}
