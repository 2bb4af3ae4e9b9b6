import type { ApprovalKind } from '#domain/approvals.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { eraseCustomer, type Erasure } from '../accounts/erase-customer.ts'
import type { StaffActor } from '../../people/audit/staff-audit.ts'
import { acceptApprovedLoss } from '../disputes/answers.ts'
import { adjustBalance, type Adjustment } from '../money/adjustments.ts'
import { dropUnverified, verifyBankAccount } from '../money/bank-accounts.ts'
import { recordApprovedPayment, type OfflinePayment } from '../money/offline-payments.ts'
import { releasePayout } from '../money/payouts.ts'
import { reverseApprovedPayment } from '../money/reverse-offline.ts'
import { orderApprovedRefund, type RefundInput } from '../../books/refunds/refunds.ts'
import { recordSentBack } from '../../books/withdrawals/decide-withdrawal.ts'
import { releaseRemittances, type RemittancesToRelease } from '../../books/remittances/remittance-release.ts'
import { approveWithdrawal } from '../reviews/decisions.ts'
import { setRate, type NewRate } from '../schools/schools.ts'
import type { Effect } from '../../people/audit/effect.ts'

type Payloads = {
  PayoutAccount: { accountId: string; bankAccountId: string }
  Withdrawal: { reviewId: string; words?: string }
  WithdrawalReturn: { withdrawalId: string }
  PayoutRelease: { number: number }
  RemittanceRelease: RemittancesToRelease
  Refund: RefundInput
  OfflinePayment: OfflinePayment
  OfflineReversal: { paymentId: string }
  Adjustment: Adjustment
  SurchargeRate: NewRate
  CustomerErasure: Erasure
  DisputeLoss: { disputeId: string }
}
export type PayloadOf<Kind extends ApprovalKind> = Payloads[Kind]

type Action<Payload> = (
  tx: Transaction,
  deps: Deps,
  actor: StaffActor,
  payload: Payload,
  approvalId: string,
) => Promise<Effect>

const actions: { [Kind in ApprovalKind]: Action<Payloads[Kind]> } = {
  PayoutAccount: verifyBankAccount,
  Withdrawal: (tx, deps, actor, { reviewId, words }) =>
    approveWithdrawal(tx, deps, { ...actor, ...(words !== undefined && { words }) }, reviewId),
  WithdrawalReturn: recordSentBack,
  PayoutRelease: (tx, deps, actor, { number }) => releasePayout(tx, deps, actor, number),
  RemittanceRelease: releaseRemittances,
  Refund: orderApprovedRefund,
  OfflinePayment: recordApprovedPayment,
  OfflineReversal: reverseApprovedPayment,
  Adjustment: adjustBalance,
  SurchargeRate: setRate,
  CustomerErasure: eraseCustomer,
  DisputeLoss: acceptApprovedLoss,
}

export async function carryOutApproval(
  tx: Transaction,
  deps: Deps,
  actor: StaffActor,
  { id, kind, payload }: { id: string; kind: ApprovalKind; payload: Payloads[ApprovalKind] },
): Promise<Effect> {
  // The payload was written by a request of the same kind.
  const action = actions[kind] as Action<Payloads[ApprovalKind]>
  return action(tx, deps, actor, payload, id)
}

/** Removes what was prepared for an approval that was declined. */
export async function cleanUp(
  tx: Transaction,
  deps: Pick<Deps, 'clock'>,
  { kind, payload }: { kind: ApprovalKind; payload: unknown },
): Promise<void> {
  if (kind === 'PayoutAccount') await dropUnverified(tx, deps, payload as Payloads['PayoutAccount'])
}
