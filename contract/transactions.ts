import * as z from 'zod/mini'
import { productTypes } from '#domain/accounts.ts'
import { withdrawalStatuses } from '#domain/withdrawals.ts'
import { endpoints, fileReply } from './endpoint.ts'
import { balancePart } from './balance-parts.ts'
import { accountParams, amount, calendarDate, id, uuid, yearInPath } from './wire.ts'

const product = z.object({ product: z.string(), productType: z.enum(productTypes) })

const transaction = z.object({
  id,
  date: calendarDate,
  /** The description shown to the customer. */
  typeDesc: z.nullable(z.string()),
  /** Money in is positive. */
  amount,
  /** Null if a row concerns no school, such as a balance carried over. */
  school: z.object({ name: z.nullable(z.string()) }),
  /** In progress and not in the balance yet. Such rows come first, and only on the first page. */
  isPending: z.boolean(),
  /** An attempt that took nothing: its amount is in no balance. */
  isFailed: z.boolean(),
  /** Why an attempt failed, in words; null for every other row. */
  note: z.nullable(z.string()),
  /** The balance after it, as on a statement. Null for what is pending or failed. */
  balance: z.nullable(amount),
  /** How the withdrawal stands that this row set money aside for; null for every other row. */
  withdrawalStatus: z.nullable(z.enum(withdrawalStatuses)),
})
export type Transaction = z.infer<typeof transaction>

/** The filters of a list, over all rows and not only those of a page. */
const filters = z.object({
  /** By name. */
  schools: z.array(z.object({ id, name: z.string() })),
  /** Newest first. */
  years: z.array(z.int()),
})
export type TransactionFilters = z.infer<typeof filters>

const narrowed = { school: z.optional(id), year: z.optional(yearInPath) }

const page = {
  /** The cursor from the previous page's reply. */
  cursor: z.optional(z.string().check(z.regex(/^[\w-]{1,200}$/))),
  limit: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,3}$/)), z.transform(Number))),
}

const paged = {
  /** Null on the last page. */
  nextCursor: z.nullable(z.string()),
  /** On the first page only. */
  filters: z.nullable(filters),
}

const transactionsReply = z.object({
  account: product,
  /** Positive is credit in the family's favour. */
  currentBalance: amount,
  /** What the balance is for, part by part, adding up to it. On the first page only. */
  balanceParts: z.nullable(z.array(balancePart)),
  transactions: z.array(transaction),
  ...paged,
})
export type Transactions = z.infer<typeof transactionsReply>

const transactionDetails = z.object({
  ...z.omit(transaction, { balance: true }).shape,
  /** What happened, in a sentence. */
  sentence: z.string(),
  /** The payment method, as its owner knows it. */
  source: z.nullable(z.string()),
  /** On top of the amount, and not part of the balance. */
  surcharge: z.nullable(z.object({ amount, percentage: z.string() })),
  /** What the payer's card or bank account was charged, or got back. */
  total: z.nullable(amount),
  reference: z.nullable(z.string()),
  /** The payments of the plan it covers. */
  covers: z.array(
    z.object({
      date: calendarDate,
      amount,
      /** Set for what it pays besides the plan's payments. */
      isExtra: z.optional(z.literal(true)),
    }),
  ),
  hasReceipt: z.boolean(),
})
export type TransactionDetails = z.infer<typeof transactionDetails>

const transactionParams = z.object({ accountId: uuid, transactionId: uuid })

export const transactions = endpoints({
  'GET /api/portal/customer/account/:accountId/transactions': {
    summary: 'The transactions of an account, newest first and page by page, and its balance',
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
    reply: fileReply,
  },
  'GET /api/portal/customer/account/:accountId/transactions/:transactionId': {
    summary: 'One transaction and its parts',
    access: 'account',
    params: transactionParams,
    reply: transactionDetails,
    refusals: ['not_found'],
  },
  'GET /api/portal/customer/account/:accountId/transactions/:transactionId/receipt': {
    summary: 'The receipt of a payment, as a PDF',
    access: 'account',
    params: transactionParams,
    reply: fileReply,
    refusals: ['not_found'],
  },
  'GET /api/portal/customer/transactions': {
    summary: 'The transactions of all accounts of the customer, newest first and page by page',
    access: 'customer',
    query: z.object(page),
    reply: z.object({
      /** Null unless all accounts have the same product. */
      account: z.nullable(product),
      /** Null unless all accounts have the same currency. */
      currentBalance: z.nullable(amount),
      transactions: z.array(z.object({ accountId: id, ...transaction.shape })),
      nextCursor: z.nullable(z.string()),
    }),
  },
})
