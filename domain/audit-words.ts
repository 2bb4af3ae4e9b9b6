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

/** After the name of who did it; after "By itself:" where nobody did. `{of}` becomes " of $628.00" where a sum is known. */
type Words = readonly [sentence: string, topic: Topic, tone?: ActivityTone]

/**
 * Every action that the audit trail knows, in words. The server can record no other: its type is the list of these
 * names.
 */
export const auditWords = {
  LoggedInWithCode: ['logged in with a code', 'People'],
  LoggedInWithLink: ['logged in with a link from a mail', 'People'],
  LoggedOut: ['logged out', 'People'],
  SupportAsked: ['wrote in the chat', 'People'],
  CustomerAnswered: ['answered in the chat', 'People'],
  VisitorAnswered: ['answered a visitor in the chat', 'Company'],

  SourceAdded: ['added a payment method', 'Money'],
  SourceRenewed: ['entered a payment method again', 'Money'],
  SourceActivated: ['made another payment method the active one', 'Money'],
  SourceChangePlanned: ['chose another payment method for a later day', 'Money'],
  SourceChangeCancelled: ['took back the choice of another payment method', 'Money'],
  SourceRemoved: ['removed a payment method', 'Money'],
  SourceUnusable: ['a payment method can no longer be used', 'Money', 'Warning'],
  SourceUsable: ['a payment method can be used again', 'Money'],

  PlanSaved: ['saved a payment plan', 'Plan'],
  PlanSentToReview: ['sent a payment plan to review', 'Plan'],
  PlanApproved: ['approved a payment plan', 'Plan'],
  PlanDeclined: ['declined a payment plan', 'Plan', 'Warning'],
  PlanChanged: ['changed a payment plan', 'Plan'],
  PlanChangedInReview: ['changed a payment plan in review', 'Plan'],
  PlanStarted: ['a payment plan started', 'Plan'],
  PlanCompleted: ['a payment plan was completed', 'Plan'],
  PlanRenewed: ['a payment plan was renewed for the next year', 'Plan'],
  PlanFollowedFees: ['applied new fees to a payment plan', 'Plan'],
  PlanSentToFeeReview: [
    'sent a payment plan to review, because it could not follow new fees',
    'Plan',
    'Warning',
  ],
  FeeReviewSettled: ['settled a plan that could not follow new fees', 'Plan'],
  FeeReviewDeclined: ['left a plan as it was, which could not follow new fees', 'Plan'],
  TemporaryPlanStarted: ['started a temporary plan', 'Plan'],
  TemporaryPlanEnded: ['a temporary plan ended', 'Plan'],
  RenewalHeld: ['a renewed plan was held back, because nothing could be taken', 'Plan', 'Warning'],
  RenewalStatusChanged: ['the renewal went on to its next step', 'Plan'],
  RenewalWithdrawn: ['a renewed plan was withdrawn', 'Plan'],
  PaymentMoved: ['moved a payment to another day', 'Plan'],
  PaymentMethodChosen: ['chose another payment method for one payment', 'Plan'],
  PaymentsSkipped: ['skipped payments of a plan', 'Plan'],
  SkipAsked: ['asked to skip payments of a plan', 'Plan'],
  SkipApproved: ['agreed that payments are skipped', 'Plan'],
  SkipDeclined: ['declined that payments are skipped', 'Plan'],
  PlanChangeUndone: ['undid a change of a plan', 'Plan'],
  ExtraOutcomeSwitched: ['changed what an extra payment does to a plan', 'Plan'],
  DiscountLetterUploaded: ['uploaded a letter about a discount', 'Plan'],
  DiscountConfirmed: ['confirmed a discount', 'Plan'],
  DiscountDeclined: ['declined a discount', 'Plan', 'Warning'],
  InvoiceUploaded: ['handed in an invoice', 'Plan'],
  InvoiceAccepted: ['accepted an invoice', 'Plan'],
  InvoiceRejected: ['rejected an invoice', 'Plan', 'Warning'],

  PaymentStarted: ['started a payment{of}', 'Money'],
  PaymentCreated: ['a payment{of} was written down', 'Money'],
  PaymentSent: ['a payment{of} was sent to the bank', 'Money'],
  PaymentProcessing: ['a payment{of} is on its way from the bank', 'Money'],
  PaymentUnknown: ['it is not known yet what became of a payment{of}', 'Money', 'Warning'],
  PaymentAwaitsPayer: ['a payment{of} waits for its payer to confirm it', 'Money'],
  PaymentSucceeded: ['a payment{of} arrived', 'Money'],
  PaymentFailed: ['a payment{of} failed', 'Money', 'Failure'],
  PaymentReversed: ['a payment{of} was taken back', 'Money', 'Warning'],
  PaymentRefunded: ['a refund{of} was paid', 'Money'],
  PaymentDisputed: ['the bank of the payer took back a payment{of}', 'Money', 'Failure'],
  RefundOrdered: ['ordered a refund{of}', 'Money'],
  RefundFailed: ['a refund could not be paid', 'Money', 'Failure'],
  DisputeInquiryOpened: ['the bank of the payer asked about a payment{of}', 'Money', 'Warning'],
  DisputeInquiryClosed: ['the bank of the payer let its question about a payment{of} rest', 'Money'],
  DisputeWon: ['a dispute about a payment{of} was won', 'Money'],
  DisputeLost: ['a dispute about a payment{of} was lost', 'Money', 'Failure'],
  OfflinePaymentRecorded: ['recorded a payment{of} that came offline', 'Money'],
  DepositReceived: ['a deposit{of} arrived', 'Money'],
  DepositInSuspense: ['a deposit{of} could not be matched', 'Money', 'Warning'],
  DepositMatched: ['matched a deposit{of} to the family', 'Money'],
  DepositTakenBack: ['took a deposit{of} back from the family', 'Money', 'Warning'],
  BalanceAdjusted: ['corrected the balance{by}', 'Money'],
  PaymentRequested: ['asked for a payment{of}', 'Money'],
  PaymentRequestSentAgain: ['sent a payment request again', 'Money'],
  PaymentRequestCancelled: ['cancelled a payment request', 'Money'],
  SavedMethodCodeSent: ['asked for a code to pay with a saved method', 'Money'],
  SavedMethodCodeWrong: ['entered a wrong code for a saved method', 'Money', 'Warning'],
  SavedMethodsUnlocked: ['unlocked the saved methods with a code', 'Money'],

  BankAccountAsked: ['asked to add a bank account for payouts', 'Money'],
  BankAccountAdded: ['added a bank account for payouts', 'Money', 'Warning'],
  BankAccountRemoved: ['removed a bank account for payouts', 'Money', 'Warning'],
  BankAccountCodeSent: ['asked for a code to confirm a bank account', 'Money'],
  BankAccountCodeWrong: ['entered a wrong code for a bank account', 'Money', 'Warning'],
  WithdrawalAsked: ['asked for a withdrawal', 'Money'],
  WithdrawalCodeSent: ['asked for a code to confirm a withdrawal', 'Money'],
  WithdrawalCodeWrong: ['entered a wrong code for a withdrawal', 'Money', 'Warning'],
  WithdrawalConfirmed: ['confirmed a withdrawal', 'Money'],
  WithdrawalCancelled: ['cancelled a withdrawal', 'Money'],
  WithdrawalApproved: ['approved a withdrawal', 'Money'],
  WithdrawalDeclined: ['declined a withdrawal', 'Money', 'Warning'],
  WithdrawalPaid: ['marked a withdrawal as paid', 'Money'],
  WithdrawalReturned: ['recorded that a withdrawal came back', 'Money', 'Failure'],

  CareAsked: ['asked for help with paying', 'Care'],
  CareOpened: ['wrote down a request for help of the family', 'Care'],
  CareOfferWithdrawn: ['took back an offer of easier payments', 'Care'],
  CareWordsAdded: ['added words to a request for help', 'Care'],
  CareWithdrawn: ['took back a request for help', 'Care'],
  CareSeen: ['looked at a request for help', 'Care'],
  CareListed: ['saw the family in the list of requests for help', 'Care'],
  CareOffered: ['made an offer of easier payments', 'Care'],
  CareDeclined: ['declined a request for help', 'Care', 'Warning'],
  CareOfferAccepted: ['accepted an offer of easier payments', 'Care'],
  CareChangeAsked: ['asked for another offer', 'Care'],
  HoldExtended: ['extended the hold on payments', 'Care'],
  HoldEnded: ['the hold on payments ended', 'Care'],

  SwitchInvited: ['invited the family to change to instalments', 'Plan'],
  SwitchConfirmed: ['agreed to change to instalments', 'Plan'],
  SwitchCleared: ['the change to instalments was cleared', 'Plan'],
  SwitchCompleted: ['completed the change to instalments', 'Plan'],
  SwitchWithdrawn: ['withdrew the change to instalments', 'Plan', 'Warning'],
  CreditBodyAnswered: ['the credit reporting body answered', 'People'],
  IdentityCheckAsked: ['asked for an identity check', 'People'],
  IdentityConfirmed: ['the identity was confirmed', 'People'],
  IdentityNotConfirmed: ['the identity could not be confirmed', 'People', 'Warning'],
  IdentityCopyHandedIn: ['handed in a copy of an identity document', 'People'],
  IdentityApproved: ['approved a copy of an identity document', 'People'],
  IdentityDeclined: ['declined a copy of an identity document', 'People', 'Warning'],

  AccountOpened: ['opened the account', 'People'],
  AccountActivated: ['finished setting up the account', 'People'],
  AccountChanged: ['changed the account', 'People'],
  AccountDeactivated: ['closed the account', 'People', 'Warning'],
  AccountReactivated: ['opened the account again', 'People'],
  MemberAdded: ['added a person to the account', 'People'],
  MemberRemoved: ['removed a person from the account', 'People', 'Warning'],
  StudentEnrolled: ['enrolled a student', 'People'],
  StudentsImported: ['enrolled students from a file', 'People'],
  EnrolmentChanged: ['changed an enrolment', 'People'],
  FeesShared: ['changed how the fees of a student are shared', 'People'],
  CustomerCreated: ['entered this person', 'People'],
  CustomerChanged: ['changed the details of a person', 'People'],
  CustomerDisabled: ['shut a person out of the portal', 'People', 'Warning'],
  CustomerEnabled: ['let a person into the portal again', 'People'],
  CustomerErased: ['erased the data of a person', 'People', 'Warning'],
  CustomerExported: ['exported the data of a person', 'People', 'Warning'],
  ContactChanged: ['changed contact details', 'People', 'Warning'],
  ContactChangeStopped: ['stopped a change of contact details', 'People', 'Warning'],
  ContactChangeKept: ['confirmed a change of contact details', 'People'],
  FormerContactRestored: ['restored the former contact details', 'People', 'Warning'],
  SessionsEnded: ['ended all sessions of a person', 'People'],
  ContributionInvited: ['invited a person to a voluntary contribution', 'People'],
  ContributionCorrected: ['corrected a voluntary contribution', 'People'],
  ContributionToldByFund: ['the fund reported a voluntary contribution', 'People'],
  CalendarFeedMade: ['made a calendar of the payments', 'People'],
  CalendarFeedRemoved: ['removed the calendar of the payments', 'People'],
  ImpersonationAllowed: ['asked to see the portal as a member of the family', 'Reading', 'Warning'],
  ImpersonationStarted: ['opened the portal as a member of the family', 'Reading', 'Warning'],
  Impersonated: ['did something in the portal in the place of a member', 'Reading', 'Warning'],
  MessageResent: ['sent a message again', 'People'],

  ActionUndone: ['took back what was done', 'Money', 'Warning'],
  ReviewUndone: ['took back a decision', 'Plan', 'Warning'],
  IdentityCorrected: ['corrected what the family had typed of an identity document', 'People'],
  OfflinePaymentReversed: ['took back a recorded payment{of}', 'Money', 'Warning'],

  DisputeEvidenceSaved: ['saved evidence for a dispute', 'Money'],
  DisputeEvidenceSent: ['sent evidence for a dispute to the bank', 'Money', 'Warning'],
  DisputeLossAccepted: ['accepted the loss of a dispute', 'Money', 'Warning'],
  ConversationClosed: ['closed the chat', 'People'],
  ConversationReopened: ['opened the chat again', 'People'],

  NoteAdded: ['wrote a note', 'People'],
  NoteChanged: ['changed a note', 'People'],
  NoteDeleted: ['deleted a note', 'People'],

  ApprovalRequested: ['asked a second person to approve', 'Money'],
  ApprovalGiven: ['approved as a second person', 'Money'],
  ApprovalDeclined: ['declined as a second person', 'Money', 'Warning'],
  ApprovalWithdrawn: ['took back the question to a second person', 'Money'],

  AccountFound: ['found this account', 'Reading'],
  AccountsListed: ['saw this account in a list', 'Reading'],
  Found: ['found this family or person by a search', 'Reading'],
  AccountShown: ['looked at this account', 'Reading'],
  FamilyShown: ['looked at this family', 'Reading'],
  LedgerRead: ['read the ledger', 'Reading'],
  LedgerExported: ['saved the ledger as a file', 'Reading', 'Warning'],
  DocumentsListed: ['saw the list of documents', 'Reading'],
  DocumentOpened: ['opened a document', 'Reading'],
  MessagesListed: ['saw the list of messages', 'Reading'],
  ActivityRead: ['read the activity', 'Reading'],
  NotesRead: ['read the notes', 'Reading'],
  CustomerFound: ['found a person', 'Reading'],
  CustomerShown: ['looked at a person', 'Reading'],
  PlanShown: ['looked at a plan', 'Reading'],
  PlanChangePreviewed: ['tried out a change of a plan', 'Reading'],
  PaymentsListed: ['saw the list of payments', 'Reading'],
  PaymentRequestsListed: ['saw a payment request in a list', 'Reading'],
  PaymentRequestShown: ['looked at a payment request', 'Reading'],
  WithdrawalsListed: ['saw a withdrawal in a list', 'Reading'],
  BankAccountsListed: ['saw the bank accounts for payouts', 'Reading'],
  ContactChangesListed: ['saw the changes of contact details', 'Reading'],
  ConversationRead: ['read the chat', 'Reading'],
  ConversationsListed: ['saw the chat in a list', 'Reading'],
  OutboxListed: ['saw a message in a list', 'Reading'],
  MessageRead: ['read a message', 'Reading'],
  PaymentShown: ['looked at a payment', 'Reading'],
  ReceiptTaken: ['opened a receipt', 'Reading'],
  ConversationFactsShown: ['looked at the family beside the chat', 'Reading'],
  DisputesListed: ['saw a dispute in a list', 'Reading'],
  DisputeEvidenceShown: ['looked at the evidence for a dispute', 'Reading'],
  DisputeEvidenceFileTaken: ['opened a file of evidence', 'Reading'],
  FoundDepositsListed: ['saw a deposit in a list', 'Reading'],
  DepositMatchesShown: ['saw the family among those whom a deposit may be of', 'Reading'],
  DepositMatchPreviewed: ['tried out a deposit for the family', 'Reading'],
  QueueItemSeen: ['looked at something that waits', 'Reading'],
  ReviewSeen: ['looked at something to decide', 'Reading'],
  ApprovalSeen: ['looked at a question to a second person', 'Reading'],
  ActionPreviewed: ['tried out an action', 'Reading'],
  ActionsListed: ['saw what was done for the family', 'Reading'],
  QueueListed: ['saw the family in the queue', 'Reading'],
  ReviewFileSeen: ['opened a document in review', 'Reading'],
  ReviewedIdentitySeen: ['compared an identity document', 'Reading'],
  FeeChangeShown: ['looked at a change of fees', 'Reading'],
  AuditRead: ['read the audit trail', 'Reading'],
  ParkedItemsListed: ['saw a row that could not be processed', 'Reading'],

  FirstAdminAppointed: ['the first administrator was appointed', 'Company'],
  StaffLoggedIn: ['logged in at the desk', 'Company'],
  StaffLoggedOut: ['logged out of the desk', 'Company'],
  StaffTakenOn: ['took on a member of staff', 'Company'],
  StaffChanged: ['changed a member of staff', 'Company'],
  TwoFactorEnrolled: ['set up a second factor', 'Company'],
  TwoFactorRemoved: ['removed the second factor', 'Company', 'Warning'],
  TwoFactorReset: ['reset the second factor of a colleague', 'Company', 'Warning'],
  RecoveryCodesRenewed: ['made new recovery codes', 'Company'],
  RecoveryCodeUsed: ['used a recovery code', 'Company', 'Warning'],
  SchoolAdded: ['added a school', 'Company'],
  SchoolChanged: ['changed a school', 'Company'],
  FeesWritten: ['wrote down the fees of a school', 'Company'],
  FeesChanged: ['applied new fees of a school', 'Company'],
  FeeSchedulesImported: ['brought in fees from a file', 'Company'],
  FeeChangesPreviewed: ['tried out new fees', 'Company'],
  EnrolmentsImported: ['brought in enrolments from a file', 'Company'],
  PaymentRequestsImported: ['brought in payment requests from a file', 'Company'],
  SurchargeRateSet: ['set a surcharge rate', 'Company'],
  SurchargeRateWithdrawn: ['withdrew a surcharge rate', 'Company'],
  SettingsChanged: ['changed settings of the company', 'Company'],
  TextPublished: ['published a text', 'Company'],
  HolidayAdded: ['added a bank holiday', 'Company'],
  HolidayRemoved: ['removed a bank holiday', 'Company'],
  JobStarted: ['started a job', 'Company'],
  ParkedItemRetried: ['tried a parked row again', 'Company'],
  ClientErrorsRead: ['read the errors that browsers reported', 'Company'],
  CannedReplyAdded: ['wrote a canned answer', 'Company'],
  CannedReplyChanged: ['changed a canned answer', 'Company'],
  CannedReplyRemoved: ['removed a canned answer', 'Company'],
  PayoutMade: ['made a payout batch', 'Company'],
  PayoutReleased: ['released a payout batch', 'Company'],
  PayoutFileTaken: ['saved the file of a payout batch', 'Company'],
  PayoutPaid: ['marked a payout batch as paid', 'Company'],
  RemittancesReleased: ['released remittances', 'Company'],
  RemittanceShown: ['looked at a remittance', 'Company'],
  RemittanceFileTaken: ['saved the file of a remittance', 'Company'],
} as const satisfies Record<string, Words>

export type AuditAction = keyof typeof auditWords

const known: Record<string, Words | undefined> = auditWords

/** "PaymentMoved" → "payment moved": for an event of a version that knew more actions than this one. */
const plainly = (action: string) =>
  action
    .replaceAll(/([A-Z])/g, ' $1')
    .trim()
    .toLowerCase()

/** What an event says after the name of who did it. */
export function auditSentence(action: string, amount: string | null): string {
  const [sentence] = known[action] ?? [plainly(action)]
  return sentence
    .replace('{of}', amount === null ? '' : ` of ${amount}`)
    .replace('{by}', amount === null ? '' : ` by ${amount}`)
}

export const auditTone = (action: string): ActivityTone => known[action]?.[2] ?? 'Plain'

const actionsAbout = (topic: Topic) =>
  Object.entries(known).flatMap(([action, words]) => (words?.[1] === topic ? [action] : []))

export const moneyActions: readonly string[] = actionsAbout('Money')
export const readingActions: readonly string[] = actionsAbout('Reading')
/** A family's request for help is read by operations alone. */
export const careActions: readonly string[] = actionsAbout('Care')
