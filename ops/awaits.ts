import type { StaffApproval } from '#contract/staff-approvals.ts'
import type { Outcome } from './command.ts'
import { shortened } from './short-ids.ts'

/** What is said where a colleague has to approve. */
export function awaits(approval: StaffApproval, raw: unknown = approval): Outcome {
  return {
    raw,
    text: `${approval.summary}: waiting for a second approval. A colleague approves it with approvals approve ${shortened(approval.id)}`,
  }
}
