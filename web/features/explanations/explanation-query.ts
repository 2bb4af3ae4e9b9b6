import { queryOptions } from '@tanstack/react-query'
import type { ExplainedFigure } from '#domain/explanations/explanations.ts'
import { call } from '../../session/client.ts'

/** Never cached: an explanation must not be older than its amount. The dialog shows a failure itself. */
export function explanationQuery(accountId: string, figure: ExplainedFigure) {
  return queryOptions({
    queryKey: ['explanation', accountId, figure],
    queryFn: ({ signal }) =>
      call('GET /api/portal/customer/account/:accountId/explanations/:figure', {
        params: { accountId, figure },
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
    throwOnError: false,
  })
}
