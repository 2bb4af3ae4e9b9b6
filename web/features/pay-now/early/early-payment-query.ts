import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../session/client.ts'

export function earlyPaymentQuery(accountId: string) {
  return queryOptions({
    queryKey: ['early-payment', accountId],
    queryFn: ({ signal }) =>
      call('GET /api/portal/customer/account/:accountId/payment-page-details', {
        params: { accountId },
        signal,
      }),
    // Who only asked for another card form keeps the page, and who has paid the thanks.
    throwOnError: false,
  })
}
