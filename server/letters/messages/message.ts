import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { CollectedPart } from '#domain/plan/next-payment.ts'
import type { ChangeDetails, ChangeStatus } from '#domain/plan/changes/plan-change.ts'
import type { Frequency } from '#domain/plan/payment-schedule.ts'
import type { UnfinishedReason } from '#domain/plan/unfinished-plans.ts'
import type { DeclineReason } from '#domain/payments.ts'
import type { RepaymentSourceType } from '#domain/payment-methods/payment-methods.ts'
import type { Region } from '#domain/region.ts'
import type { ToMember } from './letter.ts'
import type { AboutEnd, AboutRenewal } from './plan-facts.ts'

/** The reader of a letter, and the account that it is about. */
type Member = { firstName: string; shortId: string }
type RegionalMember = Member & { region: Region }
type AboutMember = ToMember & { region: Region }

/** The facts that most letters about money share. */
type AboutPayment = AboutMember & { amount: Cents }

/** What staff say about a decision: why they declined, or words that replace the letter's own. */
type StaffReason = { reason: string | null; words?: string }

/** The day announced before; the bank holiday on it, if that is the reason. */
export type MovedFrom = { day: CalendarDate; reason: string | null }

/** The request of a payment by link. Its link is added when the letter is sent. */
type PaidByLink = { requestId?: string }

type DisputedPayment = { paidOn: CalendarDate | null; methodName: string | null }

/** The amount to be paid again and its due date; empty if it was paid in another way. */
type OwedAgain = { owing: Cents; dueOn: CalendarDate | null }

/** The part of an instalment that a payment paid, or all of it. */
export type PaidInstalment = {
  dueOn: CalendarDate
  amount: Cents
  isPart: boolean
  /** Paid besides the payments of the plan. */
  isExtra?: true
}

/** The details of a receipt besides the sums: student, instalment, period and the remaining amount. */
export type ReceiptDetails = {
  /** Null if the reader need not know. */
  payerName: string | null
  students: string[]
  /** "3 of 24, due 20 March 2026" */
  instalment: string | null
  /** The overdue instalments that the payment paid, the oldest first. */
  pays: PaidInstalment[]
  /** "Term 2 2026", "School year 2026/27" */
  period: string | null
  /** The rest of a request that was paid in part. */
  stillToPay: { amount: Cents; dueOn: CalendarDate } | null
}

/**
 * The facts of each message, as stored in the outbox. They become words when it is sent, so that a row is small, holds
 * only facts, and can be shown to staff in the current design.
 */
