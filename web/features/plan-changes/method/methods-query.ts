import { queryOptions, skipToken } from '@tanstack/react-query'
import { call } from '../../../session/client.ts'

/** The methods that can take one payment of a running plan. */
export function methodsQuery(
  accountId: string,
  { planId, dueOn }: { planId: string | undefined; dueOn: string | undefined },
) {
  return queryOptions({
    queryKey: ['methods-of-payment', accountId, planId, dueOn],
    queryFn:
      planId === undefined || dueOn === undefined
        ? skipToken
        : ({ signal }) =>
            call('GET /api/portal/customer/account/:accountId/methods-of-payment', {
              params: { accountId },
              query: { planId, dueOn },
              signal,
            }),
  })
}
