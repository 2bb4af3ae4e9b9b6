import { idKindsOfAccount, type IdKind } from '#contract/staff-ids.ts'
import { OpsFailure } from './failure.ts'

const fullId = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi
const isFullId = new RegExp(`^${fullId.source}$`, 'i')
const isBeginning = /^(-?[\da-f]){4,31}$/i

/** Ids are shown by their first eight characters, which every command accepts. */
export const shortened = (text: string) => text.replaceAll(fullId, (id) => id.slice(0, 8))

export const isId = (text: string) => isFullId.test(text)
export const mayBeId = (text: string) => isBeginning.test(text) && !isId(text)

/** Asks for the ids of a kind that begin like this. */
export type FindIds = (query: { kind: IdKind; beginning: string; accountId?: string }) => Promise<string[]>

/** By the name under which an id is sent: its kind, what it is called, and where it is listed. */
const named: Record<string, [kind: IdKind, noun: string, listed: string]> = {
  actionId: ['StaffAction', 'action', 'actions list'],
  approvalId: ['Approval', 'approval', 'approvals list'],
  bankAccountId: ['BankAccount', 'bank account', 'bank-accounts list'],
  careId: ['Care', 'open request for help', 'care list'],
  changeId: ['PlanChange', 'change of the plan', 'plans changes'],
  contactChangeId: ['ContactChange', 'contact change', 'customers contact-changes'],
  conversationId: ['Conversation', 'conversation', 'conversations list'],
  documentId: ['Document', 'document', 'documents list'],
  disputeId: ['Dispute', 'dispute', 'disputes list'],
  enrolmentId: ['Enrolment', 'enrolment', 'accounts show'],
  entryId: ['LedgerEntry', 'entry of the ledger', 'families ledger'],
  feeChangeId: ['FeeChange', 'change of fees', 'fees preview'],
  messageId: ['OutboxMessage', 'message', 'outbox list'],
  noteId: ['Note', 'note', 'notes list'],
  paymentId: ['Payment', 'payment', 'payments list'],
  planId: ['Plan', 'plan', 'accounts show'],
  replyId: ['CannedReply', 'canned reply', 'replies list'],
  remittanceId: ['Remittance', 'remittance', 'remittances list'],
  requestId: ['PaymentRequest', 'payment request', 'requests list'],
  reviewId: ['Review', 'review', 'queue list'],
  studentId: ['Student', 'student', 'accounts show'],
  withdrawalId: ['Withdrawal', 'withdrawal', 'withdrawals list'],
}

/** Whole ids in the place of beginnings, whatever call they are for. */
export async function withWholeIds<Sent extends Record<string, unknown>>(
  sent: Sent,
  find: FindIds,
  accountId: string | undefined,
): Promise<Sent> {
  const whole: Record<string, unknown> = { ...sent }
  for (const [name, typed] of Object.entries(sent))
    if (name in named && typeof typed === 'string' && mayBeId(typed))
      whole[name] = await wholeId(name, typed, find, accountId)
  return whole as Sent
}

async function wholeId(
  name: string,
  typed: string,
  find: FindIds,
  accountId: string | undefined,
): Promise<string> {
  const [kind, noun, listed] = named[name] ?? ['Payment', 'payment', 'payments list']
  const isOfAccount = (idKindsOfAccount as readonly IdKind[]).includes(kind)
  return theOne(await find({ kind, beginning: typed, ...(isOfAccount && accountId && { accountId }) }), {
    typed,
    noun,
    listed,
  })
}

export function theOne(
  found: readonly string[],
  { typed, noun, listed }: { typed: string; noun: string; listed: string },
): string {
  const [first, ...others] = found
  if (first === undefined)
    throw new OpsFailure('refused', `There is no ${noun} whose id begins with ${typed}.`, `See: ${listed}`)
  if (others.length > 0)
    throw new OpsFailure(
      'refused',
      `${typed} is the beginning of several ids:\n${found.map((id) => `  ${id}`).join('\n')}`,
      'Type more of the one you mean.',
    )
  return first
}
