import { useState } from 'react'
import type { ReviewPage } from '#contract/staff-review-page.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Badge } from '../../ui/badge/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { UndoLine } from '../ui/drawer/drawer.tsx'
import { Facts } from '../ui/facts/facts.tsx'
import { moment } from '../foundation/format.ts'
import { ReasonDrawer } from '../ui/reason/reason-drawer.tsx'
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
          ['By', `${decision.by ?? 'Automatic'}, ${moment(decision.at, region)}`],
          ['Internal reason', decision.reason ? `“${decision.reason}”` : 'Nothing'],
          ['Family reads', decision.words ? `“${decision.words}”` : 'The standard letter'],
        ]}
      />
      {decision.undoneAt !== null ? (
        <Alert variant="info" title={`Undone on ${moment(decision.undoneAt, region)}`} />
      ) : (
        <div className="row row--between decision__undo">
          <UndoLine undo={`${decision.undo.text}.${decision.undo.isPossible ? other : ''}`} />
          {decision.undo.isPossible && (
            <Button look="secondary" size="small" onClick={() => setUndoing(true)}>
              Undo decision
            </Button>
          )}
        </div>
      )}
      {isUndoing && <UndoDrawer review={review} onClose={() => setUndoing(false)} />}
    </Card>
  )
}

function UndoDrawer({ review, onClose }: { review: ReviewPage; onClose: () => void }) {
  return (
    <ReasonDrawer
      title="Undo the decision"
      lead={review.title}
      onClose={onClose}
      submitLabel="Undo decision"
      act={async (reason) => {
        await undoReview(review.id, reason.trim())
        return `${review.title}: undone. It is waiting for a decision again.`
      }}
      rereads={[]}
      undo="It can be decided again immediately"
    >
      <p>
        It is waiting for a decision again, and the family is notified that our message no longer applies. The
        first decision stays on record.
      </p>
    </ReasonDrawer>
  )
}

const firstName = (name: string) => name.split(' ')[0] ?? name
