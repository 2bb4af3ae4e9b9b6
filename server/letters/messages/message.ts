import type { ContactFacts } from './contact.ts'
import type { DisputeFacts } from './disputes.ts'
import type { FeeChangeFacts } from './fee-changes.ts'
import type { LogInFacts } from './log-in.ts'
import type { MethodFacts } from './methods.ts'
import type { PaymentHoldFacts } from './payment-holds.ts'
import type { PlanChangeFacts } from './plan-changes.ts'
import type { PlanEndFacts } from './plan-ends.ts'
import type { SavedPlanFacts } from './plans.ts'
import type { ReceiptFacts } from './receipts.ts'
import type { RenewalFacts } from './renewals.ts'
import type { ReviewFacts } from './reviews.ts'
import type { SavedMethodFacts } from './saved-methods.ts'
import type { StatementFacts } from './statements.ts'
import type { SupportFacts } from './support.ts'
import type { SwitchFacts } from './switches.ts'
import type { UnfinishedFacts } from './unfinished-plans.ts'
import type { UpcomingFacts } from './upcoming.ts'
import type { WithdrawalFacts } from './withdrawals.ts'

/**
 * The facts of each message, as stored in the outbox. They become words when it is sent, so that a row is small, holds
 * only facts, and can be shown to staff in the current design.
 */
export type MessageFacts = ContactFacts &
  DisputeFacts &
  FeeChangeFacts &
  LogInFacts &
  MethodFacts &
  PaymentHoldFacts &
  PlanChangeFacts &
  PlanEndFacts &
  SavedPlanFacts &
  ReceiptFacts &
  RenewalFacts &
  ReviewFacts &
  SavedMethodFacts &
  StatementFacts &
  SupportFacts &
  SwitchFacts &
  UnfinishedFacts &
  UpcomingFacts &
  WithdrawalFacts

export type MessageKind = keyof MessageFacts

/** A message as it is put into the outbox. */
export type Message = {
  [Kind in MessageKind]: { kind: Kind; facts: MessageFacts[Kind] }
}[MessageKind] & {
  /** An e-mail address or a mobile number; the kind says which. */
  recipient: string
  customerId: string | null
  accountId?: string | null
  /** After this moment the message is worthless (a code has expired) and is not sent. */
  sendBefore?: Date | null
  /** A message that may be sent only once ever has a key here; a second one with the same key is not inserted. */
  once?: string
}
