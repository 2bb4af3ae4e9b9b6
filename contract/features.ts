import { accounts } from './accounts.ts'
import { addressEntry } from './address-entry.ts'
import { calendarFeed } from './calendar-feed.ts'
import { careCalls } from './care.ts'
import { contactChanges } from './contact-change.ts'
import type { EndpointTable } from './endpoint.ts'
import { explanations } from './explanations.ts'
import { failedPayments } from './failed-payments.ts'
import { guestPayments } from './guest-payments.ts'
import { identity } from './identity.ts'
import { invoices } from './invoices.ts'
import { login } from './login.ts'
import { overview } from './overview.ts'
import { payNow } from './pay-now.ts'
import { paymentMethods } from './payment-methods.ts'
import { paymentSchedule } from './payment-schedule.ts'
import { planChanges } from './plan-changes.ts'
import { profile } from './profile.ts'
import { settings } from './settings.ts'
import { staffAccess } from './staff-access.ts'
import { staffAccounts } from './staff-accounts.ts'
import { staffActions } from './staff-actions.ts'
import { staffApprovals } from './staff-approvals.ts'
import { staffCare } from './staff-care.ts'
import { staffCompany } from './staff-company.ts'
import { staffCustomers } from './staff-customers.ts'
import { staffFamily } from './staff-family.ts'
import { staffFamilyLedger } from './staff-family-ledger.ts'
import { staffFamilyNotes } from './staff-family-notes.ts'
import { staffFamilyPlans } from './staff-family-plans.ts'
import { staffFamilyRecords } from './staff-family-records.ts'
import { staffCannedReplies } from './staff-canned-replies.ts'
import { staffConversations } from './staff-conversations.ts'
import { staffDisputes } from './staff-disputes.ts'
import { staffFeeChanges } from './staff-fee-changes.ts'
import { staffFind } from './staff-find.ts'
import { staffHolidays } from './staff-holidays.ts'
import { staffIds } from './staff-ids.ts'
import { staffMoney } from './staff-money.ts'
import { staffPayments } from './staff-payments.ts'
import { staffPayouts } from './staff-payouts.ts'
import { staffPlanChanges } from './staff-plan-changes.ts'
import { staffQueue } from './staff-queue.ts'
import { staffReviews } from './staff-reviews.ts'
import { staffSchoolStanding } from './staff-school-standing.ts'
import { staffSchools } from './staff-schools.ts'
import { staffSwitches } from './staff-switches.ts'
import { staffTexts } from './staff-texts.ts'
import { statements } from './statements.ts'
import { support } from './support.ts'
import { switchAccount } from './switch-account.ts'
import { transactions } from './transactions.ts'
import { withdrawals } from './withdrawals.ts'

/** A chapter of the API reference. */
export type Feature = { name: string; about: string; calls: EndpointTable }

/** In the order in which a new reader needs them. */
export const customerFeatures: Feature[] = [
  { name: 'Logging in', about: 'From an e-mail address to a session token, and out again.', calls: login },
  { name: 'Settings', about: 'The settings that a client needs before log-in.', calls: settings },
  { name: 'Accounts', about: 'The accounts of a customer, and what each of them allows.', calls: accounts },
  { name: 'Overview', about: 'The state of an account, in one call.', calls: overview },
  {
    name: 'Paying now',
    about:
      'Payments besides the plan. Each has a client request id: the same one never takes money twice, however often it is sent.',
    calls: payNow,
  },
  {
    name: 'Transactions',
    about: 'Completed and pending transactions, and their receipts.',
    calls: transactions,
  },
  {
    name: 'Payment methods',
    about: 'Cards and bank accounts, and the repayments that come from them.',
    calls: paymentMethods,
  },
  {
    name: 'Payment plan',
    about: 'The plan of a school year: its fees, its choices and its payments.',
    calls: paymentSchedule,
  },
  {
    name: 'Changing a plan',
    about: 'Moving or skipping payments of a running plan, and undoing such changes.',
    calls: planChanges,
  },
  {
    name: 'Failed payments',
    about: 'The day and the payment method with which a failed payment is retried.',
    calls: failedPayments,
  },
  { name: 'Help with paying', about: 'For families that find it hard to pay.', calls: careCalls },
  { name: 'Statements', about: 'Statements of account, as PDF.', calls: statements },
  { name: 'Invoices', about: 'Invoices of schools, issued or uploaded.', calls: invoices },
  {
    name: 'Withdrawals',
    about: 'Credit that is paid out to a bank account of the customer.',
    calls: withdrawals,
  },
  { name: 'Explanations', about: 'How a balance or a total is made up.', calls: explanations },
  {
    name: 'Calendar',
    about: 'Payments to come as a calendar feed, which any calendar can subscribe to.',
    calls: calendarFeed,
  },
  { name: 'Profile', about: 'The personal data that we hold about the customer.', calls: profile },
  { name: 'Identity', about: 'Proof of identity, by licence or passport.', calls: identity },
  {
    name: 'Switching to instalments',
    about: 'The details and consents that a switch needs.',
    calls: switchAccount,
  },
  { name: 'Addresses', about: 'Finding an address while it is typed.', calls: addressEntry },
  {
    name: 'Stopping a contact change',
    about: 'For customers who are notified of a change of contact details that they did not request.',
    calls: contactChanges,
  },
  { name: 'Support', about: 'Talking to our team.', calls: support },
]

