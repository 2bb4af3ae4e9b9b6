import { calendarDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import type { MessageFacts, MessageKind } from './message.ts'

const portal = 'https://portal.larkwell.example'

const family = { firstName: 'Amelia', shortId: 'LW20418', schoolName: 'Wattle Ridge College' }
const payment = { ...family, region: 'AU', amount: cents(436_25) } as const
const reference = '9F3C21AB'
export const samplePayUrl = `${portal}/pay-now?request=Vb3kQ9xT2mN7sL4wR8yZ1c`
const sampleStopUrl = `${portal}/stop-change?key=Vb3kQ9xT2mN7sL4wR8yZ1c`
const requestId = '6f1d2c3b-8a4e-4f70-9b1c-2d3e4f5a6b7c'

/** Each kind with facts as they might be, to look at and to test. Nobody of these names exists. */
export const sampleFacts: { [Kind in MessageKind]: MessageFacts[Kind] } = {
  LogInCode: { code: '048213' },
  LogInLink: { firstName: 'Amelia', url: `${portal}/login?token=eyJhbGciOiJIUzI1NiJ9.c2FtcGxl.c2lnbmF0dXJl` },
  StaffCode: { code: '730164' },

  ContactChanged: {
    firstName: 'Amelia',
    region: 'AU',
    email: { from: 'a***@wattle.example', to: 'a***@ridge.example' },
    mobile: { from: '***156', to: '***157' },
    pausedUntil: 'Thu 19 November 2026, 4:05 pm (Sydney time)',
    stopUrl: sampleStopUrl,
  },
  ContactChangedText: {
    region: 'AU',
    email: null,
    mobile: { to: '***157' },
    stopUrl: sampleStopUrl,
  },
  ContactChangeStopped: {
    name: 'Amelia Walsh',
    region: 'AU',
    accounts: 'LW20418, LW20533',
    staffEmail: 'sam@larkwell.example',
    contactChangeId: requestId,
  },
  ContactChangeKept: { firstName: 'Amelia', region: 'AU' },

  Receipt: {
    ...payment,
    paidOn: calendarDate('2026-03-20'),
    surcharge: cents(4_36),
    basisPoints: 100,
    methodName: 'Visa ending 4242',
    reference,
  },
  PaymentFailed: { ...payment, reason: 'insufficient_funds', reference, retryOn: calendarDate('2026-03-25') },
  PaymentOverdue: { ...payment, reason: 'card_declined', dueOn: calendarDate('2026-03-20'), requestId },
  PaymentOverdueText: { region: 'AU', schoolName: family.schoolName, amount: payment.amount, requestId },
  RefundSent: { ...payment, reference, surcharge: cents(4_31), left: cents(431_94), requestId },
  PaymentReturned: { ...payment, reference },

  UpcomingDebit: {
    ...payment,
    region: 'UK',
    firstName: 'Harriet',
    shortId: 'LW30977',
    schoolName: 'Oakfield School',
    amount: cents(512_40),
    collectOn: calendarDate('2026-10-05'),
    frequency: 'Month',
    methodName: 'Bank account ending 2345',
    mandateReference: 'LARK-7F2K9Q',
    surcharge: cents(0),
    parts: [{ dueOn: calendarDate('2026-10-05'), amount: cents(512_40), isRetry: false }],
  },
  UpcomingDeposit: {
    ...payment,
    dueOn: calendarDate('2026-03-20'),
    billerCode: '284711',
    reference: '3104 2041 8827',
  },
  UpcomingText: {
    region: 'AU',
    schoolName: family.schoolName,
    amount: payment.amount,
    collectOn: calendarDate('2026-03-20'),
  },

  PaymentRequest: { ...payment, dueOn: calendarDate('2026-04-17'), periodName: 'Term 2 2026', requestId },

  PlanSaved: {
    ...payment,
    tuitionYear: 2026,
    frequency: 'Fortnight',
    count: 24,
    last: cents(436_10),
    total: cents(10_469_85),
    startDate: calendarDate('2026-01-23'),
    endDate: calendarDate('2026-12-11'),
    portalUrl: `${portal}/payment-schedule`,
  },
  PlanInReview: { ...family, tuitionYear: 2026 },
  PlanReviewed: {
    ...family,
    tuitionYear: 2026,
    outcome: 'Changed',
    reason: 'We have added the scholarship that the school confirmed for Oliver.',
    portalUrl: `${portal}/payment-schedule`,
  },
  DiscountReviewed: {
    ...family,
    region: 'AU',
    tuitionYear: 2026,
    discount: 'Staff discount of 10% for Oliver Hart',
    reason: 'Wattle Ridge College has no record of this discount.',
    change: {
      totalBefore: cents(9_422_87),
      totalAfter: cents(10_469_85),
      paymentBefore: cents(392_62),
      paymentAfter: cents(440_21),
      count: 22,
      from: calendarDate('2026-02-20'),
    },
    portalUrl: `${portal}/payment-schedule`,
  },
  PlanToReview: { ...family, tuitionYear: 2027, portalUrl: `${portal}/payment-schedule` },
  PlanCompleted: { ...family, tuitionYear: 2026 },
  TemporaryPlanEnded: { ...family, portalUrl: `${portal}/payment-schedule` },
  FeesChanged: {
    ...family,
    region: 'AU',
    tuitionYear: 2027,
    frequency: 'Fortnight',
    before: { total: cents(10_469_85), toCollect: cents(6_979_85), each: cents(436_25) },
    after: { total: cents(10_709_85), toCollect: cents(7_219_85), each: cents(451_25) },
    firstOn: calendarDate('2027-06-18'),
    portalUrl: `${portal}/payment-schedule?year=2027`,
  },
  FeesChangedReview: { ...family, tuitionYear: 2027, status: 'Running' },
  FeesReviewed: {
    ...family,
    tuitionYear: 2027,
    outcome: 'Kept',
    reason: 'The new fees begin after you have left the school.',
    portalUrl: `${portal}/payment-schedule?year=2027`,
  },

  AccountActive: {
    ...family,
    region: 'AU',
    firstCollection: { amount: payment.amount, on: calendarDate('2026-03-20') },
    portalUrl: `${portal}/`,
  },
  AccountClosed: { ...family, region: 'AU', payments: { count: 3, amount: cents(2_577_00) } },
  DirectDebitAuthorised: {
    firstName: 'Amelia',
    region: 'AU',
    displayName: 'Bank account ending 3456',
    holderName: 'Amelia Hart',
    on: calendarDate('2026-03-10'),
    text: 'I authorise Larkwell to debit my account at the financial institution named above for the payments of my plan, until I say otherwise.',
    version: 3,
    agreementUrl: `${portal}/manage-payments`,
  },
  MandateActive: { firstName: 'Harriet', displayName: 'Bank account ending 2345', reference: 'LARK-7F2K9Q' },
  SourceUnusable: {
    firstName: 'Amelia',
    region: 'AU',
    displayName: 'Bank account ending 3456',
    cause: 'Bank',
    portalUrl: `${portal}/manage-payments`,
  },
  CardExpiring: {
    firstName: 'Amelia',
    displayName: 'Visa ending 4242',
    expiry: '2026-04',
    portalUrl: `${portal}/manage-payments`,
  },

  SwitchInvite: { ...family, region: 'AU', portalUrl: `${portal}/switch-account` },
  SwitchConfirmed: {
    ...family,
    region: 'AU',
    on: calendarDate('2026-03-20'),
    text: 'By confirming, you ask Larkwell to pay your school fees to the school when they are due, and agree to repay Larkwell in instalments.',
  },
  SwitchCompleted: { ...family, region: 'AU', frequency: null, portalUrl: `${portal}/payment-schedule` },
  IdentityReviewed: {
    firstName: 'Amelia',
    shortId: 'LW20418',
    outcome: 'Declined',
    reason: 'The photo is too dark to read the licence number.',
    portalUrl: `${portal}/verify-identity`,
  },
  InvoiceReviewed: {
    firstName: 'Amelia',
    shortId: 'LW20418',
    name: 'Invoice-term-1.pdf',
    outcome: 'Approved',
    reason: null,
    portalUrl: `${portal}/statements`,
  },
  SavedMethodCode: {
    code: '402193',
    region: 'AU',
    schoolName: 'Wattle Grove College',
    amount: cents(1250_00),
  },
  SavedMethodCodeMail: {
    code: '402193',
    region: 'AU',
    schoolName: 'Wattle Grove College',
    amount: cents(1250_00),
    firstName: 'Amelia',
  },
  WithdrawalCode: {
    code: '402193',
    region: 'AU',
    amount: cents(218_40),
    bankAccount: 'Bank account ending 6789',
  },
  WithdrawalRequested: {
    firstName: 'Amelia',
    region: 'AU',
    shortId: 'LW20418',
    amount: cents(218_40),
    bankAccount: 'Bank account ending 6789',
  },
  BalanceAdjusted: {
    firstName: 'Amelia',
    region: 'AU',
    shortId: 'LW20418',
    amount: cents(45_00),
    description: 'Excursion that was cancelled',
    portalUrl: `${portal}/transactions`,
  },
  BankAccountChanged: {
    firstName: 'Amelia',
    region: 'AU',
    shortId: 'LW20418',
    last4: '6789',
    status: 'Added',
  },
  StatementReady: {
    ...family,
    region: 'AU',
    month: calendarDate('2026-10-01'),
    portalUrl: `${portal}/statements`,
  },
  WithdrawalDecided: {
    firstName: 'Amelia',
    region: 'AU',
    shortId: 'LW20418',
    amount: cents(218_40),
    status: 'Paid',
    reason: null,
  },
  SupportMessage: {
    conversationId: '7f0c5a52-63c1-4d0e-9a53-1f1f6d6a2b90',
    name: 'Amelia Hart',
    email: 'amelia@example.com',
    region: 'AU',
    accounts: 'LW20418, LW20533',
    body: 'Can I pay twice a month?\nI am paid every second Thursday.',
  },
  SupportReply: {
    firstName: 'Amelia',
    body: 'Yes, you can pay twice a month.\nChoose Fortnight in your payment schedule; the amounts change with it.',
    portalUrl: `${portal}/`,
  },
  ContributionInvite: { firstName: 'Amelia', inviteUrl: 'https://fund.example/invite/7Qk2' },
}
