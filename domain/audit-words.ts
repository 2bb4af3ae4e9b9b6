import { formatDate, isCalendarDate } from './calendar/calendar.ts'
import { cents, toDecimal } from './money.ts'

/** Whose activity staff look at, or only what is about money. */
export const activityFilters = ['Everything', 'Family', 'Staff', 'System', 'Money'] as const
export type ActivityFilter = (typeof activityFilters)[number]

export type ActivityTone = 'Plain' | 'Warning' | 'Failure'

/**
 * - `Money`: payments, refunds, requests, fees and where money is paid to.
 * - `Care`: a family's request for help. Only operations may read it.
 * - `Company`: concerns no family.
 */
type Topic = 'Money' | 'Plan' | 'People' | 'Reading' | 'Care' | 'Company'

type Action = {
  /** Follows the actor's name, or "System:". `{of}` becomes " of $628.00" where the amount is known. */
  words: string
  topic: Topic
  tone?: ActivityTone
}

/**
 * A sentence for every audit action. The names are the type of what the server can record.
 */
export const auditWords = {
  LoggedInWithCode: { words: 'logged in with a code', topic: 'People' },
  LoggedInWithLink: { words: 'logged in with an email link', topic: 'People' },
  LoggedOut: { words: 'logged out', topic: 'People' },
  SupportAsked: { words: 'wrote in the chat', topic: 'People' },
  CustomerAnswered: { words: 'replied in chat', topic: 'People' },
  VisitorAnswered: { words: 'replied to a visitor in chat', topic: 'Company' },

  SourceAdded: { words: 'added a payment method', topic: 'Money' },
  SourceRenewed: { words: 're-entered a payment method', topic: 'Money' },
  SourceActivated: { words: 'activated a different payment method', topic: 'Money' },
  SourceChangePlanned: { words: 'scheduled a change of payment method', topic: 'Money' },
  SourceChangeCancelled: { words: 'cancelled a scheduled change of payment method', topic: 'Money' },
  SourceRemoved: { words: 'removed a payment method', topic: 'Money' },
  SourceUnusable: { words: 'a payment method can no longer be used', topic: 'Money', tone: 'Warning' },
  SourceUsable: { words: 'a payment method can be used again', topic: 'Money' },

  PlanSaved: { words: 'saved a payment plan', topic: 'Plan' },
  PlanSentToReview: { words: 'submitted a payment plan for review', topic: 'Plan' },
  PlanApproved: { words: 'approved a payment plan', topic: 'Plan' },
  PlanDeclined: { words: 'declined a payment plan', topic: 'Plan', tone: 'Warning' },
  PlanChanged: { words: 'changed a payment plan', topic: 'Plan' },
  PlanChangedInReview: { words: 'changed a payment plan in review', topic: 'Plan' },
  PlanStarted: { words: 'a payment plan started', topic: 'Plan' },
  PlanCompleted: { words: 'a payment plan was completed', topic: 'Plan' },
  PlanRenewed: { words: 'a payment plan was renewed for the next year', topic: 'Plan' },
  PlanFollowedFees: { words: 'applied new fees to a payment plan', topic: 'Plan' },
  PlanSentToFeeReview: {
    words: 'sent a payment plan for review: new fees could not be applied',
    topic: 'Plan',
    tone: 'Warning',
  },
  FeeReviewSettled: { words: 'resolved new fees on a payment plan', topic: 'Plan' },
  FeeReviewDeclined: { words: 'left a payment plan unchanged despite new fees', topic: 'Plan' },
  TemporaryPlanStarted: { words: 'started a temporary plan', topic: 'Plan' },
  TemporaryPlanEnded: { words: 'a temporary plan ended', topic: 'Plan' },
  RenewalHeld: {
    words: 'a renewed plan was held: no usable payment method',
    topic: 'Plan',
    tone: 'Warning',
  },
  RenewalStatusChanged: { words: 'the renewal moved to its next step', topic: 'Plan' },
  RenewalWithdrawn: { words: 'a renewed plan was withdrawn', topic: 'Plan' },
  PaymentMoved: { words: 'moved a payment to another day', topic: 'Plan' },
  PaymentMethodChosen: { words: 'chose a different payment method for one payment', topic: 'Plan' },
  PaymentsSkipped: { words: 'skipped payments of a plan', topic: 'Plan' },
  SkipAsked: { words: 'asked to skip payments of a plan', topic: 'Plan' },
  SkipApproved: { words: 'approved a request to skip payments', topic: 'Plan' },
  SkipDeclined: { words: 'declined a request to skip payments', topic: 'Plan' },
  PlanChangeUndone: { words: 'undid a plan change', topic: 'Plan' },
  ExtraOutcomeSwitched: { words: 'changed what an extra payment does to a plan', topic: 'Plan' },
  DiscountLetterUploaded: { words: 'uploaded a letter about a discount', topic: 'Plan' },
  DiscountConfirmed: { words: 'confirmed a discount', topic: 'Plan' },
  DiscountDeclined: { words: 'declined a discount', topic: 'Plan', tone: 'Warning' },
  InvoiceUploaded: { words: 'uploaded an invoice', topic: 'Plan' },
  InvoiceAccepted: { words: 'accepted an invoice', topic: 'Plan' },
  InvoiceRejected: { words: 'rejected an invoice', topic: 'Plan', tone: 'Warning' },

  PaymentStarted: { words: 'started a payment{of}', topic: 'Money' },
  PaymentCreated: { words: 'a payment{of} was created', topic: 'Money' },
  PaymentSent: { words: 'a payment{of} was sent to the bank', topic: 'Money' },
  PaymentProcessing: { words: 'a payment{of} is processing at the bank', topic: 'Money' },
  PaymentUnknown: {
    words: 'the outcome of a payment{of} is unknown',
    topic: 'Money',
    tone: 'Warning',
  },
  PaymentAwaitsPayer: { words: 'a payment{of} is waiting for the payer’s confirmation', topic: 'Money' },
  PaymentSucceeded: { words: 'a payment{of} arrived', topic: 'Money' },
  PaymentFailed: { words: 'a payment{of} failed', topic: 'Money', tone: 'Failure' },
  PaymentReversed: { words: 'a payment{of} was reversed', topic: 'Money', tone: 'Warning' },
  PaymentRefunded: { words: 'a refund{of} was paid', topic: 'Money' },
  PaymentDisputed: {
    words: 'the payer’s bank disputed a payment{of}',
    topic: 'Money',
    tone: 'Failure',
  },
  RefundOrdered: { words: 'ordered a refund{of}', topic: 'Money' },
  RefundFailed: { words: 'a refund could not be paid', topic: 'Money', tone: 'Failure' },
  DisputeInquiryOpened: {
    words: 'the payer’s bank asked about a payment{of}',
    topic: 'Money',
    tone: 'Warning',
  },
  DisputeInquiryClosed: {
    words: 'the payer’s bank closed its inquiry about a payment{of}',
    topic: 'Money',
  },
  DisputeWon: { words: 'a dispute about a payment{of} was won', topic: 'Money' },
  DisputeLost: { words: 'a dispute about a payment{of} was lost', topic: 'Money', tone: 'Failure' },
  OfflinePaymentRecorded: { words: 'recorded an offline payment{of}', topic: 'Money' },
  DepositReceived: { words: 'a deposit{of} arrived', topic: 'Money' },
  DepositInSuspense: { words: 'a deposit{of} could not be matched', topic: 'Money', tone: 'Warning' },
  DepositMatched: { words: 'matched a deposit{of} to the family', topic: 'Money' },
  DepositTakenBack: { words: 'returned a deposit{of} to suspense', topic: 'Money', tone: 'Warning' },
  AmountWaived: { words: 'let the family off a sum{of}', topic: 'Money' },
  BalanceAdjusted: { words: 'corrected the balance{by}', topic: 'Money' },
  PaymentRequested: { words: 'requested a payment{of}', topic: 'Money' },
  PaymentRequestSentAgain: { words: 'resent a payment request', topic: 'Money' },
  PaymentRequestCancelled: { words: 'cancelled a payment request', topic: 'Money' },
  SavedMethodCodeSent: { words: 'requested a code to pay with a saved method', topic: 'Money' },
  SavedMethodCodeWrong: { words: 'entered a wrong code for a saved method', topic: 'Money', tone: 'Warning' },
  SavedMethodsUnlocked: { words: 'unlocked the saved methods with a code', topic: 'Money' },

  BankAccountAsked: { words: 'asked to add a bank account for payouts', topic: 'Money' },
  BankAccountAdded: { words: 'added a bank account for payouts', topic: 'Money', tone: 'Warning' },
  BankAccountRemoved: { words: 'removed a bank account for payouts', topic: 'Money', tone: 'Warning' },
  BankAccountCodeSent: { words: 'requested a code to confirm a bank account', topic: 'Money' },
  BankAccountCodeWrong: { words: 'entered a wrong code for a bank account', topic: 'Money', tone: 'Warning' },
  WithdrawalAsked: { words: 'requested a withdrawal', topic: 'Money' },
  WithdrawalCodeSent: { words: 'requested a code to confirm a withdrawal', topic: 'Money' },
  WithdrawalCodeWrong: { words: 'entered a wrong code for a withdrawal', topic: 'Money', tone: 'Warning' },
  WithdrawalConfirmed: { words: 'confirmed a withdrawal', topic: 'Money' },
  WithdrawalCancelled: { words: 'cancelled a withdrawal', topic: 'Money' },
  WithdrawalApproved: { words: 'approved a withdrawal', topic: 'Money' },
  WithdrawalDeclined: { words: 'declined a withdrawal', topic: 'Money', tone: 'Warning' },
  WithdrawalPaid: { words: 'marked a withdrawal as paid', topic: 'Money' },
  WithdrawalReturned: { words: 'recorded a returned withdrawal', topic: 'Money', tone: 'Failure' },

  CareAsked: { words: 'asked for help with paying', topic: 'Care' },
  CareOpened: { words: 'recorded the family’s request for help', topic: 'Care' },
  CareOfferWithdrawn: { words: 'withdrew an offer of lower payments', topic: 'Care' },
  CareWordsAdded: { words: 'added a note to a request for help', topic: 'Care' },
  CareWithdrawn: { words: 'withdrew a request for help', topic: 'Care' },
  CareSeen: { words: 'viewed a request for help', topic: 'Care' },
  CareListed: { words: 'saw the family in the list of requests for help', topic: 'Care' },
  CareOffered: { words: 'made an offer of lower payments', topic: 'Care' },
  CareDeclined: { words: 'declined a request for help', topic: 'Care', tone: 'Warning' },
  CareOfferAccepted: { words: 'accepted an offer of lower payments', topic: 'Care' },
  CareChangeAsked: { words: 'requested a different offer', topic: 'Care' },
  HoldExtended: { words: 'extended the hold on payments', topic: 'Care' },
  HoldEnded: { words: 'the hold on payments ended', topic: 'Care' },

  SwitchInvited: { words: 'invited the family to change to instalments', topic: 'Plan' },
  SwitchConfirmed: { words: 'agreed to change to instalments', topic: 'Plan' },
  SwitchCleared: { words: 'the change to instalments was cleared', topic: 'Plan' },
  SwitchCompleted: { words: 'completed the change to instalments', topic: 'Plan' },
  SwitchWithdrawn: { words: 'withdrew the change to instalments', topic: 'Plan', tone: 'Warning' },
  CreditBodyAnswered: { words: 'the credit reporting body replied', topic: 'People' },
  IdentityCheckAsked: { words: 'requested an identity check', topic: 'People' },
  IdentityConfirmed: { words: 'the identity was confirmed', topic: 'People' },
  IdentityNotConfirmed: { words: 'the identity could not be confirmed', topic: 'People', tone: 'Warning' },
  IdentityCopyHandedIn: { words: 'uploaded a copy of an identity document', topic: 'People' },
  IdentityApproved: { words: 'approved a copy of an identity document', topic: 'People' },
  IdentityDeclined: { words: 'declined a copy of an identity document', topic: 'People', tone: 'Warning' },

  AccountOpened: { words: 'opened the account', topic: 'People' },
  AccountActivated: { words: 'finished setting up the account', topic: 'People' },
  AccountChanged: { words: 'changed the account', topic: 'People' },
  AccountDeactivated: { words: 'closed the account', topic: 'People', tone: 'Warning' },
  AccountReactivated: { words: 'reopened the account', topic: 'People' },
  MemberAdded: { words: 'added a person to the account', topic: 'People' },
  MemberRemoved: { words: 'removed a person from the account', topic: 'People', tone: 'Warning' },
  StudentEnrolled: { words: 'enrolled a student', topic: 'People' },
  StudentsImported: { words: 'imported students from a file', topic: 'People' },
  EnrolmentChanged: { words: 'changed an enrolment', topic: 'People' },
  FeesShared: { words: 'changed how the fees of a student are shared', topic: 'People' },
  CustomerCreated: { words: 'created this person', topic: 'People' },
  CustomerChanged: { words: 'changed the details of a person', topic: 'People' },
  CustomerDisabled: { words: 'blocked a person’s portal access', topic: 'People', tone: 'Warning' },
  CustomerEnabled: { words: 'restored a person’s portal access', topic: 'People' },
  CustomerErased: { words: 'deleted a person’s personal data', topic: 'People', tone: 'Warning' },
  CustomerExported: { words: 'exported a person’s data', topic: 'People', tone: 'Warning' },
  ContactChanged: { words: 'changed contact details', topic: 'People', tone: 'Warning' },
  ContactChangeStopped: { words: 'stopped a change of contact details', topic: 'People', tone: 'Warning' },
  ContactChangeKept: { words: 'confirmed a change of contact details', topic: 'People' },
  FormerContactRestored: { words: 'restored the former contact details', topic: 'People', tone: 'Warning' },
  SessionsEnded: { words: 'ended all sessions of a person', topic: 'People' },
  ContributionInvited: { words: 'invited a person to a voluntary contribution', topic: 'People' },
  ContributionCorrected: { words: 'corrected a voluntary contribution', topic: 'People' },
  ContributionToldByFund: { words: 'the fund reported a voluntary contribution', topic: 'People' },
  CalendarFeedMade: { words: 'created a payment calendar', topic: 'People' },
  CalendarFeedRemoved: { words: 'removed the payment calendar', topic: 'People' },
  ImpersonationAllowed: {
    words: 'requested to view the portal as a family member',
    topic: 'Reading',
    tone: 'Warning',
  },
  ImpersonationStarted: {
    words: 'opened the portal as a family member',
    topic: 'Reading',
    tone: 'Warning',
  },
  Impersonated: {
    words: 'acted in the portal on behalf of a member',
    topic: 'Reading',
    tone: 'Warning',
  },
  MessageResent: { words: 'resent a message', topic: 'People' },

  ActionUndone: { words: 'undid an action', topic: 'Money', tone: 'Warning' },
  ReviewUndone: { words: 'undid a decision', topic: 'Plan', tone: 'Warning' },
  IdentityCorrected: {
    words: 'corrected an identity document entry',
    topic: 'People',
  },
  OfflinePaymentReversed: { words: 'reversed a recorded payment{of}', topic: 'Money', tone: 'Warning' },

  DisputeEvidenceSaved: { words: 'saved evidence for a dispute', topic: 'Money' },
  DisputeEvidenceSent: { words: 'sent evidence for a dispute to the bank', topic: 'Money', tone: 'Warning' },
  DisputeLossAccepted: { words: 'accepted the loss of a dispute', topic: 'Money', tone: 'Warning' },
  ConversationClosed: { words: 'closed the chat', topic: 'People' },
  ConversationReopened: { words: 'reopened the chat', topic: 'People' },

  NoteAdded: { words: 'wrote a note', topic: 'People' },
  NoteChanged: { words: 'changed a note', topic: 'People' },
  NoteDeleted: { words: 'deleted a note', topic: 'People' },

  ApprovalRequested: { words: 'requested a second approval', topic: 'Money' },
  ApprovalGiven: { words: 'gave the second approval', topic: 'Money' },
  ApprovalDeclined: { words: 'declined the second approval', topic: 'Money', tone: 'Warning' },
  ApprovalWithdrawn: { words: 'withdrew a request for a second approval', topic: 'Money' },

  AccountFound: { words: 'found this account', topic: 'Reading' },
  AccountsListed: { words: 'saw this account in a list', topic: 'Reading' },
  Found: { words: 'found this family or person by a search', topic: 'Reading' },
  AccountShown: { words: 'viewed this account', topic: 'Reading' },
  FamilyShown: { words: 'viewed this family', topic: 'Reading' },
  LedgerRead: { words: 'read the ledger', topic: 'Reading' },
  LedgerExported: { words: 'exported the ledger', topic: 'Reading', tone: 'Warning' },
  DocumentsListed: { words: 'saw the list of documents', topic: 'Reading' },
  DocumentOpened: { words: 'opened a document', topic: 'Reading' },
  MessagesListed: { words: 'saw the list of messages', topic: 'Reading' },
  ActivityRead: { words: 'read the activity', topic: 'Reading' },
  NotesRead: { words: 'read the notes', topic: 'Reading' },
  CustomerFound: { words: 'found a person', topic: 'Reading' },
  CustomerShown: { words: 'viewed a person', topic: 'Reading' },
  PlanShown: { words: 'viewed a plan', topic: 'Reading' },
  PlanChangePreviewed: { words: 'previewed a plan change', topic: 'Reading' },
  PaymentsListed: { words: 'saw the list of payments', topic: 'Reading' },
  PaymentRequestsListed: { words: 'saw a payment request in a list', topic: 'Reading' },
  PaymentRequestShown: { words: 'viewed a payment request', topic: 'Reading' },
  WithdrawalsListed: { words: 'saw a withdrawal in a list', topic: 'Reading' },
  BankAccountsListed: { words: 'saw the bank accounts for payouts', topic: 'Reading' },
  ContactChangesListed: { words: 'saw the changes of contact details', topic: 'Reading' },
  ConversationRead: { words: 'read the chat', topic: 'Reading' },
  ConversationsListed: { words: 'saw the chat in a list', topic: 'Reading' },
  OutboxListed: { words: 'saw a message in a list', topic: 'Reading' },
  MessageRead: { words: 'read a message', topic: 'Reading' },
  PaymentShown: { words: 'viewed a payment', topic: 'Reading' },
  ReceiptTaken: { words: 'opened a receipt', topic: 'Reading' },
  ConversationFactsShown: { words: 'viewed the family beside the chat', topic: 'Reading' },
  DisputesListed: { words: 'saw a dispute in a list', topic: 'Reading' },
  DisputeEvidenceShown: { words: 'viewed the evidence for a dispute', topic: 'Reading' },
  DisputeEvidenceFileTaken: { words: 'opened an evidence file', topic: 'Reading' },
  FoundDepositsListed: { words: 'saw a deposit in a list', topic: 'Reading' },
  DepositMatchesShown: { words: 'saw the family among possible matches for a deposit', topic: 'Reading' },
  DepositMatchPreviewed: { words: 'previewed a deposit match for the family', topic: 'Reading' },
  QueueItemSeen: { words: 'viewed a queue item', topic: 'Reading' },
  ReviewSeen: { words: 'viewed a review', topic: 'Reading' },
  ApprovalSeen: { words: 'viewed an approval request', topic: 'Reading' },
  ActionPreviewed: { words: 'previewed an action', topic: 'Reading' },
  ActionsListed: { words: 'viewed recent actions for the family', topic: 'Reading' },
  QueueListed: { words: 'saw the family in the queue', topic: 'Reading' },
  ReviewFileSeen: { words: 'opened a document in review', topic: 'Reading' },
  ReviewedIdentitySeen: { words: 'compared an identity document', topic: 'Reading' },
  FeeChangeShown: { words: 'viewed a change of fees', topic: 'Reading' },
  AuditRead: { words: 'read the audit trail', topic: 'Reading' },
  ParkedItemsListed: { words: 'viewed a row that could not be processed', topic: 'Reading' },

  FirstAdminAppointed: { words: 'the first administrator was appointed', topic: 'Company' },
  StaffLoggedIn: { words: 'logged in at the desk', topic: 'Company' },
  StaffLoggedOut: { words: 'logged out of the desk', topic: 'Company' },
  StaffTakenOn: { words: 'added a member of staff', topic: 'Company' },
  StaffChanged: { words: 'changed a member of staff', topic: 'Company' },
  TwoFactorEnrolled: { words: 'set up two-factor authentication', topic: 'Company' },
  TwoFactorRemoved: { words: 'removed two-factor authentication', topic: 'Company', tone: 'Warning' },
  TwoFactorReset: {
    words: 'reset a colleague’s two-factor authentication',
    topic: 'Company',
    tone: 'Warning',
  },
  RecoveryCodesRenewed: { words: 'created new recovery codes', topic: 'Company' },
  RecoveryCodeUsed: { words: 'used a recovery code', topic: 'Company', tone: 'Warning' },
  SchoolAdded: { words: 'added a school', topic: 'Company' },
  SchoolChanged: { words: 'changed a school', topic: 'Company' },
  FeesWritten: { words: 'entered the fees of a school', topic: 'Company' },
  FeesChanged: { words: 'applied new fees of a school', topic: 'Company' },
  FeeSchedulesImported: { words: 'imported fees from a file', topic: 'Company' },
  FeeChangesPreviewed: { words: 'previewed new fees', topic: 'Company' },
  EnrolmentsImported: { words: 'imported enrolments from a file', topic: 'Company' },
  PaymentRequestsImported: { words: 'imported payment requests from a file', topic: 'Company' },
  SurchargeRateSet: { words: 'set a surcharge rate', topic: 'Company' },
  SurchargeRateWithdrawn: { words: 'withdrew a surcharge rate', topic: 'Company' },
  SettingsChanged: { words: 'changed company settings', topic: 'Company' },
  TextPublished: { words: 'published a text', topic: 'Company' },
  HolidayAdded: { words: 'added a bank holiday', topic: 'Company' },
  HolidayRemoved: { words: 'removed a bank holiday', topic: 'Company' },
  JobStarted: { words: 'started a job', topic: 'Company' },
  ParkedItemRetried: { words: 'retried a skipped row', topic: 'Company' },
  ClientErrorsRead: { words: 'viewed browser errors', topic: 'Company' },
  CannedReplyAdded: { words: 'added a canned reply', topic: 'Company' },
  CannedReplyChanged: { words: 'changed a canned reply', topic: 'Company' },
  CannedReplyRemoved: { words: 'removed a canned reply', topic: 'Company' },
  PayoutMade: { words: 'created a payout batch', topic: 'Company' },
  PayoutReleased: { words: 'released a payout batch', topic: 'Company' },
  PayoutFileTaken: { words: 'downloaded the file of a payout batch', topic: 'Company' },
  PayoutPaid: { words: 'marked a payout batch as paid', topic: 'Company' },
  RemittancesReleased: { words: 'released remittances', topic: 'Company' },
  RemittanceSent: { words: 'recorded that a remittance was sent to the bank', topic: 'Company' },
  RemittancePaid: { words: 'recorded that the bank paid a remittance', topic: 'Company' },
  RemittanceReturned: {
    words: 'recorded that the bank sent a remittance back',
    topic: 'Company',
    tone: 'Warning',
  },
  RemittanceShown: { words: 'viewed a remittance', topic: 'Company' },
  RemittanceFileTaken: { words: 'downloaded the file of a remittance', topic: 'Company' },
} as const satisfies Record<string, Action>

