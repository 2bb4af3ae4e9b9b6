import type { staffAccess, StaffPerson } from '#contract/staff-access.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { changeMember, readMembers, addStaffMember } from './members.ts'
import { readAudit, summariseAudit } from './audit-search.ts'
import { permissions } from './permissions.ts'
import { actorOf } from '../audit/staff-audit.ts'
import type { StaffCaller } from '../../platform/http/callers.ts'
import { findStaffCaller, sessionCookie, sessionCookieName } from './staff-session.ts'
import { requestStaffCode, logInStaff, logOutStaff } from './staff-login.ts'
import {
  beginEnrolment,
  confirmEnrolment,
  readTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
  resetTwoFactor,
} from './two-factor.ts'

export function staffAccessRoutes(deps: Deps): Handlers<typeof staffAccess> {
  const personOf = (staff: StaffCaller): StaffPerson => ({
    ...staff,
    id: staff.staffId,
    sessionEndsAt: staff.sessionEndsAt.toISOString(),
    idleMinutes: deps.config.staffSession.idleMs / 60_000,
  })
  return {
    'POST /api/staff/log-in': async ({ body, address }) => {
      await requestStaffCode(deps, body.email, address)
    },
    'POST /api/staff/token': (call) => logInStaff(deps, call.body, call),
    'POST /api/staff/session': async (call) => {
      const { token, ...session } = await logInStaff(deps, call.body, call)
      call.setCookie(sessionCookie(token, deps.config.staffSession.lifeMs))
      return session
    },
    'GET /api/staff/session': async (call) => {
      const staff = await findStaffCaller(deps, call.cookie(sessionCookieName))
      return {
        person: staff ? personOf(staff) : null,
        now: deps.clock().toISOString(),
        sessionHours: deps.config.staffSession.lifeMs / (60 * 60_000),
      }
    },
    'POST /api/staff/log-out': async ({ staff, requestId, setCookie }) => {
      await logOutStaff(deps, staff, requestId)
      setCookie(sessionCookie('', 0))
    },
    'GET /api/staff/me': async ({ staff }) => personOf(staff),
    'GET /api/staff/two-factor': ({ staff }) => readTwoFactor(deps, staff),
    'POST /api/staff/two-factor': ({ staff }) => beginEnrolment(deps, staff),
    'POST /api/staff/two-factor/confirm': (call) => confirmEnrolment(deps, actorOf(call), call.body.totp),
    'POST /api/staff/two-factor/recovery-codes': (call) =>
      renewRecoveryCodes(deps, actorOf(call), call.body.totp),
    'POST /api/staff/two-factor/remove': async (call) => {
      await removeTwoFactor(deps, actorOf(call), call.body)
    },
    'GET /api/staff/audit': (call) => readAudit(deps, call, call.query),
    'GET /api/staff/audit/summary': (call) => summariseAudit(deps, call.query),
    'GET /api/staff/permissions': async () => permissions(),
    'GET /api/staff/members': () => readMembers(deps),
    'POST /api/staff/members': (call) => addStaffMember(deps, actorOf(call), call.body),
    'PUT /api/staff/members/:staffId': (call) =>
      changeMember(deps, actorOf(call), call.params.staffId, call.body),
    'POST /api/staff/members/:staffId/reset-two-factor': (call) =>
      resetTwoFactor(deps, actorOf(call), call.params.staffId),
  }
}
