import * as z from 'zod/mini'
import { holderNameMaxLength } from '#domain/payment-methods/payment-methods.ts'
import { regions } from '#domain/region.ts'
import { payoutAccountRules } from '#domain/withdrawals.ts'
import { described, named } from './documented.ts'
import { endpoints, file } from './endpoint.ts'
import { approval, awaitsApproval } from './staff-approvals.ts'
import { change, countInQuery, payoutNumber, uuid, accountId } from './staff-wire.ts'
import { amount, id, instant, line } from './wire.ts'
import { bankAccount } from './withdrawals.ts'

const payoutBankAccount = z.object({
  ...bankAccount.shape,
  verifiedAt: described('Without it, no family may choose this account.', z.nullable(instant)),
})
export type StaffBankAccount = z.infer<typeof payoutBankAccount>

/** The account that Australian payouts leave from, as the bank's file names it. */
export const payoutAccount = z.strictObject({
  bank: described('Its three letters.', z.string().check(z.regex(payoutAccountRules.bank))),
  userId: described('Our user id at the bank.', z.string().check(z.regex(payoutAccountRules.userId))),
  bsb: z.string().check(z.regex(payoutAccountRules.bsb)),
  accountNumber: z.string().check(z.regex(payoutAccountRules.accountNumber)),
})

const accountParams = z.object({ accountId })

const payout = z.object({
  number: z.int(),
  region: z.enum(regions),
  withdrawalCount: z.int(),
  amount,
  openCount: described('Those whose result at the bank is not recorded yet.', z.int()),
  paidCount: z.int(),
  declinedCount: z.int(),
  releasedAt: described('Null until a second person has let it go to the bank.', z.nullable(instant)),
  releaseAskedBy: described(
    'Who has asked for its release, while that awaits a second person.',
    z.nullable(z.object({ approvalId: id, email: z.string() })),
  ),
  createdAt: instant,
  createdBy: described('The e-mail of its author.', z.string()),
})
export type StaffPayout = z.infer<typeof payout>

const payoutParams = z.object({ payoutNumber: described('The number of the batch.', payoutNumber) })

named({
  StaffBankAccount: [payoutBankAccount, 'A bank account that withdrawals may go to.'],
  StaffPayout: [payout, 'A batch of withdrawals for the bank.'],
})

/** Where families are paid to, and the batches in which their money goes to the bank. */
export const staffPayouts = endpoints({
  'GET /api/staff/accounts/:accountId/bank-accounts': {
    summary: 'The bank accounts that withdrawals of an account may go to, masked',
    access: 'staff',
    role: 'operations',
    params: accountParams,
    reply: z.array(payoutBankAccount),
    refusals: ['not_found'],
  },
  'POST /api/staff/accounts/:accountId/bank-accounts': {
    summary:
      'Asks to add a bank account that staff have seen proof of; the family hears of it once it is approved',
    access: 'staff',
    role: 'operations',
    params: accountParams,
    body: change({
      holder: line(holderNameMaxLength),
      bsb: described('The BSB, or in the UK the sort code. Text, because leading zeros count.', line(8)),
      accountNumber: line(9),
    }),
    asksFor: 'PayoutAccount',
    accepted: awaitsApproval,
    reply: z.object({ bankAccount: payoutBankAccount, approval }),
    refusals: ['not_found', 'already_exists', 'contact_changed', 'contact_change_stopped'],
  },
  'POST /api/staff/accounts/:accountId/bank-accounts/:bankAccountId/remove': {
    summary: 'Takes a bank account away, unless a withdrawal to it is under way; the family is told',
    access: 'staff',
    role: 'operations',
    params: z.object({
      accountId,
      bankAccountId: described('A bank account of the account that money may be paid to.', uuid),
    }),
    body: change({}),
    reply: z.object({}),
    refusals: ['not_found', 'bank_account_in_use'],
  },
  'GET /api/staff/payouts': {
    summary: 'The batches of withdrawals that were made for the bank, newest first',
    access: 'staff',
    role: 'operations',
    query: z.object({
      region: described('Only those of this region.', z.optional(z.enum(regions))),
      limit: z.optional(countInQuery(500)),
    }),
    reply: z.array(payout),
  },
  'POST /api/staff/payouts': {
    summary: 'Puts every approved withdrawal of a region that is in no batch into a new one',
    access: 'staff',
    role: 'operations',
    body: change({
      region: z.enum(regions),
      from: described(
        'For Australia, where the file names the account that the money leaves from; without it, the one in the settings.',
        z.optional(payoutAccount),
      ),
    }),
    reply: payout,
    refusals: ['nothing_to_pay_out', 'not_possible'],
  },
  'GET /api/staff/payouts/:payoutNumber/file': {
    summary: 'A batch as its bank takes it in, the same each time: ABA for Australia, CSV for the UK',
    access: 'staff',
    role: 'operations',
    params: payoutParams,
    reply: file('text/plain; charset=us-ascii', 'text/csv; charset=utf-8'),
    refusals: ['not_found', 'payout_not_released', 'contact_changed', 'contact_change_stopped'],
  },
  'POST /api/staff/payouts/:payoutNumber/release': {
    summary: 'Asks to let a batch go to the bank; its file can be taken once that is approved',
    access: 'staff',
    role: 'operations',
    params: payoutParams,
    body: change({}),
    asksFor: 'PayoutRelease',
    accepted: awaitsApproval,
    reply: approval,
    refusals: ['not_found', 'already_decided'],
  },
  'POST /api/staff/payouts/:payoutNumber/paid': {
    summary: 'The bank has paid a batch: all of it is paid that nobody has decided singly',
    access: 'staff',
    role: 'operations',
    params: payoutParams,
    body: change({}),
    reply: z.object({
      paidNow: z.int(),
      leftAlone: described('Paid or declined before.', z.int()),
      held: described('Still open: after a contact change they can only be declined.', z.int()),
      payout,
    }),
    refusals: ['not_found', 'payout_not_released'],
  },
})
