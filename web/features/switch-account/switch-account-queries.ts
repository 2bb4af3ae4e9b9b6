import { queryOptions } from '@tanstack/react-query'
import { call } from '../../session/client.ts'

/** Personal details are not cached longer than they are shown, and are loaded again on return. */
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
