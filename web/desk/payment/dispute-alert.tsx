import type { StaffDispute } from '#contract/staff-disputes.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { buttonClass } from '../../ui/button/button.tsx'
import { useNow } from '../foundation/clock.ts'
import { moment, money } from '../foundation/format.ts'
import { onClockOf, timeLeft } from './payment-words.ts'

/** How a dispute stands, and how long there is. */
export function DisputeAlert({ dispute }: { dispute: StaffDispute }) {
  const now = useNow()
  const { status, amount, currency, evidenceDueAt, evidenceSentAt, answer, region } = dispute
  const sum = money(amount, currency)
  if (status === 'Won') return <Alert variant="success">The dispute was won: the payment stands.</Alert>
  if (status === 'InquiryClosed') return <Alert variant="success">The bank has no more questions.</Alert>
  if (status === 'Lost') {
    return <Alert variant="error">{`The dispute was lost: ${sum} stays with the payer.`}</Alert>
  }
  if (answer?.status === 'Refused') {
    return (
      <Alert variant="error" title="The provider rejected our evidence. Nothing was sent.">
        {answer.refusal}
      </Alert>
    )
  }
  if (answer?.status === 'Ordered') {
    return (
      <Alert variant="warning" title="The provider has not confirmed our evidence yet">
        The provider did not reply. We send it again automatically; no action is needed.
      </Alert>
    )
  }
  if (evidenceSentAt) {
    return (
      <Alert variant="info" title={`Evidence was sent on ${moment(evidenceSentAt, region)}`}>
        The bank decides now. A refund is not possible until then.
      </Alert>
    )
  }
  if (evidenceDueAt === null || new Date(evidenceDueAt) <= now) {
    return <Alert variant="error" title="The deadline for evidence has passed." />
  }
  const isInquiry = status === 'Inquiry'
  return (
    <Alert
      variant="warning"
      title={`Evidence is due ${onClockOf(evidenceDueAt, 'UK')}, ${onClockOf(evidenceDueAt, 'AU')}. That is in ${timeLeft(evidenceDueAt, now)}.`}
      action={
        <a className={buttonClass({ look: 'secondary', size: 'small' })} href="#evidence">
          Go to the evidence
        </a>
      }
    >
      {isInquiry
        ? 'The bank asks about the payment. No money has been taken.'
        : `Without it the bank gives ${sum} back to the payer, and the family owes it. A refund is not possible while the bank decides.`}
    </Alert>
  )
}
