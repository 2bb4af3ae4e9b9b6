import { queryOptions } from '@tanstack/react-query'
import { activeMethod } from '#domain/payment-methods/method-actions.ts'
import { call } from '../../session/client.ts'

/** What the payments would be taken from; null where there is nothing yet. One answer serves the page of payment methods too. */
export function payingSourceQuery(accountId: string) {
  return queryOptions({
    queryKey: ['repayment-details', accountId],
    queryFn: ({ signal }) =>
      call('GET /api/portal/customer/account/:accountId/repayment-details', {
        params: { accountId },
        signal,
      }),
    select: (details) => activeMethod(details) ?? null,
    // A plan can be made without knowing it.
    throwOnError: false,
  })
}
