import { QueryClient } from '@tanstack/react-query'
import { queryStaleMs, retryDelayMs, shouldRetry } from '#domain/query-cache.ts'
import { ApiError } from './api-error.ts'

/** The status of a failed call; undefined if there was no reply. */
export const statusOf = (error: unknown) =>
  error instanceof ApiError && error.status > 0 ? error.status : undefined

/** What was read from the server, as the portal keeps it. The desk sets what it needs otherwise. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: queryStaleMs,
      retry: (failures, error) => shouldRetry(failures, statusOf(error)),
      retryDelay: retryDelayMs,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // Offline, a call should fail visibly rather than wait.
      networkMode: 'always',
      // The error page around the page shows the failure and offers a retry.
      throwOnError: true,
    },
  },
})
