import type { staffAccess } from '#contract/staff-access.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/http.ts'
import { changeMember, readMembers, takeOn } from './members.ts'
import { readAudit, summariseAudit } from './audit-search.ts'
import { permissions } from './permissions.ts'
import { actorOf } from './staff-audit.ts'
import { askForStaffCode, logInStaff, logOutStaff } from './staff-login.ts'
import {
  beginEnrolment,
  confirmEnrolment,
  readTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
  resetTwoFactor,
} from './two-factor.ts'

export function staffAccessRoutes(deps: Deps): Handlers<typeof staffAccess> {
  return {
    'POST /api/staff/log-in': async ({ body, address }) => {
      await askForStaffCode(deps, body.email, address)
      return {}
    },
    'POST /api/staff/token': (call) => logInStaff(deps, call.body, call),
    'POST /api/staff/log-out': async ({ staff, requestId }) => {
      await logOutStaff(deps, staff, requestId)
      return {}
    },
    'GET /api/staff/me': async ({ staff }) => ({ ...staff, id: staff.staffId }),
    'GET /api/staff/two-factor': ({ staff }) => readTwoFactor(deps, staff),
    'POST /api/staff/two-factor': ({ staff }) => beginEnrolment(deps, staff),
    'POST /api/staff/two-factor/confirm': (call) => confirmEnrolment(deps, actorOf(call), call.body.totp),
    'POST /api/staff/two-factor/recovery-codes': (call) =>
      renewRecoveryCodes(deps, actorOf(call), call.body.totp),
    'POST /api/staff/two-factor/remove': (call) => removeTwoFactor(deps, actorOf(call), call.body),
    'GET /api/staff/audit': (call) => readAudit(deps, call, call.query),
    'GET /api/staff/audit/summary': (call) => summariseAudit(deps, call.query),
    'GET /api/staff/permissions': async () => permissions(),
    'GET /api/staff/members': () => readMembers(deps),
    'POST /api/staff/members': (call) => takeOn(deps, actorOf(call), call.body),
    'PUT /api/staff/members/:staffId': (call) =>
      changeMember(deps, actorOf(call), call.params.staffId, call.body),
    'POST /api/staff/members/:staffId/reset-two-factor': (call) =>
      resetTwoFactor(deps, actorOf(call), call.params.staffId),
  }
}