export const guestFeatures: Feature[] = [
  {
    name: 'Paying by link',
    about:
      'A payment link lets anyone who has it see the payment request and pay it, without logging in. Every call names the request by the secret in the link.',
    calls: guestPayments,
  },
]

export const staffFeatures: Feature[] = [
  {
    name: 'Staff access',
    about: 'Staff log-in, members of staff, and the audit trail.',
    calls: staffAccess,
  },
  {
    name: 'Short ids',
    about: 'Finding a full id by its beginning.',
    calls: staffIds,
  },
  {
    name: 'Find',
    about: 'One search over families, people, students, payments, requests and schools.',
    calls: staffFind,
  },
  { name: 'Customers', about: 'The customers, and their personal data.', calls: staffCustomers },
  {
    name: 'Family accounts',
    about: 'Accounts, their members and the children in them.',
    calls: staffAccounts,
  },
  {
    name: 'A family',
    about: 'A family at a glance, with its people and its account.',
    calls: staffFamily,
  },
  {
    name: 'The ledger of a family',
    about: 'Every entry with the balance after it and its postings.',
    calls: staffFamilyLedger,
  },
  {
    name: 'The plans of a family',
    about: 'Every version of a plan, its changes, and the remaining payments.',
    calls: staffFamilyPlans,
  },
  {
    name: 'The records of a family',
    about: "A family's payments, documents, messages and activity.",
    calls: staffFamilyRecords,
  },
  {
    name: 'Notes about a family',
    about: 'Notes of staff for their colleagues.',
    calls: staffFamilyNotes,
  },
  {
    name: 'Money',
    about: 'Payment requests, payments, refunds, withdrawals, deposits and remittances.',
    calls: staffMoney,
  },
  {
    name: 'Payouts',
    about: 'Bank accounts for withdrawals, and payout batches for the bank.',
    calls: staffPayouts,
  },
  {
    name: 'Actions',
    about: 'Actions of staff for a family: previewed, carried out once, and undone while that is possible.',
    calls: staffActions,
  },
  {
    name: 'Answering families',
    about: 'Facts for answering a conversation, and closing it.',
    calls: staffConversations,
  },
  { name: 'Canned replies', about: 'Prepared answers to frequent questions.', calls: staffCannedReplies },
  { name: 'One payment', about: 'All details of one payment.', calls: staffPayments },
  {
    name: 'Disputes',
    about: 'Disputed payments, and our evidence for the banks.',
    calls: staffDisputes,
  },
  { name: 'Approvals', about: 'Actions that need the approval of a second person.', calls: staffApprovals },
  { name: 'Queue', about: 'Tasks that wait for staff, and who has taken them.', calls: staffQueue },
  { name: 'Reviews', about: "Decisions that staff make about families' requests.", calls: staffReviews },
  { name: 'Plan changes', about: 'Changes of running plans.', calls: staffPlanChanges },
  { name: 'Care', about: 'Requests of families that find it hard to pay.', calls: staffCare },
  { name: 'Switches', about: 'Families that switch to instalments.', calls: staffSwitches },
  { name: 'Schools', about: 'Schools, what they charge, and card surcharges.', calls: staffSchools },
  {
    name: 'School progress',
    about: "Set-up, collections and arrears of each school's families.",
    calls: staffSchoolStanding,
  },
  {
    name: 'Fee changes',
    about: 'New fees for a year that families already pay for.',
    calls: staffFeeChanges,
  },
  { name: 'Holidays', about: 'Bank holidays.', calls: staffHolidays },
  { name: 'Texts', about: 'Texts that families rely on, with their versions.', calls: staffTexts },
  {
    name: 'Company',
    about: 'Settings, messages, jobs and conversations with families.',
    calls: staffCompany,
  },
]
