import { useState } from 'react'
import type { ReviewPage } from '#contract/staff-review-page.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Badge } from '../../ui/badge/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { useAction } from '../foundation/use-action.ts'
import { Drawer, UndoLine } from '../ui/drawer/drawer.tsx'
import { Facts } from '../ui/facts/facts.tsx'
import { moment } from '../foundation/format.ts'
import { ReasonField } from '../ui/reason/reason-field.tsx'
import { showDone } from '../foundation/toast.ts'
import { undoReview } from './use-decision.ts'

/** Who decided what, and whether it can be taken back. */
export function DecisionMade({ review }: { review: ReviewPage }) {
  const [isUndoing, setUndoing] = useState(false)
  const { decision, status, region } = review
  if (!decision) return null
  const tone = status === 'Approved' ? 'success' : 'error'
  const other = decision.isOwn || decision.by === null ? '' : ` Talk to ${firstName(decision.by)} first.`
  return (
    <Card title="Decision" aside={<Badge tone={tone}>{status}</Badge>}>
      <Facts
        facts={[
          ['By', `${decision.by ?? 'Nobody of us'}, ${moment(decision.at, region)}`],
          ['For us', decision.reason ? `“${decision.reason}”` : 'Nothing'],
          ['Family reads', decision.words ? `“${decision.words}”` : 'The words of the letter'],
        ]}
      />
      {decision.undoneAt !== null ? (
        <Alert variant="info" title={`Taken back on ${moment(decision.undoneAt, region)}`} />
      ) : (
        <div className="decision__undo">
          <UndoLine undo={`${decision.undo.text}.${decision.undo.isPossible ? other : ''}`} />
          {decision.undo.isPossible && (
            <Button look="secondary" size="small" onClick={() => setUndoing(true)}>
              Take it back
            </Button>
          )}
        </div>
      )}
      {isUndoing && <UndoDrawer review={review} onClose={() => setUndoing(false)} />}
    </Card>
  )
}

function UndoDrawer({ review, onClose }: { review: ReviewPage; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const action = useAction(async () => {
    await undoReview(review.id, reason.trim())
    showDone(`${review.title}: taken back. It waits for a decision again.`)
    onClose()
  })
  return (
    <Drawer
      title="Take the decision back"
      lead={review.title}
      onClose={onClose}
      submitLabel="Take it back"
      onSubmit={() => void action.run()}
      isBusy={action.isBusy}
      isSubmitOff={reason.trim() === ''}
      failure={action.failure}
      undo="It can be decided again at once"
    >
      <p>
        It waits for a decision again, and the family reads that what we wrote no longer holds. What was
        decided stays on record.
      </p>
      <ReasonField value={reason} onChange={setReason} />
    </Drawer>
  )
}

const firstName = (name: string) => name.split(' ')[0] ?? name
