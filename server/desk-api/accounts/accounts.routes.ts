import type { staffAccounts } from '#contract/staff-accounts.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import {
  addMember,
  changeAccount,
  createAccount,
  removeMember,
  searchAccounts,
  showAccount,
} from './accounts.ts'
import { closeAccount, reopenAccount } from './closing.ts'
import { actorOf } from '../../people/audit/staff-audit.ts'
import { changeEnrolment, enrol, shareFees } from './students.ts'

export function staffAccountsRoutes(deps: Deps): Handlers<typeof staffAccounts> {
  return {
    'GET /api/staff/accounts': (call) => {
      const { shortId, schoolId, setupStatus, isSetUp, status, after, limit } = call.query
      return searchAccounts(deps, call, {
        shortId: shortId ?? null,
        schoolId: schoolId ?? null,
        setupStatus: setupStatus ?? null,
        isSetUp: isSetUp === undefined ? null : isSetUp === 'true',
        status: status ?? null,
        after: after ?? null,
        limit,
      })
    },
    'GET /api/staff/accounts/:accountId': (call) => showAccount(deps, call, call.params.accountId),
    'POST /api/staff/accounts': (call) => createAccount(deps, actorOf(call), call.body),
    'PUT /api/staff/accounts/:accountId': (call) =>
      changeAccount(deps, actorOf(call), call.params.accountId, call.body),
    'POST /api/staff/accounts/:accountId/deactivate': (call) =>
      closeAccount(deps, actorOf(call), call.params.accountId, call.body),
    'POST /api/staff/accounts/:accountId/reactivate': (call) =>
      reopenAccount(deps, actorOf(call), call.params.accountId, call.body),
    'POST /api/staff/accounts/:accountId/members/:customerId/add': (call) =>
      addMember(deps, actorOf(call), call.params),
    'POST /api/staff/accounts/:accountId/members/:customerId/remove': (call) =>
      removeMember(deps, actorOf(call), call.params),
    'POST /api/staff/accounts/:accountId/students': (call) =>
      enrol(deps, actorOf(call), call.params.accountId, call.body),
    'PUT /api/staff/accounts/:accountId/enrolments/:enrolmentId': (call) =>
      changeEnrolment(deps, actorOf(call), call.params, call.body),
    'PUT /api/staff/students/:studentId/shares': (call) =>
      shareFees(deps, actorOf(call), call.params.studentId, call.body),
  }
}
