import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { CollectedPart } from '#domain/plan/next-payment.ts'
import type { ChangeDetails, ChangeStatus } from '#domain/plan/changes/plan-change.ts'
import type { Frequency } from '#domain/plan/payment-schedule.ts'
import type { UnfinishedReason } from '#domain/plan/unfinished-plans.ts'
import type { DeclineReason } from '#domain/payments.ts'
import type { RepaymentSourceType } from '#domain/payment-methods/payment-methods.ts'
import type { Region } from '#domain/region.ts'
import type { AboutEnd, AboutRenewal } from './plan-facts.ts'

/** What most letters about money have in common. */
type AboutPayment = {
  firstName: string
  region: Region
  shortId: string
  schoolName: string
  amount: Cents
}

/** The day that the family was told before; the holiday that closes the banks on it, if that is why. */
export type MovedFrom = { day: CalendarDate; reason: string | null }

/** Of a payment by link: the request, whose link is put in when the letter leaves. */
type PaidByLink = { requestId?: string }

type DisputedPayment = { paidOn: CalendarDate | null; methodName: string | null }

/** What is to be paid again, and since when it was due; nothing where it was paid another way. */
type OwedAgain = { owing: Cents; dueOn: CalendarDate | null }

/** What a payment paid of an instalment: all of it, or a part. */
export type PaidInstalment = {
  dueOn: CalendarDate
  amount: Cents
  isPart: boolean
  /** Paid besides the payments of the plan. */
  isExtra?: true
}

/** What a receipt says besides the sums: whose fees, which instalment, which period, and what is left. */
export type ReceiptDetails = {
  /** Null where the reader need not know. */
  payerName: string | null
  students: string[]
  /** "3 of 24, due 20 March 2026" */
  instalment: string | null
  /** What a payment of overdue instalments paid, the oldest first. Stored receipts from before have none. */
  pays?: PaidInstalment[]
  /** "Term 2 2026", "School year 2026/27" */
  period: string | null
  /** Of the request that was paid in part. */
  stillToPay: { amount: Cents; dueOn: CalendarDate } | null
}

/**
 * The facts of each message, as it waits in the outbox. It becomes words when it leaves, so that a row is small, holds
 * nothing but facts, and can be shown to staff in the design of the day.
 */
