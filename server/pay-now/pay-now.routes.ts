import type { payNow, Payment } from '#contract/pay-now.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { tokenizationUrl } from '../card-entry/card-entry.ts'
import type { Deps } from '../deps.ts'
import type { Call, Handlers } from '../http.ts'
import { readSources } from '../payment-methods/repayment-details.ts'
import { openSetUpSession } from '../payment-methods/uk-bank-set-up.ts'
import type { Answer } from '../payments/pay.ts'
import { recently } from './amounts.ts'
import { openCustomerSession, payEarly } from './customer-payment.ts'
import {
  openGuestSession,
  payAsGuest,
  readBreakdown,
  readGuestPage,
  recordGuestSession,
  verifyWallet,
} from './guest-payment.ts'
import { findPayFacts } from './pay-now.store.ts'
import { sessionPayment } from './sessions.ts'

export function payNowRoutes(deps: Deps): Handlers<typeof payNow> {
  const publicKey = (region: Region) => ({
    pubKey: deps.providers.stripe[region].publishableKey,
    stripeJsUrl: deps.config.stripeJsUrl ?? null,
  })
  const factsOf = async (accountId: string) => {
    const facts = await findPayFacts(deps.db, {
      accountId,
      sourceId: null,
      requestId: null,
      since: recently(deps.clock()),
    })
    if (!facts) throw new Refusal('not_found')
    return facts
  }
  return {
    'GET /api/portal/customer/account/:accountId/payment-page-details': async ({ accountId }) => {
      const { region, schools } = await factsOf(accountId)
      return {
        institutions: schools,
        repaymentSources: await readSources(deps, accountId),
        tokenizationUrl: await tokenizationUrl(deps, { accountId, region }),
      }
    },
    'POST /api/portal/customer/account/:accountId/payments': async (call) =>
      tell(call, await payEarly(deps, call)),
    'POST /api/portal/customer/account/:accountId/stripe-checkout-session': async (call) => {
      const { accountId, body } = call
      if (body.accountId !== accountId) throw new Refusal('forbidden')
      const { amount, instId, returnUrl } = body
      if (amount === undefined) return openSetUpSession(deps, accountId, call.caller)
      return openCustomerSession(deps, { ...call, body: { amount, instId, returnUrl } })
    },
    'POST /api/portal/customer/account/:accountId/stripe-payment-success': async ({ accountId, body }) => {
      const { region } = await factsOf(accountId)
      const requestId = body.repaymentRequestId ?? null
      return sessionPayment(deps, { region, accountId, requestId, sessionId: body.checkoutSessionId })
    },
    'GET /api/portal/customer/stripe-pub-key': async ({ caller }) => publicKey(caller.region),
    'GET /api/portal/guest/payment-page-details': async (call) => {
      const { region, page } = await readGuestPage(deps, call.query.request, call)
      call.setRegion(region)
      return page
    },
    'GET /api/portal/guest/payment-page-breakdown': (call) => readBreakdown(deps, call.query.request, call),
    'POST /api/portal/guest/payments': async (call) => tell(call, await payAsGuest(deps, call)),
    'GET /api/portal/guest/stripe-pub-key': async ({ region }) => publicKey(region),
    'POST /api/portal/guest/stripe-checkout-session': (call) => openGuestSession(deps, call),
    'POST /api/portal/guest/stripe-payment-success': (call) => recordGuestSession(deps, call),
    'POST /api/portal/guest/stripe-express-checkout-verification': (call) => verifyWallet(deps, call),
  }
}

function tell(call: Call, { status, body, isReplay }: Answer): Payment {
  if (status === 202) call.setAccepted()
  if (isReplay) call.setReplayed()
  return body
}
