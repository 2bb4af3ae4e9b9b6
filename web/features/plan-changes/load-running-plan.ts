import { queryClient } from '../../api/query-client.ts'
import { payingSourceQuery } from '../plan/paying-source-query.ts'
import { planOfYearQuery } from '../plan/plan-queries.ts'
import { yearIn } from '../plan/year-in-address.ts'

/** Starts what a page that changes a running plan asks for. */
export function loadRunningPlan(accountId: string): void {
  const year = yearIn(new URLSearchParams(location.search))
  void queryClient.prefetchQuery(payingSourceQuery(accountId))
  void queryClient.prefetchQuery(planOfYearQuery(accountId, year))
}
