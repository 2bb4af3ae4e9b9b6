import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { CollectedPart } from '#domain/plan/next-payment.ts'
import type { Frequency } from '#domain/plan/payment-schedule.ts'
import type { DeclineReason } from '#domain/payments.ts'
import type { Region } from '#domain/region.ts'

/** What most letters about money have in common. */
type AboutPayment = {
  firstName: string
  region: Region
  shortId: string
  schoolName: string
  amount: Cents
}

/** Of a payment by link: the request, whose link is put in when the letter leaves. */
type PaidByLink = { requestId?: string }

/**
 * The facts of each message, as it waits in the outbox. It becomes words when it leaves, so that a row is small, holds
 * nothing but facts, and can be shown to staff in the design of the day.
 */
export type MessageFacts = {
  LogInCode: { code: string }
  LogInLink: { firstName: string; url: string }
  StaffCode: { code: string }

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

  Receipt: AboutPayment & {
    paidOn: CalendarDate
    surcharge: Cents
    basisPoints: number
    methodName: string | null
    reference: string
  }
  /** A payment that did not go through; when it is tried again, if it is. */
  PaymentFailed: AboutPayment &
    PaidByLink & {
      reason: DeclineReason
      reference: string
      retryOn: CalendarDate | null
      /** All that is collected on the day of the new try, if that is more than this payment. */
      onThatDay?: { total: Cents; parts: CollectedPart[] }
    }
  /** Nothing is tried any more: the family must act. The link of the payment request is put in when it leaves. */
  PaymentOverdue: AboutPayment & { reason: DeclineReason | null; dueOn: CalendarDate; requestId: string }
  PaymentOverdueText: { region: Region; schoolName: string; amount: Cents; requestId: string }
  /** What is left of its request is to be paid again, where one is behind it and open. */
  RefundSent: AboutPayment & { reference: string; surcharge?: Cents; left?: Cents; requestId?: string }
  PaymentReturned: AboutPayment & PaidByLink & { reference: string }

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
  }
  /** For those who pay by BPAY themselves. */
  UpcomingDeposit: AboutPayment & {
    dueOn: CalendarDate
    billerCode: string
    reference: string
    parts?: CollectedPart[]
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
  PlanReviewed: {
    firstName: string
    shortId: string
    schoolName: string
    tuitionYear: number
    outcome: 'Approved' | 'Changed' | 'Declined'
    reason: string | null
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
  PlanToReview: {
    firstName: string
    shortId: string
    schoolName: string
    tuitionYear: number
    portalUrl: string
  }
  PlanCompleted: { firstName: string; shortId: string; schoolName: string; tuitionYear: number }
  TemporaryPlanEnded: { firstName: string; shortId: string; schoolName: string; portalUrl: string }
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
    portalUrl: string
  }
  InvoiceReviewed: {
    firstName: string
    shortId: string
    name: string
    outcome: 'Approved' | 'Declined'
    reason: string | null
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
  }
  /** To our staff: a message was written in the portal. Without a name it is a visitor, who proved nothing. */
  SupportMessage: {
    conversationId: string
    name: string | null
    email: string
    region: Region
    /** The short ids of the customer's accounts, as a list in words. */
    accounts: string | null
    body: string
  }
  SupportReply: { firstName: string | null; body: string; portalUrl: string }
  ContributionInvite: { firstName: string; inviteUrl: string }
}

export type MessageKind = keyof MessageFacts

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
