import { QueryClient, type DefaultOptions } from '@tanstack/react-query'
import { retryDelayMs } from '#domain/query-cache.ts'
import { ApiError } from './api-error.ts'

/** What portal and desk have in common; `queries` is what one of them sets itself. */
export function newQueryClient(queries: DefaultOptions['queries']): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retryDelay: retryDelayMs,
        refetchOnReconnect: false,
        // Offline, a call should fail visibly rather than wait.
        networkMode: 'always',
        ...queries,
      },
    },
  })
}

/** The status of a failed call; undefined if there was no reply. */
export const statusOf = (error: unknown) =>
  error instanceof ApiError && error.status > 0 ? error.status : undefined
