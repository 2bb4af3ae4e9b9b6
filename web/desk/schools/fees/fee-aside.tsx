import { useState } from 'react'
import type { StaffFeeChange } from '#contract/staff-fee-changes.ts'
import type { SchoolStanding } from '#contract/staff-school-standing.ts'
import { ApiError } from '../../../api/api-error.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { useRead } from '../../foundation/read.ts'
import { call } from '../../foundation/staff-client.ts'
import { useAction } from '../../foundation/use-action.ts'
import { useMay } from '../../foundation/session.ts'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { bodyOf, draftProblems } from './fee-draft.ts'
import { FeePreview } from './fee-preview.tsx'
import { SaveFees } from './save-fees.tsx'
import type { FeeDraftState } from './use-fee-draft.ts'

type FeeAsideProps = { school: SchoolStanding; year: number; state: FeeDraftState; isNew: boolean }

/** What the draft would do, and saving it. A preview belongs to the fees that it was made of. */
export function FeeAside({ school, year, state, isNew }: FeeAsideProps) {
  const [preview, setPreview] = useState<{ of: string; change: StaffFeeChange } | null>(null)
  const sent = JSON.stringify(bodyOf(state.draft))
  const hasProblems = Object.keys(draftProblems(state.draft)).length > 0
  const { run, isBusy, failure, error } = useAction(async () => {
    const change = await call('POST /api/staff/schools/:schoolId/fee-schedules/:year/preview', {
      params: { schoolId: school.schoolId, year },
      body: { ...bodyOf(state.draft), reason: 'Preview' },
    })
    setPreview({ of: sent, change })
  })
  const fields = error instanceof ApiError ? Object.entries(error.fields) : []
  const current = preview?.of === sent ? preview.change : null
  return (
    <aside className="pile duo__aside--stick" aria-label="What changes">
      {current ? (
        <>
          <FeePreview change={current} />
          <SaveFees
            change={current}
            onChanged={(change) => setPreview({ of: sent, change })}
            onSaved={state.discard}
            onDiscard={() => {
              state.discard()
              setPreview(null)
            }}
          />
        </>
      ) : (
        <Card title="Effect of saving">
          <div className="pile">
            {failure !== undefined && (
              <Alert variant="error" title="The preview failed, and nothing was saved">
                {fields.length > 0
                  ? fields.map(([place, problem]) => `${placeText(place)}: ${problem}`).join('. ')
                  : failure}
              </Alert>
            )}
            <p className="muted">{waitingText(state.changes, isNew, preview !== null)}</p>
            <div className="row fees__buttons">
              <Button
                isBusy={isBusy}
                disabled={state.changes === 0 || hasProblems || state.draft.items.length === 0}
                onClick={() => void run()}
              >
                Preview changes
              </Button>
              {state.changes > 0 && !isNew && (
                <Button look="secondary" disabled={isBusy} onClick={state.discard}>
                  Discard
                </Button>
              )}
            </div>
          </div>
        </Card>
      )}
    </aside>
  )
}

function waitingText(changes: number, isNew: boolean, isStale: boolean): string {
  if (changes === 0)
    return 'Change an amount, a term or a fee. Then you see here which plans change, and by how much.'
  if (isStale) return 'You have made changes since this preview. Preview again before you save.'
  return isNew
    ? 'Preview how these fees affect existing plans. A preview saves nothing.'
    : 'Preview which plans change, and by how much. A preview saves nothing.'
}

/** "items.3.amount" → "Fee 4, amount" */
function placeText(place: string): string {
  const [of, index, field] = place.split('.')
  const number = Number(index) + 1
  return of === 'terms' || of === 'items' ? `${of === 'terms' ? 'Term' : 'Fee'} ${number}, ${field}` : place
}

/** A preview that came of a file. */
export function KeptPreview({ feeChangeId, onDone }: { feeChangeId: string; onDone: () => void }) {
  const query = useRead('GET /api/staff/fee-changes/:feeChangeId', { params: { feeChangeId } })
  const [newer, setNewer] = useState<StaffFeeChange | null>(null)
  const mayEdit = useMay('admin')
  return (
    <Loaded query={query} label="Loading the preview">
      {(read) => {
        const change = newer ?? read
        return (
          <div className="duo fees">
            <FeePreview change={change} isWhole />
            {mayEdit && change.status === 'Previewed' && (
              <aside className="pile duo__aside--stick" aria-label="Save">
                <SaveFees change={change} onChanged={setNewer} onSaved={onDone} onDiscard={onDone} />
              </aside>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}
