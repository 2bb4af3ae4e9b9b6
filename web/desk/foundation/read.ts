import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { shouldRetry } from '#domain/query-cache.ts'
import { newQueryClient, statusOf } from '../../api/new-query-client.ts'
import { followWrites, send, type StaffKey, type StaffReply, type StaffRequest } from './staff-client.ts'

const staleMs = 5_000
const mostRetries = 2

/** What the desk has read from the server. Each part of a screen shows its own failure. */
export const queryClient = newQueryClient({
  staleTime: staleMs,
  // Two people work on the same things: what comes into view again is read again.
  refetchOnWindowFocus: true,
  retry: (failures, error) => failures < mostRetries && shouldRetry(failures, statusOf(error)),
})

// What is on the screen is read again by the action that changed it; everything else when it comes into view.
followWrites(() => void queryClient.invalidateQueries({ refetchType: 'none' }))

type ReadOptions = { isOff?: boolean; refetchEveryMs?: number; keepsPrevious?: boolean }

/** What a screen shows of the server. Screens that ask the same share one answer. */
export function useRead<K extends StaffKey>(
  key: K,
  request: StaffRequest<K>,
  { isOff = false, refetchEveryMs, keepsPrevious = false }: ReadOptions = {},
): UseQueryResult<StaffReply<K>> {
  return useQuery<StaffReply<K>>({
    queryKey: [key, request],
    queryFn: async ({ signal }) => {
      const reply = await send(key, { ...(request as object), signal })
      return (await reply.json()) as StaffReply<K>
    },
    enabled: !isOff,
    ...(refetchEveryMs !== undefined && { refetchInterval: refetchEveryMs }),
    ...(keepsPrevious && { placeholderData: (before: StaffReply<K> | undefined) => before as never }),
  })
}

/** After a change: everything that was read by these calls is read again; all, without any. */
export async function refresh(...keys: StaffKey[]): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [key] }) => keys.length === 0 || keys.includes(key as StaffKey),
  })
}
