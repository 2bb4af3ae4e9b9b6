import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

/** What is known of a person is not kept longer than it is looked at, and read anew by whoever comes back. */
export function customerDetailsQuery(accountId: string) {
  return queryOptions({
    queryKey: ['customer-details', accountId],
    queryFn: ({ signal }) => readDetails(accountId, signal),
    staleTime: 0,
    gcTime: 0,
  })
}

export function readDetails(accountId: string, signal?: AbortSignal) {
  return call('GET /api/portal/customer/account/:accountId/customer-details', {
    params: { accountId },
    signal,
  })
}

export const agreementQuery = queryOptions({
  queryKey: ['switch-agreement'],
  queryFn: ({ signal }) =>
    call('GET /api/portal/customer/product-switch/agreement', { query: { productType: 'PayPlus' }, signal }),
})
