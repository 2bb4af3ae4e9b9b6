import type { staffCare } from '#contract/staff-care.ts'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { parseAmount } from '#domain/money.ts'
import type { Arrangement } from '#domain/plan/changes/arrangement.ts'
import { fieldRefusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { actorOf } from '../../people/audit/staff-audit.ts'
import {
  declineCare,
  extendCare,
  listCare,
  offerArrangement,
  openCareFor,
  previewCare,
  showCare,
  withdrawOffer,
} from '../../plans/care/care-desk.ts'

type Sent = { lowerCount: number; lowerAmount: number | string; laterCount: number }

function arrangementIn({ lowerCount, lowerAmount, laterCount }: Sent): Arrangement {
  const amount = parseAmount(lowerAmount)
  if (amount === undefined) throw fieldRefusal({ lowerAmount: 'Enter an amount' })
  return { lower: { count: lowerCount, amount }, laterCount }
}

export function staffCareRoutes(deps: Deps): Handlers<typeof staffCare> {
  return {
    'GET /api/staff/care': (call) => listCare(deps, call),
    'GET /api/staff/care/:careId': (call) => showCare(deps, call, call.params.careId),
    'POST /api/staff/care/:careId/preview': (call) =>
      previewCare(deps, call.params.careId, arrangementIn(call.body)),
    'POST /api/staff/care/:careId/offer': (call) =>
      offerArrangement(deps, actorOf(call), {
        careId: call.params.careId,
        arrangement: arrangementIn(call.body),
        note: call.body.note,
      }),
    'POST /api/staff/accounts/:accountId/care': (call) => {
      const { customerId, words } = call.body
      return openCareFor(deps, actorOf(call), { accountId: call.params.accountId, customerId, words })
    },
    'POST /api/staff/care/:careId/withdraw-offer': (call) =>
      withdrawOffer(deps, actorOf(call), { careId: call.params.careId }),
    'POST /api/staff/care/:careId/decline': (call) =>
      declineCare(deps, actorOf(call), { careId: call.params.careId, note: call.body.note }),
    'POST /api/staff/care/:careId/extend': async (call) => {
      const { until } = call.body
      await extendCare(deps, actorOf(call), { careId: call.params.careId, until: calendarDate(until) })
    },
  }
}
