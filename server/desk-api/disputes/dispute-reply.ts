import type { StaffDispute } from '#contract/staff-disputes.ts'
import { disputeReasonText, lossNeedsTwo } from '#domain/disputes.ts'
import { toDecimal } from '#domain/money.ts'
import type { Config } from '../../platform/config.ts'
import type { DisputeInFull } from './disputes.store.ts'

export function disputeOnTheWire(
  { disputeApprovalLimit }: Pick<Config, 'disputeApprovalLimit'>,
  dispute: DisputeInFull,
): StaffDispute {
  const { amount, fee, reason, openedAt, closedAt, evidenceDueAt, evidenceSentAt, answer } = dispute
  return {
    ...dispute,
    amount: toDecimal(amount),
    needsTwoToAccept: lossNeedsTwo(amount, disputeApprovalLimit),
    fee: fee === null ? null : toDecimal(fee),
    reasonText: reason === null ? null : disputeReasonText(reason),
    openedAt: openedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    evidenceDueAt: evidenceDueAt?.toISOString() ?? null,
    evidenceSentAt: evidenceSentAt?.toISOString() ?? null,
    answer: answer && { ...answer, at: new Date(answer.at).toISOString() },
  }
}
