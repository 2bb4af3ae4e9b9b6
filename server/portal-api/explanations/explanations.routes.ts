import type { explanations } from '#contract/explanations.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { readExplanation } from './explanations.ts'

export function explanationsRoutes(deps: Deps): Handlers<typeof explanations> {
  return {
    'GET /api/portal/customer/account/:accountId/explanations/:figure': ({ accountId, params }) =>
      readExplanation(deps, { accountId, figure: params.figure }),
  }
}
