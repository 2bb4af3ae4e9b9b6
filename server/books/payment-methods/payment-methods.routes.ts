import type { paymentMethods } from '#contract/payment-methods.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Call, Handlers } from '../../platform/http/http.ts'
import type { Caller } from '../../platform/http/callers.ts'
import type { Actor } from './actor.ts'
import { addSource } from './add-source.ts'
import { activateSource, changeRepayment } from './change-source.ts'
import { readAgreementFile, readAuthorisationFile } from './direct-debit-papers.ts'
import { removeSavedSource } from './remove-source.ts'
import { readRepaymentDetails } from './repayment-details.ts'
import { openSetUpIntent } from './uk-bank-set-up.ts'

export function paymentMethodsRoutes(deps: Deps): Handlers<typeof paymentMethods> {
  return {
    'GET /api/portal/customer/account/:accountId/repayment-details': ({ accountId }) =>
      readRepaymentDetails(deps, accountId),
    'POST /api/portal/customer/account/:accountId/repayment-details': (call) =>
      changeRepayment(deps, call.accountId, call.body, actorOf(call)),
    'PUT /api/portal/customer/account/:accountId/repayment-details': (call) =>
      changeRepayment(deps, call.accountId, call.body, actorOf(call)),
    'POST /api/portal/customer/account/:accountId/repayment-sources': (call) =>
      addSource(deps, call.accountId, call.body, actorOf(call)),
    'POST /api/portal/customer/account/:accountId/activate-repayment-source': (call) =>
      activateSource(deps, call.accountId, call.body, actorOf(call)),
    'POST /api/portal/customer/account/:accountId/remove-repayment-source': (call) =>
      removeSavedSource(deps, call.accountId, call.body.repaymentSourceId, actorOf(call)),
    'GET /api/portal/customer/account/:accountId/direct-debit-agreement': ({ accountId }) =>
      readAgreementFile(deps, accountId),
    'GET /api/portal/customer/account/:accountId/repayment-sources/:sourceId/authorisation': ({
      accountId,
      params,
    }) => readAuthorisationFile(deps, { accountId, sourceId: params.sourceId }),
    'POST /api/portal/customer/account/:accountId/stripe-setup-intent': ({ accountId }) =>
      openSetUpIntent(deps, accountId),
  }
}

function actorOf(call: Call & { caller: Caller }): Actor {
  const { caller, address, userAgent, requestId } = call
  const { customerId, email, impersonatorEmail } = caller
  return { customerId, email, impersonatorEmail, address, userAgent, requestId }
}
