import { queryOptions } from '@tanstack/react-query'
import { call } from '../../session/client.ts'

export function repaymentDetailsQuery(accountId: string) {
  return queryOptions({
    queryKey: ['repayment-details', accountId],
    queryFn: ({ signal }) =>
      call('GET /api/portal/customer/account/:accountId/repayment-details', {
        params: { accountId },
        signal,
      }),
  })
}
