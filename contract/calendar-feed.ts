import * as z from 'zod/mini'
import { named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { accountParams, instant } from './wire.ts'

const calendarFeedReply = z.object({ feed: z.nullable(z.object({ url: z.string(), createdAt: instant })) })
export type CalendarFeed = NonNullable<z.infer<typeof calendarFeedReply>['feed']>

named({
  CalendarFeed: [
    calendarFeedReply,
    'Null without a subscription. Anyone with the URL sees the payments, without logging in.',
  ],
})

export const calendarFeed = endpoints({
  'GET /api/portal/customer/account/:accountId/calendar-feed': {
    summary: "The private URL of the calendar feed with this customer's payments of the account",
    access: 'account',
    params: accountParams,
    reply: calendarFeedReply,
    refusals: ['not_by_staff'],
  },
  'POST /api/portal/customer/account/:accountId/calendar-feed': {
    summary: 'Creates the private URL of the calendar feed, or returns the existing one',
    access: 'account',
    params: accountParams,
    reply: calendarFeedReply,
    refusals: ['not_by_staff'],
  },
  'POST /api/portal/customer/account/:accountId/remove-calendar-feed': {
    summary: 'Revokes the private URL immediately and permanently',
    access: 'account',
    params: accountParams,
    reply: calendarFeedReply,
    refusals: ['not_by_staff'],
  },
})
