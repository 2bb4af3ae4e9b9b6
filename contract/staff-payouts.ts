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
  verifiedAt: described(
    'Null until the account is verified; families cannot choose it before.',
    z.nullable(instant),
  ),
})
export type StaffBankAccount = z.infer<typeof payoutBankAccount>

/** The account that Australian payouts leave from, as the bank's file names it. */
export const payoutAccount = z.strictObject({
  bank: described("The bank's three-letter code.", z.string().check(z.regex(payoutAccountRules.bank))),
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
  openCount: described('The number of withdrawals whose result is not recorded yet.', z.int()),
  paidCount: z.int(),
  declinedCount: z.int(),
  releasedAt: described('Null until a second person has released it to the bank.', z.nullable(instant)),
  releaseAskedBy: described(
    'The person who requested its release, while that awaits a second person.',
    z.nullable(z.object({ approvalId: id, email: z.string() })),
  ),
  createdAt: instant,
  createdBy: described('The e-mail of its author.', z.string()),
})
export type StaffPayout = z.infer<typeof payout>

const payoutParams = z.object({ payoutNumber: described('The number of the batch.', payoutNumber) })

named({
  StaffBankAccount: [payoutBankAccount, 'A bank account for withdrawals.'],
  StaffPayout: [payout, 'A payout batch of withdrawals for the bank.'],
})

/** Bank accounts for withdrawals, and payout batches for the bank. */
export const staffPayouts = endpoints({
  'GET /api/staff/accounts/:accountId/bank-accounts': {
    summary: "The bank accounts for an account's withdrawals, masked",
    access: 'operations',
    params: accountParams,
    reply: z.array(payoutBankAccount),
  },
  'POST /api/staff/accounts/:accountId/bank-accounts': {
    summary:
      'Requests to add a bank account that staff have seen proof of; the family is notified on approval',
    access: 'operations',
    params: accountParams,
    body: change({
      holder: line(holderNameMaxLength),
      bsb: described(
        'The BSB, or in the UK the sort code. Text, because leading zeros are significant.',
        line(8),
      ),
      accountNumber: line(9),
    }),
    asksFor: 'PayoutAccount',
    accepted: awaitsApproval,
    reply: z.object({ bankAccount: payoutBankAccount, approval }),
    refusals: ['already_exists', 'contact_changed', 'contact_change_stopped'],
  },
  'POST /api/staff/accounts/:accountId/bank-accounts/:bankAccountId/remove': {
    summary: 'Removes a bank account, unless a withdrawal to it is in progress; the family is notified',
    access: 'operations',
    params: z.object({
      accountId,
      bankAccountId: described("The id of a bank account for the account's withdrawals.", uuid),
    }),
    body: change({}),
    refusals: ['bank_account_in_use'],
  },
  'GET /api/staff/payouts': {
    summary: 'The payout batches, newest first',
    access: 'operations',
    query: z.object({
      region: described('Only those in this region.', z.optional(z.enum(regions))),
      limit: z.optional(countInQuery(500)),
    }),
    reply: z.array(payout),
  },
  'POST /api/staff/payouts': {
    summary: 'Creates a payout batch of all approved withdrawals of a region that are in no batch',
    access: 'operations',
    body: change({
      region: z.enum(regions),
      from: described(
        'For Australia only: the account that the payout is paid from; by default the one in the settings.',
        z.optional(payoutAccount),
      ),
    }),
    reply: payout,
    refusals: ['nothing_to_pay_out', 'not_possible'],
  },
  'GET /api/staff/payouts/:payoutNumber/file': {
    summary: 'The bank file of a batch, always the same: ABA for Australia, CSV for the UK',
    access: 'operations',
    params: payoutParams,
    reply: file('text/plain; charset=us-ascii', 'text/csv; charset=utf-8'),
    refusals: ['payout_not_released', 'contact_changed', 'contact_change_stopped'],
  },
  'POST /api/staff/payouts/:payoutNumber/release': {
    summary: 'Requests the release of a batch to the bank; its file is available once approved',
    access: 'operations',
    params: payoutParams,
    body: change({}),
    asksFor: 'PayoutRelease',
    accepted: awaitsApproval,
    reply: approval,
    refusals: ['already_decided'],
  },
  'POST /api/staff/payouts/:payoutNumber/paid': {
    summary: 'Records that the bank has paid a batch: marks all its undecided withdrawals as paid',
    access: 'operations',
    params: payoutParams,
    body: change({}),
    reply: z.object({
      paidNow: z.int(),
      leftAlone: described('The number of withdrawals already paid or declined.', z.int()),
      held: described(
        'The number of withdrawals still open: after a contact change they can only be declined.',
        z.int(),
      ),
      payout,
    }),
    refusals: ['payout_not_released'],
  },
})
