import type { statements } from '#contract/statements.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { readStatementFile, readStatements } from './statements.ts'

export function statementsRoutes(deps: Deps): Handlers<typeof statements> {
  return {
    'GET /api/portal/customer/account/:accountId/statements': ({ accountId }) =>
      readStatements(deps, accountId),
    'GET /api/portal/customer/account/:accountId/statements/:statementId': ({ accountId, params }) =>
      readStatementFile(deps, { accountId, statementId: params.statementId }),
  }
}
