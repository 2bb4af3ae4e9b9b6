import type { StaffApproval } from '#contract/staff-approvals.ts'
import type { ApprovalKind } from '#domain/approvals.ts'
import { toDecimal } from '#domain/money.ts'
import type { Deps } from '../../deps.ts'
import type { StaffActor } from '../access/staff-audit.ts'
import { requestApproval } from './approvals.ts'
import type { Approval } from './approvals.store.ts'
import type { PayloadOf } from './approved-actions.ts'

/** Asks for approval in a transaction of its own, for handlers that do nothing else. */
export async function askForApproval<Kind extends ApprovalKind>(
  deps: Deps,
  actor: StaffActor,
  wanted: { kind: Kind; key: string; payload: PayloadOf<Kind> },
): Promise<StaffApproval> {
  return approvalOnTheWire(await deps.db.transaction((tx) => requestApproval(tx, deps, actor, wanted)))
}

export function approvalOnTheWire({ amount, requestedAt, decidedAt, ...approval }: Approval): StaffApproval {
  const { payload: _, requestedById: __, ...shown } = approval
  return {
    ...shown,
    amount: amount === null ? null : toDecimal(amount),
    requestedAt: requestedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }
}
