import type { staffPlanChanges } from '#contract/staff-plan-changes.ts'
import { calendarDate } from '#domain/calendar/calendar.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { actorOf } from '../../people/audit/staff-audit.ts'
import { moveFor, showChanges, skipFor, undoFor } from './plan-changes.ts'

export function staffPlanChangesRoutes(deps: Deps): Handlers<typeof staffPlanChanges> {
  const planOf = ({ accountId, year }: { accountId: string; year: number }) => ({
    accountId,
    tuitionYear: year,
  })
  return {
    'GET /api/staff/accounts/:accountId/plans/:year/changes': (call) =>
      showChanges(deps, call, planOf(call.params)),
    'POST /api/staff/accounts/:accountId/plans/:year/move-payment': (call) => {
      const { isPreview, version, dueOn, to, sourceId } = call.body
      return moveFor(deps, actorOf(call), {
        ...planOf(call.params),
        isPreview,
        version,
        dueOn: calendarDate(dueOn),
        to: calendarDate(to),
        sourceId,
      })
    },
    'POST /api/staff/accounts/:accountId/plans/:year/skip-payments': (call) => {
      const { isPreview, version, dueOn, outcome } = call.body
      return skipFor(deps, actorOf(call), {
        ...planOf(call.params),
        isPreview,
        version,
        dueOn: dueOn.map(calendarDate),
        outcome,
      })
    },
    'POST /api/staff/accounts/:accountId/plans/:year/undo-change': (call) => {
      const { isPreview, version, changeId } = call.body
      return undoFor(deps, actorOf(call), { ...planOf(call.params), isPreview, version, changeId })
    },
  }
}