export type MessageFacts = {
  LogInCode: { code: string }
  LogInLink: { firstName: string; url: string }
  StaffCode: { code: string }
  /** To a member of staff: what has happened to their second factor. */
  StaffTwoFactor: {
    name: string
    status: 'Enrolled' | 'Removed' | 'Reset' | 'RecoveryCodesRenewed' | 'RecoveryCodeUsed'
    /** When, in words. */
    at: string
    /** The e-mail of the admin who has reset it. */
    by: string | null
    codesLeft: number | null
  }

  /** A member of staff has changed something in the customer's place. */
  DoneByStaff: {
    firstName: string
    region: Region
    shortId: string
    schoolName: string
    staffEmail: string
    /** What they did, in words: "saved a payment plan". */
    action: string
    /** When, in words, on the clock of the region. */
    at: string
    /** Done at their own desk, and not in the customer's place in the portal. */
    isAtDesk?: boolean
  }
  /** A member of staff has opened the portal as the customer sees it. */
  OpenedByStaff: { firstName: string; region: Region; staffEmail: string; at: string }

  /** E-mail or mobile has changed: to every address, old and new. What changed is masked. */
  ContactChanged: {
    firstName: string
    region: Region
    email: { from: string; to: string } | null
    mobile: { from: string | null; to: string | null } | null
    /** In words, on the clock of the region. */
    pausedUntil: string
    /** Only for the former addresses. */
    stopUrl: string | null
  }
  /** There is room for what is new only. */
  ContactChangedText: {
    region: Region
    email: { to: string } | null
    mobile: { to: string | null } | null
    stopUrl: string | null
  }
  /** To our staff. */
  ContactChangeStopped: {
    name: string
    region: Region
    accounts: string | null
    /** Who made the change. */
    staffEmail: string
    contactChangeId: string
  }
  ContactChangeKept: { firstName: string; region: Region }
  /** The last message to a person whose data is erased. */
  CustomerErased: { firstName: string; region: Region }

  Receipt: AboutPayment & {
    paidOn: CalendarDate
    surcharge: Cents
    basisPoints: number
    methodName: string | null
    reference: string
    /** Messages stored before receipts came with details and a PDF have neither. */
    paymentId?: string
    /** Added when it is first sent. */
    details?: ReceiptDetails
  }
  /** A bank debit that the payer asked for is with the bank; its receipt follows when the money has come. */
  DebitSubmitted: AboutPayment & {
    submittedOn: CalendarDate
    methodName: string | null
    reference: string
  }
  /** A payment that did not go through; when it is tried again, if it is. */
  PaymentFailed: AboutPayment &
    PaidByLink & {
      reason: DeclineReason
      methodType?: RepaymentSourceType | null
      reference: string
      retryOn: CalendarDate | null
      /** All that is collected on the day of the new try, if that is more than this payment. */
      onThatDay?: { total: Cents; parts: CollectedPart[] }
      /** It is not tried again for now: the family's payments are on hold. */
      isHeld?: boolean
    }
  /**
   * Nothing is tried any more: the family must act. It is about all that is overdue, with its parts, the oldest first,
   * and the fees for debits that a bank sent back. The link of the payment request is put in when it leaves.
   */
  PaymentOverdue: AboutPayment & {
    reason: DeclineReason | null
    methodType?: RepaymentSourceType | null
    dueOn: CalendarDate
    requestId: string
    parts?: { dueOn: CalendarDate; amount: Cents }[]
    fee?: Cents
    /** How often the family was reminded of it before. */
    reminders?: number
  }
  PaymentOverdueText: { region: Region; schoolName: string; amount: Cents; requestId: string }
  /** What is left of its request is to be paid again, where one is behind it and open. */
  RefundSent: AboutPayment & { reference: string; surcharge?: Cents; left?: Cents; requestId?: string }
  /** A bank has taken a debit back for good. Messages stored before say less. */
  PaymentReturned: AboutPayment & PaidByLink & { reference: string } & Partial<DisputedPayment & OwedAgain>
  /** A bank asks about a payment, or has taken it back until it decides. */
  DisputeOpened: AboutPayment &
    PaidByLink &
    DisputedPayment & { reference: string; openedOn: CalendarDate; isInquiry: boolean }
  /** It has decided for the payment or against it, or has let its question rest. */
  DisputeDecided: AboutPayment &
    PaidByLink &
    DisputedPayment &
    OwedAgain & { reference: string; outcome: 'Won' | 'Lost' | 'Dropped' }

  /** Before every debit: what, when, how often, under which reference, by whom. */
  UpcomingDebit: AboutPayment & {
    collectOn: CalendarDate
    frequency: Frequency
    methodName: string
    /** Bank debits name the mandate as it stands on the customer's statement. */
    mandateReference: string | null
    surcharge: Cents
    /** The instalments that it consists of. Messages stored before they were kept have none. */
    parts?: CollectedPart[]
    movedFrom?: MovedFrom
  }
  /** For those who pay by BPAY themselves. */
  UpcomingDeposit: AboutPayment & {
    dueOn: CalendarDate
    billerCode: string
    reference: string
    parts?: CollectedPart[]
    movedFrom?: MovedFrom
  }
  UpcomingText: { region: Region; schoolName: string; amount: Cents; collectOn: CalendarDate }

  PaymentRequest: AboutPayment & { dueOn: CalendarDate; periodName: string | null; requestId: string }

  PlanSaved: AboutPayment & {
    tuitionYear: number
    frequency: Frequency
    count: number
    last: Cents
    total: Cents
    startDate: CalendarDate
    endDate: CalendarDate
    portalUrl: string
    /** Discounts that rest on the family's word, each in words. */
    declared?: string[]
  }
  PlanInReview: { firstName: string; shortId: string; schoolName: string; tuitionYear: number }
  /** Something of a plan that runs is changed, asked for, taken back or refused. */
  PlanChange: {
    firstName: string
    region: Region
    shortId: string
    schoolName: string
    tuitionYear: number
    details: ChangeDetails
    status: ChangeStatus
    undoUntil: CalendarDate | null
    /** What it costs, in the words that families rely on: `agreement_text`. */
    note?: string
    /** Of a request: the day to whose end it is answered. */
    answerBy?: CalendarDate
    /** Of a request: what staff say to it. The reason of a yes stays with us. */
    answer?: { reason: string | null }
    portalUrl: string
  }
  /** Payments are on hold or go on; or we have answered who finds it hard to pay. */
  PaymentHold: {
    firstName: string
    region: Region
    shortId: string
    schoolName: string
    portalUrl: string
    news:
      | {
          event: 'Held'
          until: CalendarDate
          /** What cannot be stopped any more. */
          underWay: { date: CalendarDate; amount: Cents }[]
          /** Null for who has not asked. */
          asked: { reference: string; answerBy: CalendarDate } | null
        }
      | { event: 'Extended'; until: CalendarDate }
      | { event: 'Offered' | 'Declined'; reference: string }
      | { event: 'Ended'; isOver: boolean; next: { on: CalendarDate; amount: Cents } | null }
  }
  PlanReviewed: {
    firstName: string
    shortId: string
    schoolName: string
    tuitionYear: number
    outcome: 'Approved' | 'Changed' | 'Declined'
    reason: string | null
    /** In place of the letter's own words. */
    words?: string
    /** Of an approved plan: the day of its first payment, and the one that the family had chosen if it is another. */
    first?: { on: CalendarDate; instead: CalendarDate | null }
    portalUrl: string
  }
  /** Staff have confirmed or declined a discount that the family declared. */
  DiscountReviewed: {
    firstName: string
    region: Region
    shortId: string
    schoolName: string
    tuitionYear: number
    /** "Staff discount of 10% for Isla Hart" */
    discount: string
    /** Why it was declined, as staff wrote it; null where it was confirmed. */
    reason: string | null
    /** In place of the letter's own words. */
    words?: string
    /** What that changes; null where nothing does. */
    change: {
      totalBefore: Cents
      totalAfter: Cents
      paymentBefore: Cents
      paymentAfter: Cents
      /** Payments still to come. */
      count: number
      from: CalendarDate | null
    } | null
    portalUrl: string
  }
  /** "Review your plan for {year}". */
  PlanToReview: AboutRenewal
  /** The last days to edit it, or to give it a payment method, are near. */
  RenewalReminder: AboutRenewal
  /** Its first day has come, and nothing could be taken. */
  RenewalHeld: AboutRenewal
  /** There is a payment method now, and it goes on with new days. */
  RenewalResumed: AboutRenewal
  /** Those that were written before plans had a sequel do not say what was paid and what comes next. */
  PlanCompleted: AboutEnd & { tuitionYear: number }
  TemporaryPlanEnded: AboutEnd & {
    tuitionYear?: number
    /** What of the same plan is still to be collected. */
    remaining?: { count: number; total: Cents; amount: Cents; on: CalendarDate } | null
    /** What of it is overdue. */
    overdue?: Cents
  }
  /** A plan that does not start because the family has not saved it, staff have not decided, or there is none. */
  PlanUnfinished: {
    firstName: string
    shortId: string
    schoolName: string
    tuitionYear: number
    status: UnfinishedReason
    /** The first day of the plan; without a plan, that of the school year. */
    startsOn: CalendarDate
    isPast: boolean
    /** Null where the family must ask us. */
    portalUrl: string | null
  }
  /** The school has other fees, and the plan follows them. */
  FeesChanged: {
    firstName: string
    region: Region
    shortId: string
    schoolName: string
    tuitionYear: number
    frequency: Frequency
    before: { total: Cents; toCollect: Cents; each: Cents }
    after: { total: Cents; toCollect: Cents; each: Cents }
    /** When the first changed payment is taken; null where nothing is left to collect. */
    firstOn: CalendarDate | null
    portalUrl: string
  }
  /** The school has other fees, and people look at the plan. */
  FeesChangedReview: {
    firstName: string
    shortId: string
    schoolName: string
    tuitionYear: number
    status: 'Running' | 'InReview' | 'Completed'
  }
  FeesReviewed: {
    firstName: string
    shortId: string
    schoolName: string
    tuitionYear: number
    outcome: 'Settled' | 'Kept'
    reason: string | null
    /** In place of the letter's own words. */
    words?: string
    portalUrl: string
  }

  AccountActive: {
    firstName: string
    region: Region
    shortId: string
    schoolName: string
    firstCollection: { amount: Cents; on: CalendarDate } | null
    portalUrl: string
  }
  AccountClosed: {
    firstName: string
    region: Region
    shortId: string
    schoolName: string
    /** Of its plans, and not collected any more. */
    payments: { count: number; amount: Cents } | null
  }
  DirectDebitAuthorised: {
    firstName: string
    region: Region
    displayName: string
    holderName: string
    on: CalendarDate
    text: string
    version: number
    agreementUrl: string
  }
  /** A way to pay was added, chosen or removed: to everybody who shares the account. */
  MethodChanged: {
    firstName: string
    region: Region
    shortId: string
    schoolName: string
    displayName: string
    /** Added beside another or as the one that pays, chosen now or from a day on, left as it was, or removed. */
    change: 'Added' | 'AddedActive' | 'Active' | 'Planned' | 'Kept' | 'Removed'
    /** The day from which a planned change holds. */
    from: CalendarDate | null
    /** When it was done, in words, on the clock of the region. */
    at: string
    portalUrl: string
  }
  /** The bank has taken up a UK Direct Debit Instruction. */
  MandateActive: { firstName: string; displayName: string; reference: string }
  SourceUnusable: {
    firstName: string
    region: Region
    displayName: string
    /** The bank has ended it, or its last month is over. */
    cause: 'Bank' | 'Expiry'
    portalUrl: string
  }
  CardExpiring: { firstName: string; displayName: string; expiry: string; portalUrl: string }

  /** Our people ask a family whether it would rather pay in instalments. */
  SwitchInvite: {
    firstName: string
    region: Region
    shortId: string
    schoolName: string
    portalUrl: string
  }
  /** What the family has agreed to, in the words of that day. */
  SwitchConfirmed: {
    firstName: string
    region: Region
    shortId: string
    schoolName: string
    on: CalendarDate
    text: string
  }
  SwitchCompleted: {
    firstName: string
    region: Region
    shortId: string
    schoolName: string
    /** Of a plan that was there already; otherwise the family chooses it next. */
    frequency: Frequency | null
    portalUrl: string
  }
  IdentityReviewed: {
    firstName: string
    shortId: string
    outcome: 'Approved' | 'Declined'
    reason: string | null
    /** In place of the letter's own words. */
    words?: string
    portalUrl: string
  }
  /** Staff have taken a decision back, and decide again. */
  DecisionTakenBack: {
    firstName: string
    shortId: string
    schoolName: string
    /** "your plan for 2027" */
    about: string
    /** Nothing is taken from the family until it is decided again. */
    isCollectionStopped: boolean
  }
  InvoiceReviewed: {
    firstName: string
    shortId: string
    name: string
    outcome: 'Approved' | 'Declined'
    reason: string | null
    /** In place of the letter's own words. */
    words?: string
    portalUrl: string
  }
  /** For the owner of a saved method that a payment link is to be paid with. */
  SavedMethodCode: { code: string; region: Region; schoolName: string; amount: Cents }
  SavedMethodCodeMail: {
    code: string
    region: Region
    schoolName: string
    amount: Cents
    firstName: string
  }
  WithdrawalCode: { code: string; region: Region; amount: Cents; bankAccount: string }
  BankAccountCode: { code: string; region: Region; bankAccount: string }
  WithdrawalRequested: {
    firstName: string
    region: Region
    shortId: string
    amount: Cents
    bankAccount: string
  }
  /** Staff have corrected the balance, or written off what the family owed. */
  BalanceAdjusted: {
    firstName: string
    region: Region
    shortId: string
    /** Negative if it was taken from the family. */
    amount: Cents
    description: string
    portalUrl: string
  }
  /** Where withdrawals go has changed: nobody in the family may learn of it too late. */
  BankAccountChanged: {
    firstName: string
    region: Region
    shortId: string
    last4: string
    status: 'Added' | 'Removed'
    /** When the first payout to it is possible, in words; null without a wait. */
    payableFrom: string | null
  }
  StatementReady: {
    firstName: string
    region: Region
    shortId: string
    schoolName: string
    /** Its first day. */
    month: CalendarDate
    portalUrl: string
  }
  WithdrawalDecided: {
    firstName: string
    region: Region
    shortId: string
    amount: Cents
    status: 'Approved' | 'Paid' | 'Declined'
    reason: string | null
    /** In place of the letter's own words. */
    words?: string
  }
  /** To our staff: a message was written in the portal. Without a name it is a visitor, who proved nothing. */
  SupportMessage: {
    conversationId: string
    name: string | null
    email: string
    region: Region
    /** The short ids of the customer's accounts, as a list in words. */
    accounts: string | null
    /** What the writer was looking at, where it matters. */
    about?: string | null
    body: string
  }
  SupportReply: { firstName: string | null; body: string; portalUrl: string }
  ContributionInvite: { firstName: string; inviteUrl: string }
}

export type MessageKind = keyof MessageFacts

/** Letters about a plan that was prepared. */
export type RenewalKind = 'PlanToReview' | 'RenewalReminder' | 'RenewalHeld' | 'RenewalResumed'

/** A message on its way out, as it is put into the outbox. */
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
