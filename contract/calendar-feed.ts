import * as z from 'zod/mini'
import { endpoints } from './endpoint.ts'
import { accountParams, instant } from './wire.ts'

/** Null while no calendar is subscribed. Whoever has the address sees the payments, without logging in. */
const calendarFeedReply = z.object({ feed: z.nullable(z.object({ url: z.string(), createdAt: instant })) })
export type CalendarFeed = NonNullable<z.infer<typeof calendarFeedReply>['feed']>

export const calendarFeed = endpoints({
  'GET /api/portal/customer/account/:accountId/calendar-feed': {
    summary: "The private address under which this customer's calendars find the payments of the account",
    access: 'account',
    params: accountParams,
    reply: calendarFeedReply,
    refusals: ['not_by_staff'],
  },
  'POST /api/portal/customer/account/:accountId/calendar-feed': {
    summary: 'Makes that address, or gives the one there is',
    access: 'account',
    params: accountParams,
    reply: calendarFeedReply,
    refusals: ['not_by_staff'],
  },
  'POST /api/portal/customer/account/:accountId/remove-calendar-feed': {
    summary: 'Takes that address out of use at once and for ever',
    access: 'account',
    params: accountParams,
    reply: calendarFeedReply,
    refusals: ['not_by_staff'],
  },
})
