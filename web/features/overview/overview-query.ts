import { queryOptions } from '@tanstack/react-query'
import { call } from '../../session/client.ts'

export function overviewQuery(accountId: string) {
  return queryOptions({
    queryKey: ['overview', accountId],
    queryFn: ({ signal }) =>
      call('GET /api/portal/customer/account/:accountId/overview', { params: { accountId }, signal }),
  })
}
