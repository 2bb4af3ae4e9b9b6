import { queryOptions } from '@tanstack/react-query'
import type { WithdrawalRequest } from '#contract/withdrawals.ts'
import { queryClient } from '../../api/query-client.ts'
import { call } from '../../session/client.ts'

export function bankAccountsQuery(accountId: string) {
  return queryOptions({
    queryKey: ['withdrawals', accountId, 'bank-accounts'],
    queryFn: ({ signal }) =>
      call('GET /api/portal/customer/account/:accountId/bank-accounts', { params: { accountId }, signal }),
  })
}

export function availableQuery(accountId: string) {
  return queryOptions({
    queryKey: ['withdrawals', accountId, 'available'],
    queryFn: ({ signal }) =>
      call('GET /api/portal/customer/account/:accountId/available-to-withdraw', {
        params: { accountId },
        signal,
      }),
  })
}

export function requestsQuery(accountId: string) {
  return queryOptions({
    queryKey: ['withdrawals', accountId, 'requests'],
    queryFn: ({ signal }) =>
      call('GET /api/portal/customer/account/:accountId/withdrawal-requests', {
        params: { accountId },
        signal,
      }),
  })
}

/** Puts the server's latest version of the request into the list, and reloads everything that shows the balance. */
export async function keepRequest(accountId: string, request: WithdrawalRequest): Promise<void> {
  queryClient.setQueryData(requestsQuery(accountId).queryKey, (known) => known && withRequest(known, request))
  await refreshMoney(accountId)
}

function withRequest(known: WithdrawalRequest[], request: WithdrawalRequest): WithdrawalRequest[] {
  const isKnown = known.some(({ id }) => id === request.id)
  return isKnown ? known.map((one) => (one.id === request.id ? request : one)) : [request, ...known]
}

export async function refreshMoney(accountId: string): Promise<void> {
  const names = ['overview', 'transactions', 'explanation', 'withdrawals']
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name, accountId] })))
}
