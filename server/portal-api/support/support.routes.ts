import type { support } from '#contract/support.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { reportClientError } from './client-errors.ts'
import { readChat, readVisitorChat, writeAsVisitor, writeToSupport } from './support.ts'

export function supportRoutes(deps: Deps): Handlers<typeof support> {
  return {
    'GET /api/portal/customer/chat': (call) => readChat(deps, call.caller.customerId),
    'POST /api/portal/customer/chat': (call) => writeToSupport(deps, call, call.body),
    'POST /api/support/chat': (call) => writeAsVisitor(deps, call, call.body),
    'POST /api/support/chat/messages': (call) => readVisitorChat(deps, call.body.key, call.address),
    'POST /api/client-errors': (call) => reportClientError(deps, call, call.body),
  }
}
