import type { staffDisputes } from '#contract/staff-disputes.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { actorOf, recordRows } from '../../people/audit/staff-audit.ts'
import { askForApproval } from '../approvals/ask.ts'
import { acceptLoss, sendEvidence } from './answers.ts'
import { disputeOnTheWire } from './dispute-reply.ts'
import { listDisputes } from './disputes.reads.ts'
import { requireDispute, readEvidence, readEvidenceFile, saveEvidence } from './evidence.ts'

export function staffDisputesRoutes(deps: Deps): Handlers<typeof staffDisputes> {
  return {
    'GET /api/staff/disputes': async (call) => {
      const rows = await listDisputes(deps.db, {
        isAll: call.query.state === 'All',
        limit: call.query.limit,
      })
      await recordRows(deps, call, 'DisputesListed', rows)
      return rows.map((dispute) => disputeOnTheWire(deps.config, dispute))
    },
    'GET /api/staff/disputes/:disputeId/evidence': (call) => readEvidence(deps, call, call.params.disputeId),
    'PUT /api/staff/disputes/:disputeId/evidence': (call) =>
      saveEvidence(deps, actorOf(call), call.params.disputeId, call.body),
    'GET /api/staff/disputes/:disputeId/evidence/files/:field': (call) =>
      readEvidenceFile(deps, call, call.params),
    'POST /api/staff/disputes/:disputeId/evidence/send': async (call) => {
      const dispute = await sendEvidence(deps, actorOf(call), call.params.disputeId, call.body.digest)
      if (dispute.answer?.status === 'Ordered') call.setAccepted()
      return disputeOnTheWire(deps.config, dispute)
    },
    'POST /api/staff/disputes/:disputeId/accept': async (call) => {
      const { disputeId } = call.params
      const accepted = await acceptLoss(deps, actorOf(call), disputeId)
      if (accepted !== 'NeedsApproval') {
        if (accepted.answer?.status === 'Ordered') call.setAccepted()
        return { dispute: disputeOnTheWire(deps.config, accepted), approval: null }
      }
      const approval = await askForApproval(deps, call, {
        kind: 'DisputeLoss',
        key: disputeId,
        payload: { disputeId },
      })
      return { dispute: disputeOnTheWire(deps.config, await requireDispute(deps.db, disputeId)), approval }
    },
  }
}
