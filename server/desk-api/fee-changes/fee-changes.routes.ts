import type { staffFeeChanges } from '#contract/staff-fee-changes.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { actorOf } from '../../people/audit/staff-audit.ts'
import { readFeesInput } from '../schools/fee-schedules.ts'
import { applyFeeChange, savePreview, showFeeChange } from './fee-changes.ts'

export function staffFeeChangesRoutes(deps: Deps): Handlers<typeof staffFeeChanges> {
  return {
    'POST /api/staff/schools/:schoolId/fee-schedules/:year/preview': async (call) => {
      const { terms, items } = call.body
      const fees = await readFeesInput(deps.db, { ...call.params, terms, items })
      return showFeeChange(deps, call, await savePreview(deps.db, deps, call, fees))
    },
    'GET /api/staff/fee-changes/:feeChangeId': (call) => showFeeChange(deps, call, call.params.feeChangeId),
    'POST /api/staff/fee-changes/:feeChangeId/apply': (call) =>
      applyFeeChange(deps, actorOf(call), call.params.feeChangeId),
  }
}
