import { queryOptions } from '@tanstack/react-query'
import { setHolidays, type Holiday } from '#domain/calendar/holidays.ts'
import { call } from '../../api/client.ts'
import { toPlannerFacts } from './planner-facts.ts'

/** The plan of a year; without one, of the year that the Overview speaks of. */
export function scheduleQuery(accountId: string, year?: number) {
  return queryOptions({
    queryKey: ['payment-schedule', accountId, year ?? null],
    queryFn: ({ signal }) =>
      call('GET /api/portal/customer/account/:accountId/payment-schedule', {
        params: { accountId },
        query: { year },
        signal,
      }),
  })
}

/** What the form calculates with. */
export function materialQuery(accountId: string, year: number) {
  return queryOptions({
    queryKey: ['plan-material', accountId, year],
    queryFn: async ({ signal }) => {
      const reply = await call('GET /api/portal/customer/account/:accountId/plan-material', {
        params: { accountId },
        query: { year },
        signal,
      })
      setHolidays(reply.region, reply.holidays as Holiday[])
      return toPlannerFacts(reply)
    },
  })
}

/** What a first plan could look like, asked for once. */
export function estimateQuery(accountId: string) {
  return queryOptions({
    queryKey: ['calculate-estimate', accountId],
    queryFn: ({ signal }) =>
      call('GET /api/portal/customer/account/:accountId/calculate-estimate', {
        params: { accountId },
        signal,
      }),
    staleTime: Infinity,
    // It is an offer: without it the form is as good.
    throwOnError: false,
  })
}

export function durationsQuery(accountId: string, year: number, date: string) {
  return queryOptions({
    queryKey: ['repayment-duration-options', accountId, year, date],
    queryFn: ({ signal }) =>
      call('GET /api/portal/customer/account/:accountId/year/:year/date/:date/repayment-duration-options', {
        params: { accountId, year, date },
        signal,
      }),
    throwOnError: false,
  })
}
