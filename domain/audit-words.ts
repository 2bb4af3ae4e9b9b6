/** Whose activity staff look at, or only what is about money. */
export const activityFilters = ['Everything', 'Family', 'Staff', 'System', 'Money'] as const
export type ActivityFilter = (typeof activityFilters)[number]

export type ActivityTone = 'Plain' | 'Warning' | 'Failure'

/**
 * - `Money`: payments, refunds, requests, fees and where money is paid to.
 * - `Care`: what a family has told our care team. Only operations may know of it.
 * - `Company`: about nobody's family.
 */
type Topic = 'Money' | 'Plan' | 'People' | 'Reading' | 'Care' | 'Company'

type Action = {
  /** After the name of who did it; after "By itself:" where nobody did. `{of}` becomes " of $628.00" where a sum is known. */
  words: string
  topic: Topic
  tone?: ActivityTone
}

/**
 * Every action that the audit trail knows, in words. The server can record no other: its type is the list of these
 * names.
 */
export const auditWords = {
  LoggedInWithCode: { words: 'logged in with a code', topic: 'People' },
  LoggedInWithLink: { words: 'logged in with a link from a mail', topic: 'People' },
  LoggedOut: { words: 'logged out', topic: 'People' },
  SupportAsked: { words: 'wrote in the chat', topic: 'People' },
  CustomerAnswered: { words: 'answered in the chat', topic: 'People' },
  VisitorAnswered: { words: 'answered a visitor in the chat', topic: 'Company' },

  SourceAdded: { words: 'added a payment method', topic: 'Money' },
  SourceRenewed: { words: 'entered a payment method again', topic: 'Money' },
  SourceActivated: { words: 'made another payment method the active one', topic: 'Money' },
  SourceChangePlanned: { words: 'chose another payment method for a later day', topic: 'Money' },
  SourceChangeCancelled: { words: 'took back the choice of another payment method', topic: 'Money' },
  SourceRemoved: { words: 'removed a payment method', topic: 'Money' },
  SourceUnusable: { words: 'a payment method can no longer be used', topic: 'Money', tone: 'Warning' },
  SourceUsable: { words: 'a payment method can be used again', topic: 'Money' },

  PlanSaved: { words: 'saved a payment plan', topic: 'Plan' },
  PlanSentToReview: { words: 'sent a payment plan to review', topic: 'Plan' },
  PlanApproved: { words: 'approved a payment plan', topic: 'Plan' },
  PlanDeclined: { words: 'declined a payment plan', topic: 'Plan', tone: 'Warning' },
  PlanChanged: { words: 'changed a payment plan', topic: 'Plan' },
  PlanChangedInReview: { words: 'changed a payment plan in review', topic: 'Plan' },
  PlanStarted: { words: 'a payment plan started', topic: 'Plan' },
  PlanCompleted: { words: 'a payment plan was completed', topic: 'Plan' },
  PlanRenewed: { words: 'a payment plan was renewed for the next year', topic: 'Plan' },
  PlanFollowedFees: { words: 'applied new fees to a payment plan', topic: 'Plan' },
  PlanSentToFeeReview: {
    words: 'sent a payment plan to review, because it could not follow new fees',
    topic: 'Plan',
    tone: 'Warning',
  },
  FeeReviewSettled: { words: 'settled a plan that could not follow new fees', topic: 'Plan' },
  FeeReviewDeclined: { words: 'left a plan as it was, which could not follow new fees', topic: 'Plan' },
  TemporaryPlanStarted: { words: 'started a temporary plan', topic: 'Plan' },
  TemporaryPlanEnded: { words: 'a temporary plan ended', topic: 'Plan' },
  RenewalHeld: {
    words: 'a renewed plan was held back, because nothing could be taken',
    topic: 'Plan',
    tone: 'Warning',
  },
  RenewalStatusChanged: { words: 'the renewal went on to its next step', topic: 'Plan' },
  RenewalWithdrawn: { words: 'a renewed plan was withdrawn', topic: 'Plan' },
  PaymentMoved: { words: 'moved a payment to another day', topic: 'Plan' },
  PaymentMethodChosen: { words: 'chose another payment method for one payment', topic: 'Plan' },
  PaymentsSkipped: { words: 'skipped payments of a plan', topic: 'Plan' },
  SkipAsked: { words: 'asked to skip payments of a plan', topic: 'Plan' },
  SkipApproved: { words: 'agreed that payments are skipped', topic: 'Plan' },
  SkipDeclined: { words: 'declined that payments are skipped', topic: 'Plan' },
  PlanChangeUndone: { words: 'undid a change of a plan', topic: 'Plan' },
  ExtraOutcomeSwitched: { words: 'changed what an extra payment does to a plan', topic: 'Plan' },
  DiscountLetterUploaded: { words: 'uploaded a letter about a discount', topic: 'Plan' },
  DiscountConfirmed: { words: 'confirmed a discount', topic: 'Plan' },
  DiscountDeclined: { words: 'declined a discount', topic: 'Plan', tone: 'Warning' },
  InvoiceUploaded: { words: 'handed in an invoice', topic: 'Plan' },
  InvoiceAccepted: { words: 'accepted an invoice', topic: 'Plan' },
  InvoiceRejected: { words: 'rejected an invoice', topic: 'Plan', tone: 'Warning' },

  PaymentStarted: { words: 'started a payment{of}', topic: 'Money' },
  PaymentCreated: { words: 'a payment{of} was written down', topic: 'Money' },
  PaymentSent: { words: 'a payment{of} was sent to the bank', topic: 'Money' },
  PaymentProcessing: { words: 'a payment{of} is on its way from the bank', topic: 'Money' },
  PaymentUnknown: {
    words: 'it is not known yet what became of a payment{of}',
    topic: 'Money',
    tone: 'Warning',
  },
  PaymentAwaitsPayer: { words: 'a payment{of} waits for its payer to confirm it', topic: 'Money' },
  PaymentSucceeded: { words: 'a payment{of} arrived', topic: 'Money' },
  PaymentFailed: { words: 'a payment{of} failed', topic: 'Money', tone: 'Failure' },
  PaymentReversed: { words: 'a payment{of} was taken back', topic: 'Money', tone: 'Warning' },
  PaymentRefunded: { words: 'a refund{of} was paid', topic: 'Money' },
  PaymentDisputed: {
    words: 'the bank of the payer took back a payment{of}',
    topic: 'Money',
    tone: 'Failure',
  },
  RefundOrdered: { words: 'ordered a refund{of}', topic: 'Money' },
  RefundFailed: { words: 'a refund could not be paid', topic: 'Money', tone: 'Failure' },
  DisputeInquiryOpened: {
    words: 'the bank of the payer asked about a payment{of}',
    topic: 'Money',
    tone: 'Warning',
  },
  DisputeInquiryClosed: {
    words: 'the bank of the payer let its question about a payment{of} rest',
    topic: 'Money',
  },
  DisputeWon: { words: 'a dispute about a payment{of} was won', topic: 'Money' },
  DisputeLost: { words: 'a dispute about a payment{of} was lost', topic: 'Money', tone: 'Failure' },
  OfflinePaymentRecorded: { words: 'recorded a payment{of} that came offline', topic: 'Money' },
  DepositReceived: { words: 'a deposit{of} arrived', topic: 'Money' },
  DepositInSuspense: { words: 'a deposit{of} could not be matched', topic: 'Money', tone: 'Warning' },
  DepositMatched: { words: 'matched a deposit{of} to the family', topic: 'Money' },
  DepositTakenBack: { words: 'took a deposit{of} back from the family', topic: 'Money', tone: 'Warning' },
  BalanceAdjusted: { words: 'corrected the balance{by}', topic: 'Money' },
  PaymentRequested: { words: 'asked for a payment{of}', topic: 'Money' },
  PaymentRequestSentAgain: { words: 'sent a payment request again', topic: 'Money' },
  PaymentRequestCancelled: { words: 'cancelled a payment request', topic: 'Money' },
  SavedMethodCodeSent: { words: 'asked for a code to pay with a saved method', topic: 'Money' },
  SavedMethodCodeWrong: { words: 'entered a wrong code for a saved method', topic: 'Money', tone: 'Warning' },
  SavedMethodsUnlocked: { words: 'unlocked the saved methods with a code', topic: 'Money' },

  BankAccountAsked: { words: 'asked to add a bank account for payouts', topic: 'Money' },
  BankAccountAdded: { words: 'added a bank account for payouts', topic: 'Money', tone: 'Warning' },
  BankAccountRemoved: { words: 'removed a bank account for payouts', topic: 'Money', tone: 'Warning' },
  BankAccountCodeSent: { words: 'asked for a code to confirm a bank account', topic: 'Money' },
  BankAccountCodeWrong: { words: 'entered a wrong code for a bank account', topic: 'Money', tone: 'Warning' },
  WithdrawalAsked: { words: 'asked for a withdrawal', topic: 'Money' },
  WithdrawalCodeSent: { words: 'asked for a code to confirm a withdrawal', topic: 'Money' },
  WithdrawalCodeWrong: { words: 'entered a wrong code for a withdrawal', topic: 'Money', tone: 'Warning' },
  WithdrawalConfirmed: { words: 'confirmed a withdrawal', topic: 'Money' },
  WithdrawalCancelled: { words: 'cancelled a withdrawal', topic: 'Money' },
  WithdrawalApproved: { words: 'approved a withdrawal', topic: 'Money' },
  WithdrawalDeclined: { words: 'declined a withdrawal', topic: 'Money', tone: 'Warning' },
  WithdrawalPaid: { words: 'marked a withdrawal as paid', topic: 'Money' },
  WithdrawalReturned: { words: 'recorded that a withdrawal came back', topic: 'Money', tone: 'Failure' },

  CareAsked: { words: 'asked for help with paying', topic: 'Care' },
  CareOpened: { words: 'wrote down a request for help of the family', topic: 'Care' },
  CareOfferWithdrawn: { words: 'took back an offer of easier payments', topic: 'Care' },
  CareWordsAdded: { words: 'added words to a request for help', topic: 'Care' },
  CareWithdrawn: { words: 'took back a request for help', topic: 'Care' },
  CareSeen: { words: 'looked at a request for help', topic: 'Care' },
  CareListed: { words: 'saw the family in the list of requests for help', topic: 'Care' },
  CareOffered: { words: 'made an offer of easier payments', topic: 'Care' },
  CareDeclined: { words: 'declined a request for help', topic: 'Care', tone: 'Warning' },
  CareOfferAccepted: { words: 'accepted an offer of easier payments', topic: 'Care' },
  CareChangeAsked: { words: 'asked for another offer', topic: 'Care' },
  HoldExtended: { words: 'extended the hold on payments', topic: 'Care' },
  HoldEnded: { words: 'the hold on payments ended', topic: 'Care' },

  SwitchInvited: { words: 'invited the family to change to instalments', topic: 'Plan' },
  SwitchConfirmed: { words: 'agreed to change to instalments', topic: 'Plan' },
  SwitchCleared: { words: 'the change to instalments was cleared', topic: 'Plan' },
  SwitchCompleted: { words: 'completed the change to instalments', topic: 'Plan' },
  SwitchWithdrawn: { words: 'withdrew the change to instalments', topic: 'Plan', tone: 'Warning' },
  CreditBodyAnswered: { words: 'the credit reporting body answered', topic: 'People' },
  IdentityCheckAsked: { words: 'asked for an identity check', topic: 'People' },
  IdentityConfirmed: { words: 'the identity was confirmed', topic: 'People' },
  IdentityNotConfirmed: { words: 'the identity could not be confirmed', topic: 'People', tone: 'Warning' },
  IdentityCopyHandedIn: { words: 'handed in a copy of an identity document', topic: 'People' },
  IdentityApproved: { words: 'approved a copy of an identity document', topic: 'People' },
  IdentityDeclined: { words: 'declined a copy of an identity document', topic: 'People', tone: 'Warning' },

  AccountOpened: { words: 'opened the account', topic: 'People' },
  AccountActivated: { words: 'finished setting up the account', topic: 'People' },
  AccountChanged: { words: 'changed the account', topic: 'People' },
  AccountDeactivated: { words: 'closed the account', topic: 'People', tone: 'Warning' },
  AccountReactivated: { words: 'opened the account again', topic: 'People' },
  MemberAdded: { words: 'added a person to the account', topic: 'People' },
  MemberRemoved: { words: 'removed a person from the account', topic: 'People', tone: 'Warning' },
  StudentEnrolled: { words: 'enrolled a student', topic: 'People' },
  StudentsImported: { words: 'enrolled students from a file', topic: 'People' },
  EnrolmentChanged: { words: 'changed an enrolment', topic: 'People' },
  FeesShared: { words: 'changed how the fees of a student are shared', topic: 'People' },
  CustomerCreated: { words: 'entered this person', topic: 'People' },
  CustomerChanged: { words: 'changed the details of a person', topic: 'People' },
  CustomerDisabled: { words: 'shut a person out of the portal', topic: 'People', tone: 'Warning' },
  CustomerEnabled: { words: 'let a person into the portal again', topic: 'People' },
  CustomerErased: { words: 'erased the data of a person', topic: 'People', tone: 'Warning' },
  CustomerExported: { words: 'exported the data of a person', topic: 'People', tone: 'Warning' },
  ContactChanged: { words: 'changed contact details', topic: 'People', tone: 'Warning' },
  ContactChangeStopped: { words: 'stopped a change of contact details', topic: 'People', tone: 'Warning' },
  ContactChangeKept: { words: 'confirmed a change of contact details', topic: 'People' },
  FormerContactRestored: { words: 'restored the former contact details', topic: 'People', tone: 'Warning' },
  SessionsEnded: { words: 'ended all sessions of a person', topic: 'People' },
  ContributionInvited: { words: 'invited a person to a voluntary contribution', topic: 'People' },
  ContributionCorrected: { words: 'corrected a voluntary contribution', topic: 'People' },
  ContributionToldByFund: { words: 'the fund reported a voluntary contribution', topic: 'People' },
  CalendarFeedMade: { words: 'made a calendar of the payments', topic: 'People' },
  CalendarFeedRemoved: { words: 'removed the calendar of the payments', topic: 'People' },
  ImpersonationAllowed: {
    words: 'asked to see the portal as a member of the family',
    topic: 'Reading',
    tone: 'Warning',
  },
  ImpersonationStarted: {
    words: 'opened the portal as a member of the family',
    topic: 'Reading',
    tone: 'Warning',
  },
  Impersonated: {
    words: 'did something in the portal in the place of a member',
    topic: 'Reading',
    tone: 'Warning',
  },
  MessageResent: { words: 'sent a message again', topic: 'People' },

  ActionUndone: { words: 'took back what was done', topic: 'Money', tone: 'Warning' },
  ReviewUndone: { words: 'took back a decision', topic: 'Plan', tone: 'Warning' },
  IdentityCorrected: {
    words: 'corrected what the family had typed of an identity document',
    topic: 'People',
  },
  OfflinePaymentReversed: { words: 'took back a recorded payment{of}', topic: 'Money', tone: 'Warning' },

  DisputeEvidenceSaved: { words: 'saved evidence for a dispute', topic: 'Money' },
  DisputeEvidenceSent: { words: 'sent evidence for a dispute to the bank', topic: 'Money', tone: 'Warning' },
  DisputeLossAccepted: { words: 'accepted the loss of a dispute', topic: 'Money', tone: 'Warning' },
  ConversationClosed: { words: 'closed the chat', topic: 'People' },
  ConversationReopened: { words: 'opened the chat again', topic: 'People' },

  NoteAdded: { words: 'wrote a note', topic: 'People' },
  NoteChanged: { words: 'changed a note', topic: 'People' },
  NoteDeleted: { words: 'deleted a note', topic: 'People' },

  ApprovalRequested: { words: 'asked a second person to approve', topic: 'Money' },
  ApprovalGiven: { words: 'approved as a second person', topic: 'Money' },
  ApprovalDeclined: { words: 'declined as a second person', topic: 'Money', tone: 'Warning' },
  ApprovalWithdrawn: { words: 'took back the question to a second person', topic: 'Money' },

  AccountFound: { words: 'found this account', topic: 'Reading' },
  AccountsListed: { words: 'saw this account in a list', topic: 'Reading' },
  Found: { words: 'found this family or person by a search', topic: 'Reading' },
  AccountShown: { words: 'looked at this account', topic: 'Reading' },
  FamilyShown: { words: 'looked at this family', topic: 'Reading' },
  LedgerRead: { words: 'read the ledger', topic: 'Reading' },
  LedgerExported: { words: 'saved the ledger as a file', topic: 'Reading', tone: 'Warning' },
  DocumentsListed: { words: 'saw the list of documents', topic: 'Reading' },
  DocumentOpened: { words: 'opened a document', topic: 'Reading' },
  MessagesListed: { words: 'saw the list of messages', topic: 'Reading' },
  ActivityRead: { words: 'read the activity', topic: 'Reading' },
  NotesRead: { words: 'read the notes', topic: 'Reading' },
  CustomerFound: { words: 'found a person', topic: 'Reading' },
  CustomerShown: { words: 'looked at a person', topic: 'Reading' },
  PlanShown: { words: 'looked at a plan', topic: 'Reading' },
  PlanChangePreviewed: { words: 'tried out a change of a plan', topic: 'Reading' },
  PaymentsListed: { words: 'saw the list of payments', topic: 'Reading' },
  PaymentRequestsListed: { words: 'saw a payment request in a list', topic: 'Reading' },
  PaymentRequestShown: { words: 'looked at a payment request', topic: 'Reading' },
  WithdrawalsListed: { words: 'saw a withdrawal in a list', topic: 'Reading' },
  BankAccountsListed: { words: 'saw the bank accounts for payouts', topic: 'Reading' },
  ContactChangesListed: { words: 'saw the changes of contact details', topic: 'Reading' },
  ConversationRead: { words: 'read the chat', topic: 'Reading' },
  ConversationsListed: { words: 'saw the chat in a list', topic: 'Reading' },
  OutboxListed: { words: 'saw a message in a list', topic: 'Reading' },
  MessageRead: { words: 'read a message', topic: 'Reading' },
  PaymentShown: { words: 'looked at a payment', topic: 'Reading' },
  ReceiptTaken: { words: 'opened a receipt', topic: 'Reading' },
  ConversationFactsShown: { words: 'looked at the family beside the chat', topic: 'Reading' },
  DisputesListed: { words: 'saw a dispute in a list', topic: 'Reading' },
  DisputeEvidenceShown: { words: 'looked at the evidence for a dispute', topic: 'Reading' },
  DisputeEvidenceFileTaken: { words: 'opened a file of evidence', topic: 'Reading' },
  FoundDepositsListed: { words: 'saw a deposit in a list', topic: 'Reading' },
  DepositMatchesShown: { words: 'saw the family among those whom a deposit may be of', topic: 'Reading' },
  DepositMatchPreviewed: { words: 'tried out a deposit for the family', topic: 'Reading' },
  QueueItemSeen: { words: 'looked at something that waits', topic: 'Reading' },
  ReviewSeen: { words: 'looked at something to decide', topic: 'Reading' },
  ApprovalSeen: { words: 'looked at a question to a second person', topic: 'Reading' },
  ActionPreviewed: { words: 'tried out an action', topic: 'Reading' },
  ActionsListed: { words: 'saw what was done for the family', topic: 'Reading' },
  QueueListed: { words: 'saw the family in the queue', topic: 'Reading' },
  ReviewFileSeen: { words: 'opened a document in review', topic: 'Reading' },
  ReviewedIdentitySeen: { words: 'compared an identity document', topic: 'Reading' },
  FeeChangeShown: { words: 'looked at a change of fees', topic: 'Reading' },
  AuditRead: { words: 'read the audit trail', topic: 'Reading' },
  ParkedItemsListed: { words: 'saw a row that could not be processed', topic: 'Reading' },

  FirstAdminAppointed: { words: 'the first administrator was appointed', topic: 'Company' },
  StaffLoggedIn: { words: 'logged in at the desk', topic: 'Company' },
  StaffLoggedOut: { words: 'logged out of the desk', topic: 'Company' },
  StaffTakenOn: { words: 'took on a member of staff', topic: 'Company' },
  StaffChanged: { words: 'changed a member of staff', topic: 'Company' },
  TwoFactorEnrolled: { words: 'set up a second factor', topic: 'Company' },
  TwoFactorRemoved: { words: 'removed the second factor', topic: 'Company', tone: 'Warning' },
  TwoFactorReset: { words: 'reset the second factor of a colleague', topic: 'Company', tone: 'Warning' },
  RecoveryCodesRenewed: { words: 'made new recovery codes', topic: 'Company' },
  RecoveryCodeUsed: { words: 'used a recovery code', topic: 'Company', tone: 'Warning' },
  SchoolAdded: { words: 'added a school', topic: 'Company' },
  SchoolChanged: { words: 'changed a school', topic: 'Company' },
  FeesWritten: { words: 'wrote down the fees of a school', topic: 'Company' },
  FeesChanged: { words: 'applied new fees of a school', topic: 'Company' },
  FeeSchedulesImported: { words: 'brought in fees from a file', topic: 'Company' },
  FeeChangesPreviewed: { words: 'tried out new fees', topic: 'Company' },
  EnrolmentsImported: { words: 'brought in enrolments from a file', topic: 'Company' },
  PaymentRequestsImported: { words: 'brought in payment requests from a file', topic: 'Company' },
  SurchargeRateSet: { words: 'set a surcharge rate', topic: 'Company' },
  SurchargeRateWithdrawn: { words: 'withdrew a surcharge rate', topic: 'Company' },
  SettingsChanged: { words: 'changed settings of the company', topic: 'Company' },
  TextPublished: { words: 'published a text', topic: 'Company' },
  HolidayAdded: { words: 'added a bank holiday', topic: 'Company' },
  HolidayRemoved: { words: 'removed a bank holiday', topic: 'Company' },
  JobStarted: { words: 'started a job', topic: 'Company' },
  ParkedItemRetried: { words: 'tried a parked row again', topic: 'Company' },
  ClientErrorsRead: { words: 'read the errors that browsers reported', topic: 'Company' },
  CannedReplyAdded: { words: 'wrote a canned answer', topic: 'Company' },
  CannedReplyChanged: { words: 'changed a canned answer', topic: 'Company' },
  CannedReplyRemoved: { words: 'removed a canned answer', topic: 'Company' },
  PayoutMade: { words: 'made a payout batch', topic: 'Company' },
  PayoutReleased: { words: 'released a payout batch', topic: 'Company' },
  PayoutFileTaken: { words: 'saved the file of a payout batch', topic: 'Company' },
  PayoutPaid: { words: 'marked a payout batch as paid', topic: 'Company' },
  RemittancesReleased: { words: 'released remittances', topic: 'Company' },
  RemittanceShown: { words: 'looked at a remittance', topic: 'Company' },
  RemittanceFileTaken: { words: 'saved the file of a remittance', topic: 'Company' },
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
