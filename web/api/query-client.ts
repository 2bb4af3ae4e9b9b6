import { queryStaleMs, shouldRetry } from '#domain/query-cache.ts'
import { newQueryClient, statusOf } from './new-query-client.ts'

/** What the portal has read from the server. */
export const queryClient = newQueryClient({
  staleTime: queryStaleMs,
  retry: (failures, error) => shouldRetry(failures, statusOf(error)),
  refetchOnWindowFocus: false,
  // The error page around the page shows the failure and offers a retry.
  throwOnError: true,
})