export type MessageFacts = {
  LogInCode: { code: string }
  LogInLink: { firstName: string; url: string }
  StaffCode: { code: string }
  /** To a member of staff: what has happened to their second factor. */
  StaffTwoFactor: {
    name: string
    status: 'Enrolled' | 'Removed' | 'Reset' | 'RecoveryCodesRenewed' | 'RecoveryCodeUsed'
    /** The time, as a text. */
    at: string
    /** The e-mail of the admin who has reset it. */
    by: string | null
    codesLeft: number | null
  }

  /** A member of staff has changed something on behalf of the customer. */
  DoneByStaff: AboutMember & {
    staffEmail: string
    /** The action, as a text: "saved a payment plan". */
    action: string
    /** The time in the region's time zone, as a text. */
    at: string
    /** Done at the desk, not in the portal on behalf of the customer. */
    isAtDesk?: boolean
  }
  /** A member of staff has opened the portal as the customer sees it. */
  OpenedByStaff: { firstName: string; region: Region; staffEmail: string; at: string }

  /** E-mail or mobile has changed: to every address, old and new. The addresses are masked. */
  ContactChanged: {
    firstName: string
    region: Region
    email: { from: string; to: string } | null
    mobile: { from: string | null; to: string | null } | null
    /** A time in the region's time zone, as a text. */
    pausedUntil: string
    /** Only for the former addresses. */
    stopUrl: string | null
  }
  /** A text message has room for the new address only. */
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
    paymentId: string
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
      /** Everything collected on the day of the new try, if that is more than this payment. */
      onThatDay?: { total: Cents; parts: CollectedPart[] }
      /** Set while the family's payments are on hold: it is not tried again for now. */
      isHeld?: boolean
    }
  /**
   * No more tries: the family must act. The message covers all arrears, with their parts, the oldest first, and the
   * fees for returned debits. The link of the payment request is added when it is sent.
   */
  PaymentOverdue: AboutPayment & {
    reason: DeclineReason | null
    methodType?: RepaymentSourceType | null
    dueOn: CalendarDate
    requestId: string
    parts?: { dueOn: CalendarDate; amount: Cents }[]
    fee?: Cents
    /** The number of earlier reminders. */
    reminders?: number
  }
  PaymentOverdueText: { region: Region; schoolName: string; amount: Cents; requestId: string }
  /** Has the remaining amount of the payment's request, if that is open. */
  RefundSent: AboutPayment & { reference: string; surcharge?: Cents; left?: Cents; requestId?: string }
  /** A bank has returned a debit for good. Older stored messages have fewer facts. */
  PaymentReturned: AboutPayment & PaidByLink & { reference: string } & Partial<DisputedPayment & OwedAgain>
  /** A bank asks about a payment, or has taken it back until it decides. */
  DisputeOpened: AboutPayment &
    PaidByLink &
    DisputedPayment & { reference: string; openedOn: CalendarDate; isInquiry: boolean }
  /** The bank has decided for or against the payment, or has dropped its inquiry. */
  DisputeDecided: AboutPayment &
    PaidByLink &
    DisputedPayment &
    OwedAgain & { reference: string; outcome: 'Won' | 'Lost' | 'Dropped' }

  /** The notice before every debit: amount, day, frequency, reference and sender. */
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
  /** The notice for families that pay by BPAY themselves. */
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
    /** Declared discounts, each as a text. */
    declared?: string[]
  }
  PlanInReview: { firstName: string; shortId: string; schoolName: string; tuitionYear: number }
  /** A change of a running plan is made, requested, withdrawn or refused. */
  PlanChange: AboutMember & {
    tuitionYear: number
    details: ChangeDetails
    status: ChangeStatus
    undoUntil: CalendarDate | null
    /** What it costs, in the words that families rely on: `agreement_text`. */
    note?: string
    /** The day by whose end a request is answered. */
    answerBy?: CalendarDate
    /** The answer of staff to a request. The reason for an approval is not included. */
    answer?: { reason: string | null }
    portalUrl: string
  }
  /** Payments are on hold or continue, or staff have answered a request for help. */
  PaymentHold: AboutMember & {
    portalUrl: string
    news:
      | {
          event: 'Held'
          until: CalendarDate
          /** Payments that can no longer be stopped. */
          underWay: { date: CalendarDate; amount: Cents }[]
          /** Null for a member who has not asked for help. */
          asked: { reference: string; answerBy: CalendarDate } | null
        }
      | { event: 'Extended'; until: CalendarDate }
      | { event: 'Offered' | 'Declined'; reference: string }
      | { event: 'Ended'; isOver: boolean; next: { on: CalendarDate; amount: Cents } | null }
  }
  PlanReviewed: ToMember &
    StaffReason & {
      tuitionYear: number
      outcome: 'Approved' | 'Changed' | 'Declined'
      /** The first payment of an approved plan, and the day that the family had chosen if it differs. */
      first?: { on: CalendarDate; instead: CalendarDate | null }
      portalUrl: string
    }
  /** Staff have confirmed or declined a discount that the family declared. */
  DiscountReviewed: AboutMember &
    StaffReason & {
      tuitionYear: number
      /** "Staff discount of 10% for Isla Hart" */
      discount: string
      /** The change of the plan; null if nothing changes. */
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
  /** The plan's first day has come, and nothing could be collected. */
  RenewalHeld: AboutRenewal
  /** The plan has a payment method now and continues with new days. */
  RenewalResumed: AboutRenewal
  /** Messages stored before plans had a successor lack the sum paid and the next plan. */
  PlanCompleted: AboutEnd & { tuitionYear: number }
  TemporaryPlanEnded: AboutEnd & {
    tuitionYear?: number
    /** The amounts of the same plan still to be collected. */
    remaining?: { count: number; total: Cents; amount: Cents; on: CalendarDate } | null
    /** The overdue amount of the plan. */
    overdue?: Cents
  }
  /** A plan cannot start because the family has not saved it, staff have not decided, or there is none. */
  PlanUnfinished: ToMember & {
    tuitionYear: number
    status: UnfinishedReason
    /** The first day of the plan; without a plan, that of the school year. */
    startsOn: CalendarDate
    isPast: boolean
    /** Null if the family must contact us. */
    portalUrl: string | null
  }
  /** The school has new fees, and the plan follows them. */
  FeesChanged: AboutMember & {
    tuitionYear: number
    frequency: Frequency
    before: { total: Cents; toCollect: Cents; each: Cents }
    after: { total: Cents; toCollect: Cents; each: Cents }
    /** The day of the first changed payment; null if nothing is left to collect. */
    firstOn: CalendarDate | null
    portalUrl: string
  }
  /** The school has new fees, and staff review the plan. */
  FeesChangedReview: ToMember & {
    tuitionYear: number
    status: 'Running' | 'InReview' | 'Completed'
  }
  FeesReviewed: ToMember &
    StaffReason & {
      tuitionYear: number
      outcome: 'Settled' | 'Kept'
      portalUrl: string
    }

  AccountActive: AboutMember & {
    firstCollection: { amount: Cents; on: CalendarDate } | null
    portalUrl: string
  }
  AccountClosed: AboutMember & {
    /** Payments of its plans that are no longer collected. */
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
  /** A payment method was added, chosen or removed. Sent to every member of the account. */
  MethodChanged: AboutMember & {
    displayName: string
    /** Added beside another or as the one that pays, chosen now or from a day on, left as it was, or removed. */
    change: 'Added' | 'AddedActive' | 'Active' | 'Planned' | 'Kept' | 'Removed'
    /** The day from which a planned change holds. */
    from: CalendarDate | null
    /** The time in the region's time zone, as a text. */
    at: string
    portalUrl: string
  }
  /** The bank has taken up a UK Direct Debit Instruction. */
  MandateActive: { firstName: string; displayName: string; reference: string }
  SourceUnusable: {
    firstName: string
    region: Region
    displayName: string
    /** Whether the bank ended the method or it expired. */
    cause: 'Bank' | 'Expiry'
    portalUrl: string
  }
  CardExpiring: { firstName: string; displayName: string; expiry: string; portalUrl: string }

  /** Staff invite a family to pay in instalments. */
  SwitchInvite: AboutMember & {
    portalUrl: string
  }
  /** The text that the family agreed to. */
  SwitchConfirmed: AboutMember & {
    on: CalendarDate
    text: string
  }
  SwitchCompleted: AboutMember & {
    /** The frequency of an existing plan; otherwise the family chooses it next. */
    frequency: Frequency | null
    portalUrl: string
  }
  IdentityReviewed: Member &
    StaffReason & {
      outcome: 'Approved' | 'Declined'
      portalUrl: string
    }
  /** Staff have undone a decision and decide again. */
  DecisionTakenBack: ToMember & {
    /** "your plan for 2027" */
    about: string
    /** Nothing is taken from the family until it is decided again. */
    isCollectionStopped: boolean
  }
  InvoiceReviewed: Member &
    StaffReason & {
      name: string
      outcome: 'Approved' | 'Declined'
      portalUrl: string
    }
  /** A code for the owner of a saved method that a payment link is to use. */
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
  WithdrawalRequested: RegionalMember & {
    amount: Cents
    bankAccount: string
  }
  /** Staff have corrected the balance, or written off what the family owed. */
  BalanceAdjusted: RegionalMember & {
    /** Negative if it was taken from the family. */
    amount: Cents
    description: string
    portalUrl: string
  }
  /** The bank account for withdrawals has changed; every member must know in time. */
  BankAccountChanged: RegionalMember & {
    last4: string
    status: 'Added' | 'Removed'
    /** The time of the first possible payout to it, as a text; null without a waiting time. */
    payableFrom: string | null
  }
  StatementReady: AboutMember & {
    /** The month's first day. */
    month: CalendarDate
    portalUrl: string
  }
  WithdrawalDecided: RegionalMember &
    StaffReason & {
      amount: Cents
      status: 'Approved' | 'Paid' | 'Declined'
    }
  /** To staff: somebody has written a message in the portal. Without a name it is an unverified visitor. */
  SupportMessage: {
    conversationId: string
    name: string | null
    email: string
    region: Region
    /** The short ids of the customer's accounts, as a list in words. */
    accounts: string | null
    /** The subject that the writer had open, if it matters. */
    about?: string | null
    body: string
  }
  SupportReply: { firstName: string | null; body: string; portalUrl: string }
  ContributionInvite: { firstName: string; inviteUrl: string }
}

export type MessageKind = keyof MessageFacts

/** The letters about a renewed plan. */
export type RenewalKind = 'PlanToReview' | 'RenewalReminder' | 'RenewalHeld' | 'RenewalResumed'

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
