import type { transactions } from '#contract/transactions.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { exportTransactions } from './export.ts'
import { readReceipt } from './receipt-file.ts'
import { readTransaction } from './transaction-details.ts'
import { readPortalTransactions, readTransactions } from './transactions.ts'

export function transactionsRoutes(deps: Deps): Handlers<typeof transactions> {
  const { db } = deps
  return {
    'GET /api/portal/customer/account/:accountId/transactions': readTransactions,
    'GET /api/portal/customer/account/:accountId/transactions/export': ({ accountId, query }) =>
      exportTransactions(deps, accountId, query),
    'GET /api/portal/customer/account/:accountId/transactions/:transactionId': ({
      accountId,
      caller,
      params,
    }) => readTransaction(db, { accountId, id: params.transactionId, customerId: caller.customerId }),
    'GET /api/portal/customer/account/:accountId/transactions/:transactionId/receipt': ({
      accountId,
      params,
    }) => readReceipt(deps, { accountId, id: params.transactionId }),
    'GET /api/portal/customer/transactions': ({ caller, query }) =>
      readPortalTransactions(db, caller.accountIds, query),
  }
}
