import type { DisputeEvidence, StaffDispute } from '#contract/staff-disputes.ts'
import { refresh } from '../foundation/read.ts'
import { call } from '../foundation/staff-client.ts'
import { Effect } from '../ui/effect/effect.tsx'
import { ReasonDrawer } from '../ui/reason/reason-drawer.tsx'
import { EvidencePreview } from './evidence-preview.tsx'

/** The last look at what the bank gets. What is sent is named by its digest: nothing else can be sent. */
export function SendEvidence({
  dispute,
  evidence,
  onClose,
}: {
  dispute: StaffDispute
  evidence: DisputeEvidence
  onClose: () => void
}) {
  async function send(reason: string): Promise<string> {
    try {
      const sent = await call('POST /api/staff/disputes/:disputeId/evidence/send', {
        params: { disputeId: dispute.id },
        body: { digest: evidence.digest, reason },
      })
      return sent.answer?.status === 'Done'
        ? 'The evidence was sent. The bank decides now.'
        : 'The evidence is on its way to the provider.'
    } finally {
      await refresh(
        'GET /api/staff/disputes/:disputeId/evidence',
        'GET /api/staff/payments/:paymentId',
        'GET /api/staff/queue',
      )
    }
  }
  return (
    <ReasonDrawer
      title="Send the evidence"
      lead={`${dispute.familyName} family · ${dispute.shortId}`}
      onClose={onClose}
      undo={null}
      submitLabel="Send it to the bank"
      act={send}
      rereads={[]}
    >
      <Effect
        sentences={[
          'The bank receives only what is shown below. No child is named in it.',
          'The bank decides within two to three months. Until then, the family is not asked for the money.',
        ]}
      />
      <EvidencePreview evidence={evidence} />
    </ReasonDrawer>
  )
}
