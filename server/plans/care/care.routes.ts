import type { careCalls } from '#contract/care.ts'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { parseAmount, toDecimal } from '#domain/money.ts'
import { fieldRefusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { planActorOf } from '../payment-schedule/save-plan.ts'
import { acceptOffer, requestChange } from './care-offers.ts'
import { addWords, requestCare, withdrawCare } from './care-requests.ts'
import { readArrangementFile } from './arrangement-file.ts'
import { readCare } from './read-care.ts'

export function careRoutes(deps: Deps): Handlers<typeof careCalls> {
  return {
    'GET /api/portal/customer/account/:accountId/care': ({ accountId, caller }) =>
      readCare(deps, {
        accountId,
        readerId: caller.impersonatorEmail === null ? caller.customerId : null,
      }),
    'GET /api/portal/customer/account/:accountId/arrangement-agreement': ({ accountId, caller }) =>
      readArrangementFile(deps, {
        accountId,
        readerId: caller.impersonatorEmail === null ? caller.customerId : null,
      }),
    'POST /api/portal/customer/account/:accountId/care-request': (call) => {
      const { words = null, amount, textVersion, ...answers } = call.body
      const cents = parseAmount(amount)
      if (cents === undefined) throw fieldRefusal({ amount: 'Enter an amount. 0 is fine.' })
      return requestCare(
        deps,
        {
          accountId: call.accountId,
          answers: { ...answers, amount: toDecimal(cents) },
          words,
          textVersion,
        },
        planActorOf(call),
      )
    },
    'POST /api/portal/customer/account/:accountId/care-request/words': (call) =>
      addWords(deps, { accountId: call.accountId, words: call.body.words }, planActorOf(call)),
    'POST /api/portal/customer/account/:accountId/care-request/withdraw': (call) =>
      withdrawCare(deps, { accountId: call.accountId, reference: call.body.reference }, planActorOf(call)),
    'POST /api/portal/customer/account/:accountId/care-offer/accept': (call) => {
      const { offerId, version, textVersion } = call.body
      const { accountId } = call
      const firstOn = calendarDate(call.body.firstOn)
      return acceptOffer(deps, { accountId, offerId, version, firstOn, textVersion }, planActorOf(call))
    },
    'POST /api/portal/customer/account/:accountId/care-offer/ask-change': (call) =>
      requestChange(deps, { accountId: call.accountId, ...call.body }, planActorOf(call)),
  }
}
