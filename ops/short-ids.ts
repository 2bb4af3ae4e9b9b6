import type { IdKind } from '#contract/staff-ids.ts'
import { OpsFailure } from './failure.ts'

const fullId = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi
const isFullId = new RegExp(`^${fullId.source}$`, 'i')
const isBeginning = /^(-?[\da-f]){4,31}$/i

/** Ids are shown by their first eight characters, which every command accepts. */
export const shortened = (text: string) => text.replaceAll(fullId, (id) => id.slice(0, 8))

export const isId = (text: string) => isFullId.test(text)
export const mayBeId = (text: string) => isBeginning.test(text) && !isId(text)

/** Things that have an id, by the name under which it is sent: what they are called and where they are listed. */
export const identified: Record<string, { kind: IdKind; noun: string; listed: string }> = {
  actionId: { kind: 'StaffAction', noun: 'action', listed: 'actions list' },
  approvalId: { kind: 'Approval', noun: 'approval', listed: 'approvals list' },
  bankAccountId: { kind: 'BankAccount', noun: 'bank account', listed: 'bank-accounts list' },
  changeId: { kind: 'PlanChange', noun: 'change of the plan', listed: 'plans changes' },
  contactChangeId: { kind: 'ContactChange', noun: 'contact change', listed: 'customers contact-changes' },
  conversationId: { kind: 'Conversation', noun: 'conversation', listed: 'conversations list' },
  documentId: { kind: 'Document', noun: 'document', listed: 'documents list' },
  disputeId: { kind: 'Dispute', noun: 'dispute', listed: 'disputes list' },
  enrolmentId: { kind: 'Enrolment', noun: 'enrolment', listed: 'accounts show' },
  entryId: { kind: 'LedgerEntry', noun: 'entry of the ledger', listed: 'families ledger' },
  feeChangeId: { kind: 'FeeChange', noun: 'change of fees', listed: 'fees preview' },
  messageId: { kind: 'OutboxMessage', noun: 'message', listed: 'outbox list' },
  noteId: { kind: 'Note', noun: 'note', listed: 'notes list' },
  paymentId: { kind: 'Payment', noun: 'payment', listed: 'payments list' },
  planId: { kind: 'Plan', noun: 'plan', listed: 'accounts show' },
  replyId: { kind: 'CannedReply', noun: 'canned reply', listed: 'replies list' },
  remittanceId: { kind: 'Remittance', noun: 'remittance', listed: 'remittances list' },
  requestId: { kind: 'PaymentRequest', noun: 'payment request', listed: 'requests list' },
  reviewId: { kind: 'Review', noun: 'review', listed: 'queue list' },
  studentId: { kind: 'Student', noun: 'student', listed: 'accounts show' },
  withdrawalId: { kind: 'Withdrawal', noun: 'withdrawal', listed: 'withdrawals list' },
}

export function theOne(
  ids: readonly string[],
  { typed, noun, listed }: { typed: string; noun: string; listed: string },
): string {
  const [first, ...others] = ids
  if (first === undefined)
    throw new OpsFailure('refused', `There is no ${noun} whose id begins with ${typed}.`, `See: ${listed}`)
  if (others.length > 0)
    throw new OpsFailure(
      'refused',
      `${typed} is the beginning of several ids:\n${ids.map((id) => `  ${id}`).join('\n')}`,
      'Type more of the one you mean.',
    )
  return first
}
