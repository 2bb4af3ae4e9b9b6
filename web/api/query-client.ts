import { QueryClient } from '@tanstack/react-query'
import { queryStaleMs, retryDelayMs, shouldRetry } from '#domain/query-cache.ts'
import { ApiError } from './api-error.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: queryStaleMs,
      retry: (failures, error) =>
        shouldRetry(failures, error instanceof ApiError && error.status > 0 ? error.status : undefined),
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
