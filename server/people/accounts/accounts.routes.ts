import type { accounts } from '#contract/accounts.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { listAccountsOfCustomer, setupStatusOf } from './accounts.ts'

export function accountsRoutes(deps: Deps): Handlers<typeof accounts> {
  return {
    'GET /api/portal/customer/accounts': ({ caller }) => listAccountsOfCustomer(deps, caller.customerId),
    'GET /api/portal/customer/account/:accountId/account-setup-status': async ({ accountId }) => ({
      accountSetupStatus: await setupStatusOf(deps, accountId),
    }),
  }
}
