import type { profile } from '#contract/profile.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { readProfile } from './profile.ts'

export function profileRoutes(deps: Deps): Handlers<typeof profile> {
  return {
    'GET /api/portal/customer/account/:accountId/profile': ({ caller }) =>
      readProfile(deps, caller.customerId),
  }
}
