import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../session/client.ts'
import type { Chosen } from './search-params.ts'

/** A failure is shown in the list; the page around it stays. */
export function transactionsQuery(accountId: string, { school, year }: Chosen) {
  return infiniteQueryOptions({
    queryKey: ['transactions', accountId, school, year],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/portal/customer/account/:accountId/transactions', {
        params: { accountId },
        query: { school, year, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    throwOnError: false,
  })
}

export function transactionQuery(accountId: string, transactionId: string) {
  return queryOptions({
    queryKey: ['transaction', accountId, transactionId],
    queryFn: ({ signal }) =>
      call('GET /api/portal/customer/account/:accountId/transactions/:transactionId', {
        params: { accountId, transactionId },
        signal,
      }),
    throwOnError: false,
  })
}
