import type { staffSchools } from '#contract/staff-schools.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { readFees, readFeeYears, replaceFees } from './fee-schedules.ts'
import { addSchool, changeSchool, readRates, readSchools, withdrawRate } from './schools.ts'
import { askForApproval } from '../approvals/ask.ts'
import { actorOf } from '../../people/audit/staff-audit.ts'

export function staffSchoolsRoutes(deps: Deps): Handlers<typeof staffSchools> {
  return {
    'GET /api/staff/schools': () => readSchools(deps),
    'POST /api/staff/schools': (call) => {
      const { reason: _, ...school } = call.body
      return addSchool(deps, actorOf(call), school)
    },
    'PUT /api/staff/schools/:schoolId': (call) => {
      const { reason: _, ...change } = call.body
      return changeSchool(deps, actorOf(call), call.params.schoolId, change)
    },
    'GET /api/staff/schools/:schoolId/fee-schedules': ({ params }) => readFeeYears(deps, params.schoolId),
    'GET /api/staff/schools/:schoolId/fee-schedules/:year': ({ params }) => readFees(deps, params),
    'PUT /api/staff/schools/:schoolId/fee-schedules/:year': (call) => {
      const { terms, items } = call.body
      return replaceFees(deps, actorOf(call), { ...call.params, terms, items })
    },
    'GET /api/staff/surcharge-rates': () => readRates(deps),
    'POST /api/staff/surcharge-rates': (call) => {
      const { reason: _, ...payload } = call.body
      const { region, cardGroup, percent, validFrom } = payload
      const key = [region, cardGroup, percent, validFrom].join(':')
      return askForApproval(deps, call, { kind: 'SurchargeRate', key, payload })
    },
    'POST /api/staff/surcharge-rates/withdraw': (call) => withdrawRate(deps, actorOf(call), call.body),
  }
}
