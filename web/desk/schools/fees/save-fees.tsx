import { useState } from 'react'
import type { StaffFeeChange } from '#contract/staff-fee-changes.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { refresh } from '../../foundation/read.ts'
import { call } from '../../foundation/staff-client.ts'
import { useAction } from '../../foundation/use-action.ts'
import { useShortcuts } from '../../foundation/shortcuts.ts'
import { UndoLine } from '../../ui/drawer/drawer.tsx'
import { count } from '../../foundation/format.ts'
import { showDone } from '../../foundation/toast.ts'
import { FailureAlert } from '../../ui/failure/failure-alert.tsx'
import { bindText } from '../../foundation/draft.ts'

type SaveFeesProps = {
  change: StaffFeeChange
  /** Something else came of it meanwhile: nothing was saved, and this is to be looked at. */
  onChanged: (change: StaffFeeChange) => void
  onSaved: () => void
  onDiscard: () => void
}

export function SaveFees({ change, onChanged, onSaved, onDiscard }: SaveFeesProps) {
  const [reason, setReason] = useState('')
  const [isAsked, setAsked] = useState(false)
  const [isOther, setOther] = useState(false)
  const plans = change.counts.recalculated
  const { run, isBusy, failure } = useAction(async () => {
    const { outcome, feeChange } = await call('POST /api/staff/fee-changes/:feeChangeId/apply', {
      params: { feeChangeId: change.id },
      body: { reason: reason.trim() },
    })
    if (outcome === 'Changed') {
      setOther(true)
      onChanged(feeChange)
      return
    }
    const waiting = feeChange.counts.pending
    showDone(
      outcome === 'Applied'
        ? `The fees are saved, and ${count(plans, 'plan')} changed.`
        : `The fees are saved. ${count(waiting, 'plan')} are still being changed.`,
    )
    onSaved()
    await refresh()
  })
  const save = () => {
    setAsked(true)
    if (reason.trim() !== '') void run()
  }
  useShortcuts([{ keys: 'ctrl+enter', label: 'Save the fees', run: save }])
  return (
    <section className="card pile" aria-label="Save">
      {isOther && (
        <Alert variant="warning" title="Nothing was saved">
          Plans have changed since the preview. Check the updated preview, then save again.
        </Alert>
      )}
      <FailureAlert title="The fees were not saved" failure={failure} />
      {plans > 0 && (
        <p className="muted">
          Plans change now, spread over the remaining payments. Each family is emailed the old amount, the new
          amount and the start date.
        </p>
      )}
      <TextInput
        label="Reason"
        required
        maxLength={300}
        {...(isAsked && reason.trim() === '' && { error: 'Enter a reason: it is kept with the change' })}
        {...bindText(reason, setReason)}
      />
      <div className="row fees__buttons">
        <Button isBusy={isBusy} onClick={save}>
          {plans > 0 ? `Save fees and change ${count(plans, 'plan')}` : 'Save the fees'}
        </Button>
        <Button look="secondary" disabled={isBusy} onClick={onDiscard}>
          Discard
        </Button>
      </div>
      <UndoLine
        undo={`To undo, save the former fees again.${plans > 0 ? ' Emails cannot be recalled.' : ''}`}
      />
    </section>
  )
}
