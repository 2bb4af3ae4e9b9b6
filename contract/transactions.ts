import * as z from 'zod/mini'
import { productTypes } from '#domain/accounts.ts'
import { schoolPaymentStatuses } from '#domain/remittances.ts'
import { withdrawalStatuses } from '#domain/withdrawals.ts'
import { described, named } from './documented.ts'
import { endpoints, file } from './endpoint.ts'
import { balancePart } from './balance-parts.ts'
import { accountParams, amount, calendarDate, id, uuid, yearInPath, accountId } from './wire.ts'

const product = z.object({ product: z.string(), productType: z.enum(productTypes) })

const transaction = z.object({
  id,
  date: calendarDate,
  typeDesc: described('The description shown to the customer.', z.nullable(z.string())),
  amount: described('Money in is positive.', amount),
  school: described(
    'Null if a row concerns no school, such as a balance carried over.',
    z.object({ name: z.nullable(z.string()) }),
  ),
  isPending: described(
    'Whether it is in progress and not in the balance yet. Such rows come first, and only on the first page.',
    z.boolean(),
  ),
  isFailed: described('Whether it is a failed attempt, which does not affect the balance.', z.boolean()),
  note: described('The reason why an attempt failed; null for every other row.', z.nullable(z.string())),
  balance: described(
    'The balance after it, as on a statement; null for pending and failed rows.',
    z.nullable(amount),
  ),
  withdrawalStatus: described(
    'The status of the withdrawal that this row reserves money for; null for every other row.',
    z.nullable(z.enum(withdrawalStatuses)),
  ),
  schoolPayment: described(
    'How far the money of a payment to a school has come, with the day on which the bank paid it; null for every other row.',
    z.nullable(z.object({ status: z.enum(schoolPaymentStatuses), paidOn: z.nullable(calendarDate) })),
  ),
})
export type Transaction = z.infer<typeof transaction>

const filters = z.object({
  schools: described('Sorted by name.', z.array(z.object({ id, name: z.string() }))),
  years: described('Newest first.', z.array(z.int())),
})
export type TransactionFilters = z.infer<typeof filters>

const narrowed = {
  school: described('Only transactions of this school, by its id in the filters.', z.optional(id)),
  year: described('Only transactions of this calendar year.', z.optional(yearInPath)),
}

const page = {
  cursor: described(
    "The cursor from the previous page's reply.",
    z.optional(z.string().check(z.regex(/^[\w-]{1,200}$/))),
  ),
  limit: described(
    'The maximum number of rows.',
    z.optional(z.pipe(z.string().check(z.regex(/^\d{1,3}$/)), z.transform(Number))),
  ),
}

const paged = {
  nextCursor: described('Null on the last page.', z.nullable(z.string())),
  filters: described('On the first page only.', z.nullable(filters)),
}

const transactionsReply = z.object({
  account: product,
  currentBalance: described("Positive is credit in the family's favour.", amount),
  balanceParts: described(
    'The parts of the balance by purpose, which add up to it. On the first page only.',
    z.nullable(z.array(balancePart)),
  ),
  transactions: z.array(transaction),
  ...paged,
})
export type Transactions = z.infer<typeof transactionsReply>

const transactionDetails = z.object({
  ...z.omit(transaction, { balance: true }).shape,
  sentence: described('A sentence about the transaction.', z.string()),
  source: described('The payment method, as its owner knows it.', z.nullable(z.string())),
  surcharge: described(
    'The surcharge on top of the amount, which is not part of the balance.',
    z.nullable(z.object({ amount, percentage: z.string() })),
  ),
  total: described("The total charged or refunded to the payer's card or bank account.", z.nullable(amount)),
  reference: z.nullable(z.string()),
  covers: described(
    'The payments of the plan that it covers, and fees.',
    z.array(
      z.object({
        date: calendarDate,
        amount,
        isExtra: described(
          "Set for an extra payment, besides the plan's payments.",
          z.optional(z.literal(true)),
        ),
        isFee: described('Set for a fee for a returned debit.', z.optional(z.literal(true))),
      }),
    ),
  ),
  hasReceipt: z.boolean(),
})
export type TransactionDetails = z.infer<typeof transactionDetails>

const transactionParams = z.object({
  accountId,
  transactionId: described('The id of a transaction of the account, from the list.', uuid),
})

named({
  Product: [product, 'The kind of account.'],
  Transaction: [transaction, 'A row of the account: money in or out.'],
  TransactionFilters: [filters, 'The filters of a list, over all rows and not only those of a page.'],
  Transactions: [transactionsReply, 'A page of transactions, and the balance.'],
  TransactionDetails: [transactionDetails, 'One transaction and its parts.'],
})

export const transactions = endpoints({
  'GET /api/portal/customer/account/:accountId/transactions': {
    summary: 'The transactions of an account, newest first and page by page, and its balance',
    description: 'Follow `nextCursor` until it is null. Pending rows come first and are in no balance yet.',
    access: 'account',
    params: accountParams,
    query: z.object({ ...narrowed, ...page }),
    reply: transactionsReply,
  },
  'GET /api/portal/customer/account/:accountId/transactions/export': {
    summary: 'All transactions as a CSV file',
    access: 'account',
    params: accountParams,
    query: z.object(narrowed),
    reply: file('text/csv; charset=utf-8'),
  },
  'GET /api/portal/customer/account/:accountId/transactions/:transactionId': {
    summary: 'One transaction and its parts',
    access: 'account',
    params: transactionParams,
    reply: transactionDetails,
  },
  'GET /api/portal/customer/account/:accountId/transactions/:transactionId/receipt': {
    summary: 'The receipt of a payment, as a PDF',
    access: 'account',
    params: transactionParams,
    reply: file('application/pdf'),
  },
  'GET /api/portal/customer/transactions': {
    summary: 'The transactions of all accounts of the customer, newest first and page by page',
    access: 'customer',
    query: z.object(page),
    reply: z.object({
      account: described('Null unless all accounts have the same product.', z.nullable(product)),
      currentBalance: described('Null unless all accounts have the same currency.', z.nullable(amount)),
      transactions: z.array(z.object({ accountId: id, ...transaction.shape })),
      nextCursor: z.nullable(z.string()),
    }),
  },
})
