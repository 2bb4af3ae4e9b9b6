import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { queryClient } from './queries.ts'

const clockQuery = queryOptions({
  queryKey: ['clock'],
  queryFn: async () => ({
    ...(await call<{ now: string; offsetMs: number }>('GET', '/clock')),
    heardAt: performance.now(),
  }),
})

/** How far the clock has been moved. A view that shows times uses it, to draw them again after a move. */
export const useClockOffset = () => useQuery(clockQuery).data?.offsetMs

/** The browser may run on another machine, so the time is the sandbox's: its last answer plus the time passed. */
export function sandboxNow(): number {
  const heard = queryClient.getQueryData(clockQuery.queryKey)
  return heard ? Date.parse(heard.now) + performance.now() - heard.heardAt : Date.now()
}
