import * as z from 'zod/mini'
import { holderNameMaxLength } from '#domain/payment-methods/payment-methods.ts'
import { withdrawalStatuses } from '#domain/withdrawals.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import {
  accountParams,
  amount,
  amountSent,
  calendarDate,
  id,
  instant,
  line,
  oneTimeCode,
  uuid,
  accountId,
} from './wire.ts'

export const bankAccount = z.object({
  id,
  holder: z.string(),
  bsb: described(
    'Masked except for the last digits, like the account number; in the UK it is the sort code.',
    z.string(),
  ),
  accountNumber: z.string(),
  displayName: z.string(),
  payableFrom: described(
    'The time from which money is paid to an account that a parent added; null without a wait.',
    z.nullable(instant),
  ),
})
export type BankAccount = z.infer<typeof bankAccount>

const unconfirmedBankAccount = z.object({ ...bankAccount.shape, mobileLast3Digits: z.string() })
export type UnconfirmedBankAccount = z.infer<typeof unconfirmedBankAccount>

const withdrawalRequest = z.object({
  id,
  amount,
  status: z.enum(withdrawalStatuses),
  requestedDate: calendarDate,
  bankAccountId: id,
  bankAccountDisplayName: z.string(),
  mobileLast3Digits: described(
    'The destination of the code, while the withdrawal waits for it.',
    z.nullable(z.string()),
  ),
  reason: described('The reason why staff declined it, in their words.', z.nullable(z.string())),
})
export type WithdrawalRequest = z.infer<typeof withdrawalRequest>

const bankAccountParams = z.object({
  accountId,
  bankAccountId: described("The id of a bank account for the account's withdrawals.", uuid),
})
const requestParams = z.object({
  accountId,
  requestId: described('The id of a withdrawal request, from the list.', uuid),
})

named({
  BankAccount: [bankAccount, 'A bank account that money may be paid back to.'],
  UnconfirmedBankAccount: [
    unconfirmedBankAccount,
    'A bank account that waits for the code, and the destination of that code.',
  ],
  WithdrawalRequest: [withdrawalRequest, 'A request to be paid part of the balance.'],
})

/** Why no money leaves an account after a change of contact details. */
const whyBlocked = ['contact_changed', 'contact_change_stopped'] as const

export const withdrawals = endpoints({
  'GET /api/portal/customer/account/:accountId/bank-accounts': {
    summary: 'The bank accounts that money may be paid back to',
    access: 'account',
    params: accountParams,
    reply: z.array(bankAccount),
  },
  'POST /api/portal/customer/account/:accountId/bank-accounts': {
    summary:
      "Adds a bank account in the customer's own name for withdrawals; a code goes to the customer's mobile",
    access: 'account',
    params: accountParams,
    body: z.strictObject({
      holder: line(holderNameMaxLength),
      bsb: described(
        'The BSB, or in the UK the sort code. Text, because leading zeros are significant.',
        line(12),
      ),
      accountNumber: line(20),
    }),
    reply: unconfirmedBankAccount,
    refusals: ['holder_differs', 'already_exists', 'mobile_needed', ...whyBlocked, 'rate_limited'],
  },
  'POST /api/portal/customer/account/:accountId/bank-accounts/:bankAccountId/confirm': {
    summary:
      'Confirms a bank account with the code. The family may choose it at once; the first payout to it waits 48 hours',
    access: 'account',
    params: bankAccountParams,
    body: z.strictObject({ code: oneTimeCode }),
    reply: bankAccount,
    refusals: ['invalid_code', 'code_expired', 'contact_changed', 'contact_change_stopped', 'rate_limited'],
  },
  'POST /api/portal/customer/account/:accountId/bank-accounts/:bankAccountId/send-code': {
    summary: 'Sends another code, which invalidates the previous one',
    access: 'account',
    params: bankAccountParams,
    reply: unconfirmedBankAccount,
    refusals: ['mobile_needed', 'contact_changed', 'contact_change_stopped', 'rate_limited'],
  },
  'GET /api/portal/customer/account/:accountId/available-to-withdraw': {
    summary: 'The part of the balance that is settled and not reserved',
    access: 'account',
    params: accountParams,
    reply: z.object({ amount }),
  },
  'GET /api/portal/customer/account/:accountId/withdrawal-requests': {
    summary: 'The withdrawal requests, newest first',
    access: 'account',
    params: accountParams,
    reply: z.array(withdrawalRequest),
  },
  'POST /api/portal/customer/account/:accountId/withdrawal-requests': {
    summary:
      "Requests a withdrawal of part of the balance. The amount is held at once; a code goes to the customer's mobile",
    access: 'account',
    params: accountParams,
    takesClientRequestId: true,
    body: z.strictObject({ bankAccountId: id, amount: amountSent }),
    marksRepeats: true,
    reply: withdrawalRequest,
    refusals: [
      'not_found',
      'over_available',
      'mobile_needed',
      ...whyBlocked,
      'request_id_reused',
      'rate_limited',
    ],
  },
  'POST /api/portal/customer/account/:accountId/withdrawal-requests/:requestId/confirm': {
    summary: 'Confirms a withdrawal request with the code; only then do staff see it',
    access: 'account',
    params: requestParams,
    body: z.strictObject({ code: oneTimeCode }),
    reply: withdrawalRequest,
    refusals: ['invalid_code', 'code_expired', 'already_decided', ...whyBlocked, 'rate_limited'],
  },
  'POST /api/portal/customer/account/:accountId/withdrawal-requests/:requestId/send-code': {
    summary: 'Sends another code, which invalidates the previous one',
    access: 'account',
    params: requestParams,
    reply: withdrawalRequest,
    refusals: ['already_decided', 'mobile_needed', ...whyBlocked, 'rate_limited', 'code_just_sent'],
  },
  'POST /api/portal/customer/account/:accountId/withdrawal-requests/:requestId/cancel': {
    summary: 'Cancels an unconfirmed request and releases the amount',
    access: 'account',
    params: requestParams,
    reply: withdrawalRequest,
    refusals: ['already_decided'],
  },
})
