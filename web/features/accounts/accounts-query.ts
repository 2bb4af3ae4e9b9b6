import { queryOptions } from '@tanstack/react-query'
import { call } from '../../session/client.ts'

export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: ({ signal }) => call('GET /api/portal/customer/accounts', { signal }),
})

/** Loaded again on every navigation, and never cached. */
export function setupStatusQuery(accountId: string, visit: string) {
  return queryOptions({
    queryKey: ['account-setup-status', accountId, visit],
    queryFn: ({ signal }) =>
      call('GET /api/portal/customer/account/:accountId/account-setup-status', {
        params: { accountId },
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
  })
}
