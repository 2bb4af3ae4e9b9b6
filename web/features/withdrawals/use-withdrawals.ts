import { useQuery } from '@tanstack/react-query'
import { availableQuery, bankAccountsQuery, requestsQuery } from './withdrawals-queries.ts'

/**
 * Everything about an account's withdrawals. They are shown whenever there is something to withdraw, an account on file
 * or a request.
 */
export function useWithdrawals(accountId: string) {
  // The page around them shows other things and must not fail with them.
  const banks = useQuery({ ...bankAccountsQuery(accountId), throwOnError: false })
  const requests = useQuery({ ...requestsQuery(accountId), throwOnError: false })
  const available = useQuery({ ...availableQuery(accountId), throwOnError: false })
  const all = [banks, requests, available]
  const isLoaded = all.every(({ data }) => data !== undefined)
  const hasFailed = !isLoaded && all.some(({ isError, isFetching }) => isError && !isFetching)
  const found = {
    banks: banks.data ?? [],
    requests: requests.data ?? [],
    available: available.data?.amount ?? 0,
  }
  const isShown = isLoaded && found.banks.length + found.requests.length + found.available > 0
  return {
    ...found,
    isShown,
    hasFailed,
    /** Until then nobody can say whether the page has this section. */
    isKnown: isLoaded || hasFailed,
    retry: () => {
      for (const { isError, refetch } of all) if (isError) void refetch()
    },
  }
}
export type Withdrawals = ReturnType<typeof useWithdrawals>
