import { useState } from 'react'
import type { StaffDispute } from '#contract/staff-disputes.ts'
import { refresh } from '../foundation/read.ts'
import { call } from '../foundation/staff-client.ts'
import { useAction } from '../foundation/use-action.ts'
import { money } from '../foundation/format.ts'
import { Drawer } from '../ui/drawer/drawer.tsx'
import { Effect } from '../ui/effect/effect.tsx'
import { ReasonField } from '../ui/reason/reason-field.tsx'
import { showDone } from '../foundation/toast.ts'

/** Gives the dispute up. Above the limit a second person has to agree, and the server says so. */
export function AcceptLoss({ dispute, onClose }: { dispute: StaffDispute; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const sum = money(dispute.amount, dispute.currency)
  const { run, isBusy, failure } = useAction(async () => {
    try {
      const { approval } = await call('POST /api/staff/disputes/:disputeId/accept', {
        params: { disputeId: dispute.id },
        body: { reason },
      })
      showDone(
        approval
          ? 'Waiting for a second approval. Nothing has changed yet.'
          : 'The dispute is lost. The family is notified.',
      )
      onClose()
    } finally {
      await refresh('GET /api/staff/payments/:paymentId', 'GET /api/staff/queue')
    }
  })
  return (
    <Drawer
      title="Accept the dispute"
      lead={`${dispute.familyName} family · ${dispute.shortId}`}
      onClose={onClose}
      undo={null}
      submitLabel={dispute.needsTwoToAccept ? 'Request approval' : 'Accept the loss'}
      onSubmit={() => void run()}
      isBusy={isBusy}
      isSubmitOff={reason.trim() === ''}
      isDanger
      failure={failure}
    >
      <Effect
        rows={[]}
        sentences={[
          { text: `${sum} stays with the payer for good. No evidence can be sent afterwards.` },
          { text: 'The family owes it again from its original due date, and is notified by email.' },
          ...(dispute.needsTwoToAccept
            ? [{ text: 'Nothing happens until a second person approves it.' }]
            : []),
        ]}
      />
      <ReasonField value={reason} onChange={setReason} />
    </Drawer>
  )
}
