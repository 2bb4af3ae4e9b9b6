import type { staffApprovals } from '#contract/staff-approvals.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { bodyHash } from '../../platform/idempotency/body-hash.ts'
import { actorOf } from '../../people/audit/staff-audit.ts'
import { amountOf } from '../money/amount-of.ts'
import type { Adjustment } from '../money/adjustments.ts'
import { showApproval } from './approval-page.ts'
import { approve, decline, requestApproval } from './approvals.ts'
import { approvalOnTheWire } from './ask.ts'
import { findLastApproval, listApprovals } from './approvals.reads.ts'

/** The default. */
const defaultLimit = 100

export function staffApprovalsRoutes(deps: Deps): Handlers<typeof staffApprovals> {
  return {
    'GET /api/staff/approvals': async ({ query: { status = 'Open', limit = defaultLimit } }) =>
      (await listApprovals(deps.db, { status, limit })).map(approvalOnTheWire),
    'GET /api/staff/approvals/:approvalId': (call) => showApproval(deps, call, call.params.approvalId),
    'POST /api/staff/approvals/:approvalId/approve': async (call) =>
      approvalOnTheWire(await approve(deps, actorOf(call), call.params.approvalId)),
    'POST /api/staff/approvals/:approvalId/decline': async (call) =>
      approvalOnTheWire(await decline(deps, actorOf(call), call.params.approvalId)),
    'POST /api/staff/accounts/:accountId/adjustments': async (call) => {
      const { type, amount, description, clientRequestId } = call.body
      const { accountId } = call.params
      const payload: Adjustment = { accountId, type, amount: amountOf(amount), description }
      const request = { kind: 'Adjustment' as const, key: clientRequestId, payload }
      return deps.db.transaction(async (tx) => {
        const existing = await findLastApproval(tx, request)
        if (existing && bodyHash(existing.payload) !== bodyHash(payload))
          throw new Refusal('request_id_reused')
        call.setAccepted()
        return approvalOnTheWire(existing ?? (await requestApproval(tx, deps, actorOf(call), request)))
      })
    },
  }
}
