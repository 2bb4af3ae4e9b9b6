import * as z from 'zod/mini'
import { described } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { uuid } from './staff-wire.ts'

/** The kinds of items that staff identify by the beginning of an id. */
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

/** The kinds that belong to one account; they are searched only within it. */
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
    summary: 'The ids of one kind with this beginning, at most ten',
    access: 'support',
    query: z.object({
      kind: described('The kind of item.', z.enum(idKinds)),
      beginning: described(
        'At least four hexadecimal digits; hyphens may be left out.',
        z
          .string()
          .check(z.regex(/^(-?[\da-f]){4,32}$/i, { error: 'Type at least four characters of an id' })),
      ),
      accountId: described('Required for kinds that belong to an account.', z.optional(uuid)),
    }),
    reply: z.array(z.string()),
    refusals: ['not_found'],
  },
})
