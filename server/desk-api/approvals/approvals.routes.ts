import type { staffApprovals } from '#contract/staff-approvals.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { actorOf } from '../../people/audit/staff-audit.ts'
import { amountOf } from '../money/amount-of.ts'
import type { Adjustment } from '../money/adjustments.ts'
import { showApproval } from './approval-page.ts'
import { approve, decline } from './approvals.ts'
import { approvalOnTheWire, askForApproval } from './ask.ts'
import { listApprovals } from './approvals.reads.ts'

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
      const { type, only, amount, description, clientRequestId } = call.body
      const { accountId } = call.params
      const isOfFees = only === 'Fees' && { isOfFees: true as const }
      const payload: Adjustment = { accountId, type, amount: amountOf(amount), description, ...isOfFees }
      return askForApproval(deps, call, {
        kind: 'Adjustment',
        key: clientRequestId,
        isRequestId: true,
        payload,
      })
    },
  }
}
