import type { staffSwitches } from '#contract/staff-switches.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { completeSwitch, inviteToSwitch, withdrawSwitch } from '../../plans/switch-account/product-change.ts'
import { actorOf } from '../../people/audit/staff-audit.ts'

export function staffSwitchesRoutes(deps: Deps): Handlers<typeof staffSwitches> {
  return {
    'POST /api/staff/accounts/:accountId/switch/invite': (call) =>
      inviteToSwitch(deps, actorOf(call), call.params.accountId),
    'POST /api/staff/accounts/:accountId/switch/withdraw': (call) =>
      withdrawSwitch(deps, actorOf(call), call.params.accountId),
    'POST /api/staff/accounts/:accountId/switch/complete': (call) =>
      completeSwitch(deps, actorOf(call), call.params.accountId),
  }
}
