import { queryOptions } from '@tanstack/react-query'
import type { PaymentSchedule } from '#contract/payment-schedule.ts'
import type { FlexiblePlan } from '#contract/plan-changes.ts'
import type { Holiday } from '#domain/calendar/holidays.ts'
import { call } from '../../session/client.ts'
import { keepHolidays } from './bank-calendar.ts'
import { toPlannerFacts, type PlannerFacts } from './planner-facts.ts'

export type PlanOfYear = {
  schedule: PaymentSchedule
  /** What the form calculates with. */
  facts: PlannerFacts
  /** What can be changed of a plan that runs; null for any other. */
  flexible: FlexiblePlan | null
  /** Of the year that a parent wants to get to from here; null where there is none. */
  beside: PaymentSchedule | null
}

const keyOf = (accountId: string, year: number | null) => ['plan-material', accountId, year]

/** The plan of a year; without one, of the year that the Overview speaks of. */
export function planOfYearQuery(accountId: string, asked?: number) {
  return queryOptions({
    queryKey: keyOf(accountId, asked ?? null),
    queryFn: async ({ signal, client }): Promise<PlanOfYear> => {
      const reply = await call('GET /api/portal/customer/account/:accountId/plan-material', {
        params: { accountId },
        query: { year: asked },
        signal,
      })
      const calendar = keepHolidays(reply.region, reply.holidays as Holiday[])
      const { schedule, beside, flexible, ...material } = reply
      const plan = { schedule, facts: toPlannerFacts(material, calendar), flexible, beside }
      // Other parts of the page ask by the year that it turned out to be.
      if (asked === undefined) client.setQueryData(keyOf(accountId, reply.planYear), plan)
      return plan
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
