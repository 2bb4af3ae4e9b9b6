import type { StaffApproval } from '#contract/staff-approvals.ts'
import { shortened } from './short-ids.ts'

/** The reply of a command whose change needs a colleague's approval. */
export const awaits = ({ id, summary }: StaffApproval) =>
  `${summary}: waiting for a second approval. A colleague approves it with approvals approve ${shortened(id)}`