export type AuditAction = keyof typeof auditWords

const actions: Record<string, Action | undefined> = auditWords

/** "PaymentMoved" → "payment moved": for an event of a version that knew more actions than this one. */
const plainly = (action: string) =>
  action
    .replaceAll(/([A-Z])/g, ' $1')
    .trim()
    .toLowerCase()

/** What an event says after the name of who did it. */
export function auditSentence(action: string, amount: string | null): string {
  return (actions[action]?.words ?? plainly(action))
    .replace('{of}', amount === null ? '' : ` of ${amount}`)
    .replace('{by}', amount === null ? '' : ` by ${amount}`)
}

export const auditTone = (action: string): ActivityTone => actions[action]?.tone ?? 'Plain'

const actionsAbout = (topic: Topic) =>
  Object.entries(actions).flatMap(([name, action]) => (action?.topic === topic ? [name] : []))

export const moneyActions: readonly string[] = actionsAbout('Money')
export const readingActions: readonly string[] = actionsAbout('Reading')
/** A family's request for help is read by operations alone. */
export const careActions: readonly string[] = actionsAbout('Care')

const isAmount = (name: string) => name === 'total' || name.endsWith('Minor')
/** What somebody typed is shown as it was typed. */
const isTyped = (name: string) => /name|description|text|reason|words/i.test(name)
const isCode = (value: string) => /^[A-Z][a-z\d]+([A-Z][a-z\d]+)+$/.test(value)

const plainAmount = (amount: number) =>
  toDecimal(cents(amount)).toLocaleString('en-AU', { minimumFractionDigits: 2 })

/** "setupStatus" as "Setup status", "periodicAmountMinor" as "Periodic amount". */
function sentenceCase(name: string): string {
  const words = plainly(name.replace(/Minor$/, ''))
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A detail of an event: "Total: 11,855.00 → 12,355.00", "Setup status: No further steps → Set up payment schedule". */
export function auditDetail(
  name: string,
  value: string,
  formatAmount: (amount: number) => string = plainAmount,
): string {
  const shown = (part: string) => {
    if (isAmount(name) && /^-?\d+$/.test(part)) return formatAmount(Number(part))
    if (isTyped(name)) return part
    if (isCalendarDate(part)) return formatDate(part)
    return isCode(part) ? sentenceCase(part) : part
  }
  return `${sentenceCase(name)}: ${value.split(' → ').map(shown).join(' → ')}`
}
