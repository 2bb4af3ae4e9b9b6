import { queryOptions } from '@tanstack/react-query'
import { call } from '../../session/client.ts'

export function invoicesQuery(accountId: string) {
  return queryOptions({
    queryKey: ['invoices', accountId],
    queryFn: ({ signal }) =>
      call('GET /api/portal/customer/account/:accountId/invoices', { params: { accountId }, signal }),
  })
}
