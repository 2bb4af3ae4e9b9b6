import type { withdrawals } from '#contract/withdrawals.ts'
import { toDecimal } from '#domain/money.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { readFreeCredit } from '../free-credit/free-credit.ts'
import { addOwnBankAccount, confirmBankAccount, sendBankAccountCode } from './add-bank-account.ts'
import {
  requestWithdrawal,
  cancelWithdrawal,
  confirmWithdrawal,
  readRequests,
  sendCodeAgain,
  type Actor,
} from './withdrawals.ts'
import { listBankAccounts } from './withdrawals.store.ts'

export function withdrawalsRoutes(deps: Deps): Handlers<typeof withdrawals> {
  return {
    'GET /api/portal/customer/account/:accountId/bank-accounts': ({ accountId }) =>
      listBankAccounts(deps.db, accountId, deps.clock()),
    'POST /api/portal/customer/account/:accountId/bank-accounts': (call) =>
      addOwnBankAccount(deps, actorOf(call), call.body),
    'POST /api/portal/customer/account/:accountId/bank-accounts/:bankAccountId/confirm': (call) =>
      confirmBankAccount(deps, actorOf(call), { id: call.params.bankAccountId, code: call.body.code }),
    'POST /api/portal/customer/account/:accountId/bank-accounts/:bankAccountId/send-code': (call) =>
      sendBankAccountCode(deps, actorOf(call), call.params.bankAccountId),
    'GET /api/portal/customer/account/:accountId/available-to-withdraw': async ({ accountId }) => {
      const { free } = await readFreeCredit(deps.db, { accountId, now: deps.clock() })
      return { amount: toDecimal(free) }
    },
    'GET /api/portal/customer/account/:accountId/withdrawal-requests': ({ accountId }) =>
      readRequests(deps, accountId),
    'POST /api/portal/customer/account/:accountId/withdrawal-requests': async (call) => {
      const { clientRequestId, body } = call
      const { request, isReplay } = await requestWithdrawal(deps, actorOf(call), { ...body, clientRequestId })
      if (isReplay) call.setReplayed()
      return request
    },
    'POST /api/portal/customer/account/:accountId/withdrawal-requests/:requestId/confirm': (call) =>
      confirmWithdrawal(deps, actorOf(call), { id: call.params.requestId, code: call.body.code }),
    'POST /api/portal/customer/account/:accountId/withdrawal-requests/:requestId/send-code': (call) =>
      sendCodeAgain(deps, actorOf(call), call.params.requestId),
    'POST /api/portal/customer/account/:accountId/withdrawal-requests/:requestId/cancel': (call) =>
      cancelWithdrawal(deps, actorOf(call), call.params.requestId),
  }
}

function actorOf(call: { accountId: string; caller: Caller; requestId: string }): Actor {
  return { accountId: call.accountId, customerId: call.caller.customerId, requestId: call.requestId }
}
