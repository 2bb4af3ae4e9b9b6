import type { overview } from '#contract/overview.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { readOverview } from './overview.ts'

export function overviewRoutes(deps: Deps): Handlers<typeof overview> {
  return { 'GET /api/portal/customer/account/:accountId/overview': readOverview(deps) }
}
