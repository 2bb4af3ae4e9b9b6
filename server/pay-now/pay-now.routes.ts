import type { payNow, Payment } from '#contract/pay-now.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { tokenizationUrl } from '../card-entry/card-entry.ts'
import type { Deps } from '../deps.ts'
import type { Call, Handlers } from '../http/http.ts'
import { readSources } from '../payment-methods/repayment-details.ts'
import { openSetUpSession } from '../payment-methods/uk-bank-set-up.ts'
import type { Answer } from '../payments/pay.ts'
import { readReceipt } from '../transactions/receipt-file.ts'
import { cardSurchargesAt, recently } from './amounts.ts'
import {
  openCustomerSession,
  payEarly,
  recordCustomerSession,
  verifyCustomerWallet,
} from './customer-payment.ts'
import { readBreakdown, readGuestInvoice, readGuestPage } from './guest-page.ts'
import { payAsGuest } from './guest-payment.ts'
import { openGuestSession, recordGuestSession, verifyWallet } from './guest-sessions.ts'
import { findPayFacts } from './pay-now.store.ts'
import {
  callOffAsCustomer,
  callOffAsGuest,
  readCustomerOutcome,
  readGuestOutcome,
  readGuestReceipt,
  type Outcome,
} from './payment-outcome.ts'
import { readSavedMethodAccess, sendSavedMethodCode, unlockSavedMethods } from './saved-method-codes.ts'

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
      const facts = await factsOf(accountId)
      const { region, schools } = facts
      const [only, ...others] = schools
      // Schools differ in which surcharges they absorb: the page knows which school is chosen.
      const absorbed = only && others.length === 0 ? only.absorbCardSurcharge : 'None'
      return {
        institutions: schools.map((school) => ({
          ...school,
          cardSurcharges: cardSurchargesAt(facts, school, deps.clock()),
        })),
        repaymentSources: await readSources(deps, accountId, absorbed),
        tokenizationUrl: await tokenizationUrl(deps, { accountId, region }),
      }
    },
    'POST /api/portal/customer/account/:accountId/payments': async (call) =>
      replyOnce(call, await payEarly(deps, call)),
    'GET /api/portal/customer/account/:accountId/payment-outcome': async (call) =>
      reply(call, await readCustomerOutcome(deps, call)),
    'POST /api/portal/customer/account/:accountId/payment-cancellation': async (call) =>
      reply(call, await callOffAsCustomer(deps, call)),
    'GET /api/portal/customer/account/:accountId/payments/:paymentId/receipt': ({ accountId, params }) =>
      readReceipt(deps, { accountId, id: params.paymentId }),
    'POST /api/portal/customer/account/:accountId/stripe-checkout-session': async (call) => {
      const { accountId, body } = call
      if (body.accountId !== accountId) throw new Refusal('forbidden')
      const { amount, instId, returnUrl } = body
      if (amount === undefined) return openSetUpSession(deps, accountId)
      return openCustomerSession(deps, { ...call, body: { amount, instId, returnUrl } })
    },
    'POST /api/portal/customer/account/:accountId/stripe-payment-success': (call) =>
      recordCustomerSession(deps, call),
    'POST /api/portal/customer/account/:accountId/stripe-express-checkout-verification': (call) =>
      verifyCustomerWallet(deps, call),
    'GET /api/portal/customer/stripe-pub-key': async ({ caller }) => publicKey(caller.region),
    'GET /api/portal/guest/payment-page-details': (call) => readGuestPage(deps, call.query.request, call),
    'GET /api/portal/guest/payment-page-breakdown': (call) => readBreakdown(deps, call.query.request, call),
    'GET /api/portal/guest/invoice': (call) => readGuestInvoice(deps, call.query.request, call),
    'POST /api/portal/guest/payments': async (call) => replyOnce(call, await payAsGuest(deps, call)),
    'GET /api/portal/guest/saved-method-access': (call) => readSavedMethodAccess(deps, call),
    'POST /api/portal/guest/saved-method-code': (call) => sendSavedMethodCode(deps, call),
    'POST /api/portal/guest/saved-method-access': async (call) => {
      await unlockSavedMethods(deps, call)
      return {}
    },
    'GET /api/portal/guest/payment-outcome': async (call) => reply(call, await readGuestOutcome(deps, call)),
    'POST /api/portal/guest/payment-cancellation': async (call) =>
      reply(call, await callOffAsGuest(deps, call)),
    'GET /api/portal/guest/receipt': (call) => readGuestReceipt(deps, call),
    'GET /api/portal/guest/stripe-pub-key': async ({ region }) => publicKey(region),
    'POST /api/portal/guest/stripe-checkout-session': (call) => openGuestSession(deps, call),
    'POST /api/portal/guest/stripe-payment-success': (call) => recordGuestSession(deps, call),
    'POST /api/portal/guest/stripe-express-checkout-verification': (call) => verifyWallet(deps, call),
  }
}

function replyOnce(call: Call, answer: Answer): Payment {
  if (answer.isReplay) call.setReplayed()
  return reply(call, answer)
}

function reply(call: Call, { status, body }: Outcome): Payment {
  if (status === 202) call.setAccepted()
  return body
}
