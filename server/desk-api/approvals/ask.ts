import type { StaffApproval } from '#contract/staff-approvals.ts'
import type { ApprovalKind } from '#domain/approvals.ts'
import type { Deps } from '../../platform/deps.ts'
import { onTheWire } from '../../platform/http/on-the-wire.ts'
import { actorOf } from '../../people/audit/staff-audit.ts'
import { requestApproval, type ApprovalRequest } from './approvals.ts'
import type { Approval } from './approvals.reads.ts'

type StaffCall = Parameters<typeof actorOf>[0] & { setAccepted(): void }

/** The whole reply of a handler that asks for approval: accepted, not done yet. */
export async function askForApproval<Kind extends ApprovalKind>(
  deps: Deps,
  call: StaffCall,
  request: ApprovalRequest<Kind>,
): Promise<StaffApproval> {
  const approval = await deps.db.transaction((tx) => requestApproval(tx, deps, actorOf(call), request))
  call.setAccepted()
  return approvalOnTheWire(approval)
}

export function approvalOnTheWire(stored: Approval): StaffApproval {
  const { payload: _, contentHash: _contentHash, requestedById: _requestedById, ...approval } = stored
  return onTheWire(approval, 'amount')
}
