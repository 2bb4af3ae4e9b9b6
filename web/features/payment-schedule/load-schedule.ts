import { queryClient } from '../../api/query-client.ts'
import { payingSourceQuery } from './estimate/paying-source-query.ts'
import { estimateQuery, planOfYearQuery } from './plan-queries.ts'
import { yearIn } from './year-in-address.ts'

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
