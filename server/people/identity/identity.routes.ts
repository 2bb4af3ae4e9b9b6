import type { identity } from '#contract/identity.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { checkDocument } from './automatic-check.ts'
import { handInCopy } from './hand-in-copy.ts'
import { readIdentity } from './identity.ts'

export function identityRoutes(deps: Deps): Handlers<typeof identity> {
  return {
    'GET /api/portal/customer/account/:accountId/identification-details': ({ accountId }) =>
      readIdentity(deps, accountId),
    'POST /api/portal/customer/account/:accountId/identification-details': (call) =>
      checkDocument(deps, call, call.body.identification),
    'POST /api/portal/customer/account/:accountId/identification-details/manual': (call) =>
      handInCopy(deps, call, { document: call.body.identification, sent: call.file }),
  }
}
