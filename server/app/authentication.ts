import { admitImpersonator } from '../people/impersonation/impersonation.ts'
import { authenticateCustomer } from '../people/session/session.ts'
import { authenticateStaff, readStaffToken } from '../people/staff-access/staff-session.ts'
import type { Deps } from '../platform/deps.ts'
import type { Authentication } from '../platform/http/callers.ts'

export const authentication = (deps: Deps): Authentication => ({
  customer: (token) => authenticateCustomer(deps, token),
  admitImpersonator: (caller, call) => admitImpersonator(deps, caller, call),
  staff: (request, role, options) => authenticateStaff(deps, readStaffToken(request), role, options),
})
