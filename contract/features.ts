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

/** In the order in which somebody who starts needs them. */
export const customerFeatures: Feature[] = [
  { name: 'Logging in', about: 'From an e-mail address to a session token, and out again.', calls: login },
  { name: 'Settings', about: 'What a client needs to know before anybody logs in.', calls: settings },
  { name: 'Accounts', about: 'The accounts of a customer, and what each of them allows.', calls: accounts },
  { name: 'Overview', about: 'How an account stands, in one call.', calls: overview },
  {
    name: 'Paying now',
    about:
      'Payments besides the plan. Each has a client request id: the same one never takes money twice, however often it is sent.',
    calls: payNow,
  },
  {
    name: 'Transactions',
    about: 'What was paid, what is on its way, and receipts for it.',
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
    about: 'Moving or skipping payments of a plan that runs, and undoing it.',
    calls: planChanges,
  },
  {
    name: 'Failed payments',
    about: 'When and from where a payment that failed is tried again.',
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
  { name: 'Explanations', about: 'What a balance or a total is made of.', calls: explanations },
  {
    name: 'Calendar',
    about: 'Payments to come as a calendar feed, which any calendar can subscribe to.',
    calls: calendarFeed,
  },
  { name: 'Profile', about: 'What we hold about the customer.', calls: profile },
  { name: 'Identity', about: 'Proving who one is, by licence or passport.', calls: identity },
  {
    name: 'Switching to instalments',
    about: 'What a family gives and agrees to when it switches.',
    calls: switchAccount,
  },
  { name: 'Addresses', about: 'Finding an address while it is typed.', calls: addressEntry },
  {
    name: 'Stopping a contact change',
    about: 'For who gets told of a change of contact details and did not ask for it.',
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
    about: 'How members of staff log in, who they are, and what was done by whom.',
    calls: staffAccess,
  },
  {
    name: 'Short ids',
    about: 'The whole id of something of which staff type the beginning.',
    calls: staffIds,
  },
  {
    name: 'Find',
    about: 'One search over families, people, students, payments, requests and schools.',
    calls: staffFind,
  },
  { name: 'Customers', about: 'The people we deal with.', calls: staffCustomers },
  {
    name: 'Family accounts',
    about: 'Accounts, their members and the children in them.',
    calls: staffAccounts,
  },
  {
    name: 'A family',
    about: 'How a family stands, with its people and its account, as staff see it first.',
    calls: staffFamily,
  },
  {
    name: 'The ledger of a family',
    about: 'Every entry with the balance after it, and what was booked.',
    calls: staffFamilyLedger,
  },
  {
    name: 'The plans of a family',
    about: 'Every version of a plan, what it changed, and what is left to pay.',
    calls: staffFamilyPlans,
  },
  {
    name: 'The records of a family',
    about: 'Its payments, documents and messages, and what was done to it and by it.',
    calls: staffFamilyRecords,
  },
  {
    name: 'Notes about a family',
    about: 'What staff want the next person to know.',
    calls: staffFamilyNotes,
  },
  {
    name: 'Money',
    about: 'Payment requests, payments, refunds, withdrawals, deposits and remittances.',
    calls: staffMoney,
  },
  {
    name: 'Payouts',
    about: 'Where families are paid to, and the batches in which their money goes to the bank.',
    calls: staffPayouts,
  },
  {
    name: 'Actions',
    about: 'What staff do for a family, seen before it is done, done once, and undone as long as it can be.',
    calls: staffActions,
  },
  {
    name: 'Answering families',
    about: 'What to know while answering a conversation, and closing it.',
    calls: staffConversations,
  },
  { name: 'Canned replies', about: 'Answers that staff give often.', calls: staffCannedReplies },
  { name: 'One payment', about: 'A payment with all that is known about it.', calls: staffPayments },
  {
    name: 'Disputes',
    about: 'Payments that payers dispute, and what we tell their banks.',
    calls: staffDisputes,
  },
  { name: 'Approvals', about: 'What a second person has to agree to.', calls: staffApprovals },
  { name: 'Queue', about: 'What waits for people, and who has taken it.', calls: staffQueue },
  { name: 'Reviews', about: 'Questions that people decide.', calls: staffReviews },
  { name: 'Plan changes', about: 'Changes of plans that run.', calls: staffPlanChanges },
  { name: 'Care', about: 'Families that find it hard to pay.', calls: staffCare },
  { name: 'Switches', about: 'Families that change to instalments.', calls: staffSwitches },
  { name: 'Schools', about: 'Schools, what they charge, and card surcharges.', calls: staffSchools },
  {
    name: 'How schools stand',
    about: 'What the families of a school have set up, paid and not paid.',
    calls: staffSchoolStanding,
  },
  {
    name: 'Fee changes',
    about: 'Other fees for a year that families pay for already.',
    calls: staffFeeChanges,
  },
  { name: 'Holidays', about: 'The days on which banks do not clear.', calls: staffHolidays },
  { name: 'Texts', about: 'Texts that families rely on, with their versions.', calls: staffTexts },
  {
    name: 'Company',
    about: 'Settings, messages, jobs and conversations with families.',
    calls: staffCompany,
  },
]
