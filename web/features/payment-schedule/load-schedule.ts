import { queryClient } from '../../api/query-client.ts'
import { payingSourceQuery } from '../plan/paying-source-query.ts'
import { estimateQuery, planOfYearQuery } from '../plan/plan-queries.ts'
import { yearIn } from '../plan/year-in-address.ts'

/** Starts all that the page asks for, each call as soon as it can be made. */
export function loadSchedule(accountId: string): void {
  const year = yearIn(new URLSearchParams(location.search))
  void queryClient.prefetchQuery(payingSourceQuery(accountId))
  queryClient.fetchQuery(planOfYearQuery(accountId, year)).then(
    ({ schedule }) => {
      if (schedule.planStatus === 'None') void queryClient.prefetchQuery(estimateQuery(accountId))
    },
    // The page asks again, and shows why it cannot.
    () => {},
  )
}
