import * as z from 'zod/mini'
import { productTypes } from '#domain/accounts.ts'
import { endpoints } from './endpoint.ts'
import { accountParams, amount, calendarDate, id } from './wire.ts'

const product = z.object({ product: z.string(), productType: z.enum(productTypes) })

const transaction = z.object({
  id,
  date: calendarDate,
  /** What the customer reads as the description. */
  typeDesc: z.nullable(z.string()),
  /** Money in is positive. */
  amount,
  /** Unnamed where a row concerns no school, such as a balance carried over. */
  school: z.object({ name: z.nullable(z.string()) }),
})
export type Transaction = z.infer<typeof transaction>

const transactionsReply = z.object({
  account: product,
  /** Positive is credit in the family's favour. */
  currentBalance: amount,
  /** The part of the balance that is settled and not already asked back. */
  availableToWithdraw: amount,
  transactions: z.array(transaction),
})
export type Transactions = z.infer<typeof transactionsReply>

export const transactions = endpoints({
  'GET /api/portal/customer/account/:accountId/transactions': {
    summary: 'Every transaction of an account, newest first, and its balance',
    access: 'account',
    params: accountParams,
    reply: transactionsReply,
  },
  'GET /api/portal/customer/transactions': {
    summary: 'The transactions of all accounts of the customer, newest first',
    access: 'customer',
    reply: z.object({
      /** Named when all accounts are of one product. */
      account: z.nullable(product),
      /** Summed when all accounts are of one currency: dollars and pounds do not add up. */
      currentBalance: z.nullable(amount),
      transactions: z.array(z.object({ accountId: id, ...transaction.shape })),
    }),
  },
})
