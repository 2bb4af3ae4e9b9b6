import type { calendarFeed } from '#contract/calendar-feed.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import type { Caller } from '../../people/session/session.ts'
import { makeFeed, readFeed, removeFeed } from './calendar-feed.ts'

export function calendarFeedRoutes(deps: Deps): Handlers<typeof calendarFeed> {
  return {
    'GET /api/portal/customer/account/:accountId/calendar-feed': (call) => readFeed(deps, ownerOf(call)),
    'POST /api/portal/customer/account/:accountId/calendar-feed': (call) =>
      makeFeed(deps, { ...ownerOf(call), requestId: call.requestId }),
    'POST /api/portal/customer/account/:accountId/remove-calendar-feed': (call) =>
      removeFeed(deps, { ...ownerOf(call), requestId: call.requestId }),
  }
}

function ownerOf({ accountId, caller }: { accountId: string; caller: Caller }) {
  return { accountId, customerId: caller.customerId }
}
