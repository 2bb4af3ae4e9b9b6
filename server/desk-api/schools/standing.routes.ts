import type { staffSchoolStanding } from '#contract/staff-school-standing.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { exportSchoolFamilies, readSchoolFamilies, readSchoolLines, readStanding } from './standing.ts'

export function staffSchoolStandingRoutes(deps: Deps): Handlers<typeof staffSchoolStanding> {
  return {
    'GET /api/staff/school-standing': () => readSchoolLines(deps),
    'GET /api/staff/schools/:schoolId/standing': ({ params }) => readStanding(deps, params.schoolId),
    'GET /api/staff/schools/:schoolId/families': (call) => {
      const { filter, text, after, limit } = call.query
      const page = { filter, text: text ?? null, after: after?.toUpperCase() ?? null, limit }
      return readSchoolFamilies(deps, call, call.params.schoolId, page)
    },
    'GET /api/staff/schools/:schoolId/families/file': (call) => {
      const { filter, text } = call.query
      return exportSchoolFamilies(deps, call, call.params.schoolId, { filter, text: text ?? null })
    },
  }
}
