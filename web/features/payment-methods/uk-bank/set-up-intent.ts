import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../session/client.ts'
import { queryClient } from '../../../api/query-client.ts'

const keptMs = 30 * 60_000

/** Each call creates an intent, so opening the form again reuses the unused one. */
function setUpIntentQuery(accountId: string) {
  return queryOptions({
    queryKey: ['uk-bank-set-up', accountId],
    queryFn: () =>
      call('POST /api/portal/customer/account/:accountId/stripe-setup-intent', { params: { accountId } }),
    staleTime: keptMs,
    gcTime: keptMs,
    retry: false,
  })
}

/** The secret with which the provider's form sets up one bank account. */
export async function openSetUpIntent(accountId: string): Promise<string> {
  return (await queryClient.fetchQuery(setUpIntentQuery(accountId))).clientSecret
}

/** It was used, or is good for nothing any more. */
export function forgetSetUpIntent(accountId: string): void {
  queryClient.removeQueries(setUpIntentQuery(accountId))
}
