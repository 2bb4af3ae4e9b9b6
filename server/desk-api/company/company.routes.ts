import type { staffCompany } from '#contract/staff-company.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { readClientErrors } from './client-errors.ts'
import { readConversation, readConversations, replyTo } from './conversations.ts'
import { readHealth, readJobRuns, readJobs, runJob } from './jobs-desk.ts'
import { listOutbox, listSamples, resendMessage, showMessage, showSample } from './outbox-desk.ts'
import { readParkedItems, retryParked } from './parked-desk.ts'
import { changeSettings, readCompanySettings } from './settings-desk.ts'
import { actorOf } from '../../people/audit/staff-audit.ts'

export function staffCompanyRoutes(deps: Deps): Handlers<typeof staffCompany> {
  return {
    'GET /api/staff/outbox': (call) => listOutbox(deps, call, call.query),
    'GET /api/staff/outbox/:messageId': (call) => showMessage(deps, call, call.params.messageId),
    'POST /api/staff/outbox/:messageId/resend': (call) =>
      resendMessage(deps, actorOf(call), call.params.messageId),
    'GET /api/staff/templates': async () => listSamples(),
    'GET /api/staff/templates/:kind': (call) => showSample(deps, call.params.kind),
    'GET /api/staff/client-errors': (call) => readClientErrors(deps, call, call.query.limit),
    'GET /api/staff/settings': () => readCompanySettings(deps),
    'PUT /api/staff/settings': (call) => changeSettings(deps, actorOf(call), call.body),
    'GET /api/staff/jobs': () => readJobs(deps),
    'GET /api/staff/jobs/:name/runs': (call) => readJobRuns(deps, call.params.name, call.query.limit),
    'POST /api/staff/jobs/:name/run': (call) => runJob(deps, actorOf(call), call.params.name),
    'GET /api/staff/parked-items': (call) => readParkedItems(deps, call),
    'POST /api/staff/parked-items/retry': (call) => retryParked(deps, actorOf(call), call.body),
    'GET /api/staff/health': () => readHealth(deps),
    'GET /api/staff/conversations': (call) => {
      const { state = null, before, limit } = call.query
      return readConversations(deps, call, {
        state,
        before: before === undefined ? null : new Date(before),
        limit,
      })
    },
    'GET /api/staff/conversations/:conversationId': (call) =>
      readConversation(deps, call, call.params.conversationId),
    'POST /api/staff/conversations/:conversationId/reply': (call) =>
      replyTo(deps, actorOf(call), call.params.conversationId, call.body),
  }
}
