import type { Command } from './command.ts'
import { accessCommands } from './commands/access.ts'
import { accountCommands } from './commands/accounts.ts'
import { actionCommands } from './commands/actions.ts'
import { approvalCommands } from './commands/approvals.ts'
import { conversationCommands } from './commands/conversations.ts'
import { familyCommands } from './commands/families.ts'
import { familyRecordCommands } from './commands/family-records.ts'
import { findCommands } from './commands/find.ts'
import { disputeCommands } from './commands/disputes.ts'
import { auditCommands } from './commands/audit.ts'
import { customerCommands } from './commands/customers.ts'
import { depositCommands } from './commands/deposits.ts'
import { firstAdminCommands } from './commands/first-admin.ts'
import { careCommands } from './commands/care.ts'
import { flexibilityCommands } from './commands/flexibility.ts'
import { holidayCommands } from './commands/holidays.ts'
import { jobCommands } from './commands/jobs.ts'
import { memberCommands } from './commands/members.ts'
import { moneyCommands } from './commands/money.ts'
import { outboxCommands } from './commands/outbox.ts'
import { payoutCommands } from './commands/payouts.ts'
import { planChangeCommands } from './commands/plan-changes.ts'
import { queueCommands } from './commands/queue.ts'
import { requestCommands } from './commands/requests.ts'
import { reviewCommands } from './commands/reviews.ts'
import { schoolStandingCommands } from './commands/school-standing.ts'
import { schoolCommands } from './commands/schools.ts'
import { settingsCommands } from './commands/settings.ts'
import { switchCommands } from './commands/switches.ts'
import { textCommands } from './commands/texts.ts'
import { twoFactorCommands } from './commands/two-factor.ts'

/** The nouns, each with what it is about. A noun appears in the help once it has a command. */
export const groups: Record<string, string> = {
  customers: 'The people who pay: find, show, create, edit, contact, disable',
  accounts: 'Their accounts: show, create, edit, members, standing',
  families: 'All about one family: show, why, ledger, entry, export, plans, payments, activity',
  documents: 'Documents of a family: list, save',
  messages: 'What a family was sent: list, show',
  notes: 'Notes of staff about a family: list, add, edit, delete',
  students: 'Children, enrolments and who pays which share',
  requests: 'Payment requests: list, show, create, cancel, send again, import',
  payments: 'What families paid, and money that came without the provider',
  refunds: 'Payments that go back',
  disputes: 'Payments that payers dispute: list, evidence, send, accept',
  withdrawals: 'Credit that families take out',
  'bank-accounts': 'Where families take their credit to: list, add, remove',
  deposits: 'Unmatched BPAY deposits',
  money: 'Money waiting for action',
  remittances: 'What is due to the schools and was paid to them',
  approvals: 'Second approvals: list, approve, decline',
  queue: 'Everything waiting for a decision',
  reviews: 'Decisions on plans, identity documents, invoices and withdrawals',
  switch: 'Changes to instalments: invite, withdraw, complete',
  plans: 'Custom plans, and changes to current plans',
  care: 'Hardship requests: list, show, open, preview, offer, decline, extend',
  actions: 'Recent desk actions for a family: list, undo',
  schools: 'Schools and their policies',
  fees: 'What schools charge',
  enrolments: 'Families and students from a file',
  holidays: 'Bank holidays',
  rates: 'Card surcharges',
  conversations: 'Chat with customers',
  replies: 'Canned replies',
  outbox: 'Mails and text messages that we send',
  errors: 'Browser errors',
  jobs: 'Scheduled jobs and their last run',
  texts: 'Agreements and their versions: list, show, publish',
  settings: 'Contact details and name of the company, and which features are on',
  staff: 'Staff and their roles',
  'two-factor': 'Your authenticator app: set up, remove, recovery codes, reset for others',
  audit: 'Who did what, and why',
}

export const commands: Command[] = [
  ...accessCommands,
  ...auditCommands,
  ...twoFactorCommands,
  ...firstAdminCommands,
  ...findCommands,
  ...customerCommands,
  ...accountCommands,
  ...familyCommands,
  ...familyRecordCommands,
  ...outboxCommands,
  ...settingsCommands,
  ...jobCommands,
  ...memberCommands,
  ...requestCommands,
  ...conversationCommands,
  ...moneyCommands,
  ...disputeCommands,
  ...depositCommands,
  ...payoutCommands,
  ...approvalCommands,
  ...queueCommands,
  ...actionCommands,
  ...reviewCommands,
  ...planChangeCommands,
  ...careCommands,
  ...schoolCommands,
  ...schoolStandingCommands,
  ...flexibilityCommands,
  ...holidayCommands,
  ...switchCommands,
  ...textCommands,
]
