import { useRef, useState, type SubmitEvent } from 'react'
import type { ApprovalPage } from '#contract/staff-approvals.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { useShortcuts } from '../foundation/shortcuts.ts'
import { FailureAlert } from '../ui/failure/failure-alert.tsx'
import { Kbd } from '../ui/keys/keys.tsx'
import { bindText } from '../foundation/draft.ts'
import type { Approving } from './use-approving.ts'

type Way = 'approve' | 'decline'

/** One's own request is not approved by oneself: it can be withdrawn. */
export function ApprovalForm({
  approval,
  approving,
  onSkip,
}: {
  approval: ApprovalPage
  approving: Approving
  onSkip: () => void
}) {
  const { isOwn, whyNot } = approval
  const [way, setWay] = useState<Way>(isOwn ? 'decline' : 'approve')
  const { reason, setReason } = approving
  const [isAsked, setAsked] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const isOff = way === 'approve' && whyNot !== null
  const verb = isOwn ? 'Withdraw' : way === 'approve' ? 'Approve' : 'Decline'
  const submit = (event?: SubmitEvent) => {
    event?.preventDefault()
    if (isOff || approving.isBusy) return
    setAsked(true)
    if (reason.trim() === '') field.current?.querySelector('input')?.focus()
    else void approving.run(way)
  }
  const choose = (next: Way) => {
    setWay(next)
    approving.forget()
    field.current?.querySelector('input')?.focus()
  }
  useShortcuts([
    { keys: 'a', label: 'Approve', run: () => choose('approve'), isOff: isOwn },
    { keys: 'd', label: isOwn ? 'Withdraw' : 'Decline', run: () => choose('decline') },
    { keys: 'ctrl+enter', label: 'Decide and continue', run: () => submit(), isOff },
  ])
  return (
    <Card title="Decision">
      <form className="decision" onSubmit={submit}>
        {isOwn ? (
          <Alert variant="info" title="You requested this yourself">
            Someone else must approve it. You can still withdraw it.
          </Alert>
        ) : (
          <Segmented
            legend="Decision"
            options={[
              { value: 'approve', label: 'Approve' },
              { value: 'decline', label: 'Decline' },
            ]}
            value={way}
            onChange={setWay}
          />
        )}
        <FailureAlert title="Your decision was not saved" failure={approving.failure} />
        {isOff && !isOwn && (
          <Alert variant="warning" title="It cannot be approved">
            {whyNot}
          </Alert>
        )}
        <div ref={field}>
          <TextInput
            label="Internal reason"
            required
            maxLength={300}
            placeholder={way === 'approve' ? 'What you checked' : ''}
            {...bindText(reason, setReason)}
            {...(isAsked && reason.trim() === '' && { error: 'Enter a reason' })}
          />
        </div>
        {way === 'decline' && <p className="xs muted">Nothing changes, and the family is not notified.</p>}
        <div className="decision__buttons">
          <Button type="submit" isBusy={approving.isBusy} disabled={isOff}>
            {verb} and go on <Kbd>Ctrl Enter</Kbd>
          </Button>
          <Button look="secondary" disabled={approving.isBusy} onClick={onSkip}>
            Skip <Kbd>N</Kbd>
          </Button>
        </div>
      </form>
    </Card>
  )
}
