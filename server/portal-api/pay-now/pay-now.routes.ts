import type { payNow, Payment } from '#contract/pay-now.ts'
import { toDecimal } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { tokenizationUrl } from '../../books/card-entry/card-entry.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers, Signals } from '../../platform/http/http.ts'
import { readSources } from '../../books/payment-methods/repayment-details.ts'
import { openSetUpSession } from '../../books/payment-methods/uk-bank-set-up.ts'
import type { Answer } from '../../books/payments/pay.ts'
import { readReceipt } from '../transactions/receipt-file.ts'
import { cardSurchargesAt, declinesSince, dueAt } from './amounts.ts'
import {
  openCustomerSession,
  payEarly,
  recordCustomerSession,
  verifyCustomerWallet,
} from './customer-payment.ts'
import { findPayFacts } from './pay-now.store.ts'
import { callOffAsCustomer, readCustomerOutcome, type PaymentOutcome } from './payment-outcome.ts'

export function payNowRoutes(deps: Deps): Handlers<typeof payNow> {
  const factsOf = async (accountId: string) => {
    const facts = await findPayFacts(deps.db, {
      accountId,
      sourceId: null,
      requestId: null,
      since: declinesSince(deps.clock()),
    })
    if (!facts) throw new Refusal('not_found')
    return facts
  }
  return {
    'GET /api/portal/customer/account/:accountId/payment-page-details': async ({ accountId }) => {
      const facts = await factsOf(accountId)
      const { region, schools } = facts
      const [only, ...others] = schools
      const institutions = schools.map(async (school) => ({
        ...school,
        cardSurcharges: cardSurchargesAt(facts, school, deps.clock()),
        due: toDecimal(await dueAt(deps, accountId, school.id)),
      }))
      // Schools differ in which surcharges they absorb: the page knows which school is chosen.
      const absorbed = only && others.length === 0 ? only.absorbCardSurcharge : 'None'
      return {
        institutions: await Promise.all(institutions),
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
    'GET /api/portal/customer/stripe-pub-key': async ({ caller }) => publicKey(deps, caller.region),
  }
}

export function replyOnce(call: Pick<Signals, 'setAccepted' | 'setReplayed'>, result: Answer): Payment {
  if (result.isReplay) call.setReplayed()
  return reply(call, result)
}

export function reply(call: Pick<Signals, 'setAccepted'>, { status, body }: PaymentOutcome): Payment {
  if (status === 202) call.setAccepted()
  return body
}

/** The key for the provider's script in the browser. */
export function publicKey({ providers, config }: Pick<Deps, 'providers' | 'config'>, region: Region) {
  return { pubKey: providers.stripe[region].publishableKey, stripeJsUrl: config.stripeJsUrl ?? null }
}
