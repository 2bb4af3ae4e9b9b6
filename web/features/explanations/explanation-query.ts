import { queryOptions } from '@tanstack/react-query'
import type { ExplainedFigure } from '#domain/explanations/explanations.ts'
import { call } from '../../api/client.ts'

/** Never kept: what explains a sum must not be older than the sum. A failure is shown in the dialog itself. */
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
