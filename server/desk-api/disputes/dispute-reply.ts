import type { StaffDispute } from '#contract/staff-disputes.ts'
import { disputeReasonText, lossNeedsTwo } from '#domain/disputes.ts'
import type { Config } from '../../platform/config.ts'
import { onTheWire } from '../../platform/http/on-the-wire.ts'
import type { DisputeInFull } from './disputes.reads.ts'

export function disputeOnTheWire(
  { disputeApprovalLimit }: Pick<Config, 'disputeApprovalLimit'>,
  dispute: DisputeInFull,
): StaffDispute {
  const { amount, reason, answer } = dispute
  return {
    ...onTheWire(dispute, 'amount', 'fee'),
    needsTwoToAccept: lossNeedsTwo(amount, disputeApprovalLimit),
    reasonText: reason === null ? null : disputeReasonText(reason),
    answer: answer && { ...answer, at: new Date(answer.at).toISOString() },
  }
}
