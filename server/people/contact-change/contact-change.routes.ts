import type { ContactChangeView, contactChanges } from '#contract/contact-change.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Call, Handlers } from '../../platform/http/http.ts'
import { showContactChange, stopContactChange } from './stop-change.ts'

export function contactChangeRoutes(deps: Deps): Handlers<typeof contactChanges> {
  return {
    'POST /api/auth/customer/contact-change': async (call) =>
      inRegion(call, await showContactChange(deps, call.body.key, call.address)),
    'POST /api/auth/customer/stop-contact-change': async (call) =>
      inRegion(call, await stopContactChange(deps, { ...call, key: call.body.key })),
  }
}

/** The page shows the phone number of the customer's own region. */
function inRegion(call: Pick<Call, 'setRegion'>, change: ContactChangeView): ContactChangeView {
  call.setRegion(change.region)
  return change
}
