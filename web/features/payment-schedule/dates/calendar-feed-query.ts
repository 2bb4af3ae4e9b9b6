import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../session/client.ts'

export function calendarFeedQuery(accountId: string) {
  return queryOptions({
    queryKey: ['calendar-feed', accountId],
    queryFn: ({ signal }) =>
      call('GET /api/portal/customer/account/:accountId/calendar-feed', { params: { accountId }, signal }),
    // Another tab may have made or removed it.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    throwOnError: false,
  })
}

/** What makes and removes the address; the answer is what then holds. */
export function useFeedChanges(accountId: string) {
  const queryClient = useQueryClient()
  const { queryKey } = calendarFeedQuery(accountId)
  const change = async (
    key:
      | 'POST /api/portal/customer/account/:accountId/calendar-feed'
      | 'POST /api/portal/customer/account/:accountId/remove-calendar-feed',
  ): Promise<void> => {
    const reply = await call(key, { params: { accountId } })
    // An answer that is still on its way may be older.
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, reply)
  }
  return {
    make: () => change('POST /api/portal/customer/account/:accountId/calendar-feed'),
    remove: () => change('POST /api/portal/customer/account/:accountId/remove-calendar-feed'),
  }
}
