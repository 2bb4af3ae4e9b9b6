import { queryOptions } from '@tanstack/react-query'
import { call } from '../../session/client.ts'

export function profileQuery(accountId: string) {
  return queryOptions({
    queryKey: ['profile', accountId],
    queryFn: ({ signal }) =>
      call('GET /api/portal/customer/account/:accountId/profile', { params: { accountId }, signal }),
  })
}
