import type { addressEntry } from '#contract/address-entry.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { searchAddresses } from './address-entry.ts'

export function addressEntryRoutes(deps: Deps): Handlers<typeof addressEntry> {
  return {
    'POST /api/portal/customer/address-search': ({ caller, body }) =>
      searchAddresses(deps, caller.customerId, body.fullAddress),
  }
}
