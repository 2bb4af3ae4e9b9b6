import type { staffIds } from '#contract/staff-ids.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { findIds } from './short-ids.ts'

export function staffIdsRoutes(deps: Deps): Handlers<typeof staffIds> {
  return { 'GET /api/staff/ids': ({ query }) => findIds(deps, query) }
}
