import type { staffFind } from '#contract/staff-find.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { describeOpened, find } from './find.ts'

export function staffFindRoutes(deps: Deps): Handlers<typeof staffFind> {
  return {
    'GET /api/staff/find': (call) => find(deps, call, call.query.q),
    'GET /api/staff/find/opened': (call) => describeOpened(deps, call, call.query),
  }
}
