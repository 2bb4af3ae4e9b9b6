import * as z from 'zod/mini'
import { withdrawalStatuses } from '#domain/withdrawals.ts'
import { endpoints } from './endpoint.ts'
import { accountParams, amount, amountSent, calendarDate, id } from './wire.ts'

const bankAccount = z.object({
  id,
  holder: z.string(),
  bsb: z.string(),
  /** Masked, but for its last digits. */
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
})
export type WithdrawalRequest = z.infer<typeof withdrawalRequest>

export const withdrawals = endpoints({
  'GET /api/portal/customer/account/:accountId/bank-accounts': {
    summary: 'The bank accounts that money may be paid back to',
    access: 'account',
    params: accountParams,
    reply: z.array(bankAccount),
  },
  'GET /api/portal/customer/account/:accountId/withdrawal-requests': {
    summary: 'The withdrawals that were asked for, newest first',
    access: 'account',
    params: accountParams,
    reply: z.array(withdrawalRequest),
  },
  'POST /api/portal/customer/account/:accountId/withdrawal-requests': {
    summary: 'Asks for part of the balance back; the sum is held until staff decide',
    access: 'account',
    params: accountParams,
    takesClientRequestId: true,
    body: z.strictObject({ bankAccountId: id, amount: amountSent }),
    reply: withdrawalRequest,
    refusals: ['not_found', 'forbidden'],
  },
})
