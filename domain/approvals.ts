import { cents } from './money.ts'
import { mayActAs, type StaffRole } from './staff.ts'

/** The actions that one member of staff requests and another one has to approve. */
export const approvalKinds = [
  'PayoutAccount',
  'Withdrawal',
  'WithdrawalReturn',
  'PayoutRelease',
  'RemittanceRelease',
  'Refund',
  'OfflinePayment',
  'OfflineReversal',
  'Adjustment',
  'SurchargeRate',
  'CustomerErasure',
  'DisputeLoss',
] as const
export type ApprovalKind = (typeof approvalKinds)[number]

/** `Declined` by somebody else, or `Withdrawn` by the person who requested it. */
export const approvalStatuses = ['Open', 'Approved', 'Declined', 'Withdrawn'] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

/** The lowest role that may request, and the lowest that may approve each kind. */
export const roleForApproval: Record<ApprovalKind, StaffRole> = {
  PayoutAccount: 'operations',
  Withdrawal: 'operations',
  WithdrawalReturn: 'operations',
  PayoutRelease: 'operations',
  RemittanceRelease: 'operations',
  Refund: 'operations',
  OfflinePayment: 'operations',
  OfflineReversal: 'operations',
  Adjustment: 'operations',
  SurchargeRate: 'admin',
  CustomerErasure: 'operations',
  DisputeLoss: 'operations',
}

/** The most that operations may write off, waive or correct, in dollars or pounds. Above it the second person is an admin. */
export const adjustmentLimit = cents(10_000_00)

function roleToApprove({ kind, amount }: Pick<RequestedApproval, 'kind' | 'amount'>): StaffRole {
  return kind === 'Adjustment' && (amount ?? 0) > adjustmentLimit ? 'admin' : roleForApproval[kind]
}

type RequestedApproval = {
  kind: ApprovalKind
  status: ApprovalStatus
  requestedById: string
  amount: number | null
}
type Person = { staffId: string; role: StaffRole }

/** Why this person may not approve it; undefined if they may. The same person stays the same in every session. */
export function whyNotApprove(
  { kind, status, requestedById, amount }: RequestedApproval,
  { staffId, role }: Person,
): 'forbidden' | 'already_decided' | 'own_request' | undefined {
  if (!mayActAs(role, roleToApprove({ kind, amount }))) return 'forbidden'
  if (status !== 'Open') return 'already_decided'
  return staffId === requestedById ? 'own_request' : undefined
}

/**
 * A refund needs a second person if it takes more than the family still has with us, or if it brings the refunds of the
 * family's last days above the limit: many small refunds are one large one.
 */
export function refundNeedsApproval(refund: {
  amount: number
  refundedLately: number
  limit: number
  /** The part that exceeds the family's remaining credit. */
  overCredit: number
}): boolean {
  return refund.overCredit > 0 || refund.amount + refund.refundedLately > refund.limit
}

/** The number of days whose refunds, or whose cash and cheques, count towards the limit. */
export const refundLimitDays = 7

/** The most cash and cheques of a family that one person may record, in dollars or pounds. */
const offlineLimit = cents(10_000_00)

/** Cash and cheques above the limit need a second person. What came by transfer can be seen at the bank. */
export function offlineNeedsApproval(payment: {
  manner: 'Cheque' | 'Transfer' | 'Cash'
  amount: number
  recordedLately: number
}): boolean {
  return payment.manner !== 'Transfer' && payment.amount + payment.recordedLately > offlineLimit
}
