import { queryOptions } from '@tanstack/react-query'
import { call } from '../../session/client.ts'

export function identityQuery(accountId: string) {
  return queryOptions({
    queryKey: ['identity', accountId],
    queryFn: ({ signal }) =>
      call('GET /api/portal/customer/account/:accountId/identification-details', {
        params: { accountId },
        signal,
      }),
    // Staff, time and other devices change it, so it is reloaded each time the page opens.
    staleTime: 5_000,
    // A reload in the background must not remove a form that is being filled in.
    throwOnError: (_error, query) => query.state.data === undefined,
  })
}
