import type { staffSwitches } from '#contract/staff-switches.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/http.ts'
import { completeSwitch, inviteToSwitch, withdrawSwitch } from '../../switch-account/product-change.ts'
import { deedOf } from '../access/staff-audit.ts'

export function staffSwitchesRoutes(deps: Deps): Handlers<typeof staffSwitches> {
  return {
    'POST /api/staff/accounts/:accountId/switch/invite': (call) =>
      inviteToSwitch(deps, deedOf(call), call.params.accountId),
    'POST /api/staff/accounts/:accountId/switch/withdraw': (call) =>
      withdrawSwitch(deps, deedOf(call), call.params.accountId),
    'POST /api/staff/accounts/:accountId/switch/complete': (call) =>
      completeSwitch(deps, deedOf(call), call.params.accountId),
  }
}
