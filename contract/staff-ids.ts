import * as z from 'zod/mini'
import { described } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { uuid } from './staff-wire.ts'

/** What staff name by the beginning of its id. */
export const idKinds = [
  'Account',
  'Approval',
  'BankAccount',
  'CannedReply',
  'Care',
  'ContactChange',
  'Conversation',
  'Customer',
  'Document',
  'Dispute',
  'Enrolment',
  'FeeChange',
  'LedgerEntry',
  'Note',
  'OutboxMessage',
  'Payment',
  'PaymentRequest',
  'Plan',
  'PlanChange',
  'Remittance',
  'Review',
  'School',
  'StaffAction',
  'Student',
  'Withdrawal',
] as const
export type IdKind = (typeof idKinds)[number]

/** Ids that belong to one account: only among its own are they looked for. */
export const idKindsOfAccount = [
  'BankAccount',
  'Document',
  'Enrolment',
  'LedgerEntry',
  'Note',
  'Plan',
  'PlanChange',
  'StaffAction',
] as const satisfies IdKind[]

export const staffIds = endpoints({
  'GET /api/staff/ids': {
    summary: 'The ids of one kind that begin like this, at most ten: staff type the beginning',
    access: 'staff',
    role: 'support',
    query: z.object({
      kind: described('What it is the id of.', z.enum(idKinds)),
      beginning: described(
        'At least four hexadecimal digits; hyphens may be left out.',
        z
          .string()
          .check(z.regex(/^(-?[\da-f]){4,32}$/i, { error: 'Type at least four characters of an id' })),
      ),
      accountId: described('Needed for what belongs to an account.', z.optional(uuid)),
    }),
    reply: z.array(z.string()),
    refusals: ['not_found'],
  },
})
