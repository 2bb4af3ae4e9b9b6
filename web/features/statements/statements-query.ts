import { queryOptions } from '@tanstack/react-query'
import { call } from '../../session/client.ts'

export function statementsQuery(accountId: string) {
  return queryOptions({
    queryKey: ['statements', accountId],
    queryFn: ({ signal }) =>
      call('GET /api/portal/customer/account/:accountId/statements', { params: { accountId }, signal }),
  })
}
