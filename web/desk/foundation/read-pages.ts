import { useInfiniteQuery, type UseInfiniteQueryResult, type InfiniteData } from '@tanstack/react-query'
import { send, type StaffKey, type StaffReply, type StaffRequest } from './staff-client.ts'

/** The calls whose replies come page by page. */
type PagedKey = {
  [K in StaffKey]: StaffReply<K> extends { nextCursor: string | null } ? K : never
}[StaffKey]

/** A list of which earlier pages are added below. */
export function usePages<K extends PagedKey>(
  key: K,
  request: StaffRequest<K>,
): UseInfiniteQueryResult<InfiniteData<StaffReply<K>>> {
  const { params, query } = request as { params?: Record<string, string>; query?: Record<string, string> }
  return useInfiniteQuery<
    StaffReply<K>,
    Error,
    InfiniteData<StaffReply<K>>,
    readonly unknown[],
    string | undefined
  >({
    queryKey: [key, request],
    queryFn: async ({ pageParam, signal }) => {
      const input = { ...query, ...(pageParam !== undefined && { cursor: pageParam }) }
      return (await (
        await send(key, { ...(params && { params }), query: input, signal })
      ).json()) as StaffReply<K>
    },
    initialPageParam: undefined,
    getNextPageParam: (last) => (last as { nextCursor: string | null }).nextCursor ?? undefined,
    placeholderData: (before) => before,
  })
}
