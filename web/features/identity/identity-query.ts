import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

export function identityQuery(accountId: string) {
  return queryOptions({
    queryKey: ['identity', accountId],
    queryFn: ({ signal }) =>
      call('GET /api/portal/customer/account/:accountId/identification-details', {
        params: { accountId },
        signal,
      }),
    // Our people, the clock and other devices move it on: it is believed only on the way to its page.
    staleTime: 5_000,
    // Read again behind a form that is filled in, it must not take the form away.
    throwOnError: (_error, query) => query.state.data === undefined,
  })
}
