import type { StaffDispute } from '#contract/staff-disputes.ts'
import { refresh } from '../foundation/read.ts'
import { call } from '../foundation/staff-client.ts'
import { money } from '../foundation/format.ts'
import { Effect } from '../ui/effect/effect.tsx'
import { ReasonDrawer } from '../ui/reason/reason-drawer.tsx'

/** Gives the dispute up. Above the limit a second person has to agree, and the server says so. */
export function AcceptLoss({ dispute, onClose }: { dispute: StaffDispute; onClose: () => void }) {
  const sum = money(dispute.amount, dispute.currency)
  async function accept(reason: string): Promise<string> {
    try {
      const params = { disputeId: dispute.id }
      const { approval } = await call('POST /api/staff/disputes/:disputeId/accept', {
        params,
        body: { reason },
      })
      return approval
        ? 'Waiting for a second approval. Nothing has changed yet.'
        : 'The dispute is lost. The family is notified.'
    } finally {
      await refresh('GET /api/staff/payments/:paymentId', 'GET /api/staff/queue')
    }
  }
  return (
    <ReasonDrawer
      title="Accept the dispute"
      lead={`${dispute.familyName} family · ${dispute.shortId}`}
      onClose={onClose}
      undo={null}
      submitLabel={dispute.needsTwoToAccept ? 'Request approval' : 'Accept the loss'}
      isDanger
      act={accept}
      rereads={[]}
    >
      <Effect
        sentences={[
          `${sum} stays with the payer for good. No evidence can be sent afterwards.`,
          'The family owes it again from its original due date, and is notified by email.',
          ...(dispute.needsTwoToAccept ? ['Nothing happens until a second person approves it.'] : []),
        ]}
      />
    </ReasonDrawer>
  )
}
