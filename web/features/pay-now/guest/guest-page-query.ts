import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../session/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { readEntry } from '../attempt/payment-entry.ts'
import { returnedSession } from '../return-address.ts'

export function guestPageQuery(requestId: string) {
  return queryOptions({
    queryKey: ['guest-payment', requestId],
    queryFn: ({ signal }) =>
      call('GET /api/portal/guest/payment-page-details', { query: { request: requestId }, signal }),
    // The page explains a refusal itself, and retries only on request.
    throwOnError: false,
    retryOnMount: false,
  })
}

/** Starts the call while the bundle loads, unless the visit begins with the outcome of a payment. */
export function loadGuestPage(requestId: string): void {
  if (returnedSession() !== null || readEntry().attempt !== undefined) return
  void queryClient.prefetchQuery(guestPageQuery(requestId))
}
