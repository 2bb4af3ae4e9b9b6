import * as z from 'zod/mini'
import { codeLength } from '#domain/login.ts'
import { withdrawalStatuses } from '#domain/withdrawals.ts'
import { endpoints } from './endpoint.ts'
import { accountParams, amount, amountSent, calendarDate, id } from './wire.ts'

/** As the family and our own people see it. */
export const bankAccount = z.object({
  id,
  holder: z.string(),
  /** Masked, like the account number, but for the last digits; in the UK it is the sort code. */
  bsb: z.string(),
  accountNumber: z.string(),
  displayName: z.string(),
})
export type BankAccount = z.infer<typeof bankAccount>

const withdrawalRequest = z.object({
  id,
  amount,
  status: z.enum(withdrawalStatuses),
  requestedDate: calendarDate,
  bankAccountId: id,
  bankAccountDisplayName: z.string(),
  /** While it waits for the code: where the code was sent. */
  mobileLast3Digits: z.nullable(z.string()),
  /** Why it was declined, in the words of our team. */
  reason: z.nullable(z.string()),
})
export type WithdrawalRequest = z.infer<typeof withdrawalRequest>

const requestParams = z.object({ accountId: id, requestId: id })

export const withdrawals = endpoints({
  'GET /api/portal/customer/account/:accountId/bank-accounts': {
    summary: 'The bank accounts that money may be paid back to',
    access: 'account',
    params: accountParams,
    reply: z.array(bankAccount),
  },
  'GET /api/portal/customer/account/:accountId/available-to-withdraw': {
    summary: 'The part of the balance that has arrived for good and is meant for nobody else',
    access: 'account',
    params: accountParams,
    reply: z.object({ amount }),
  },
  'GET /api/portal/customer/account/:accountId/withdrawal-requests': {
    summary: 'The withdrawals that were asked for, newest first',
    access: 'account',
    params: accountParams,
    reply: z.array(withdrawalRequest),
  },
  'POST /api/portal/customer/account/:accountId/withdrawal-requests': {
    summary:
      'Asks for part of the balance back. The sum is held at once; a code goes to the mobile of the customer',
    access: 'account',
    params: accountParams,
    takesClientRequestId: true,
    body: z.strictObject({ bankAccountId: id, amount: amountSent }),
    reply: withdrawalRequest,
    refusals: ['not_found', 'over_available', 'mobile_needed', 'request_id_reused', 'rate_limited'],
  },
  'POST /api/portal/customer/account/:accountId/withdrawal-requests/:requestId/confirm': {
    summary: 'Confirms it with the code; only then do staff see it',
    access: 'account',
    params: requestParams,
    body: z.strictObject({ code: z.string().check(z.regex(new RegExp(`^\\d{${codeLength}}$`))) }),
    reply: withdrawalRequest,
    refusals: ['not_found', 'invalid_code', 'code_expired', 'already_decided', 'rate_limited'],
  },
  'POST /api/portal/customer/account/:accountId/withdrawal-requests/:requestId/send-code': {
    summary: 'Sends another code; the one before is worthless from then on',
    access: 'account',
    params: requestParams,
    reply: withdrawalRequest,
    refusals: ['not_found', 'already_decided', 'mobile_needed', 'rate_limited'],
  },
  'POST /api/portal/customer/account/:accountId/withdrawal-requests/:requestId/cancel': {
    summary: 'Takes back what was not confirmed; the sum is the family’s again',
    access: 'account',
    params: requestParams,
    reply: withdrawalRequest,
    refusals: ['not_found', 'already_decided'],
  },
})
