import type { switchAccount } from '#contract/switch-account.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { readAgreement } from './agreement.ts'
import { submitDetails, readDetails } from './customer-details.ts'

export function switchAccountRoutes(deps: Deps): Handlers<typeof switchAccount> {
  return {
    'GET /api/portal/customer/account/:accountId/customer-details': (call) => readDetails(deps, call),
    'POST /api/portal/customer/account/:accountId/customer-details': (call) =>
      submitDetails(deps, call, call.body),
    'GET /api/portal/customer/product-switch/agreement': ({ query }) =>
      readAgreement(deps, query.productType),
  }
}
