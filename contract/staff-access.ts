import * as z from 'zod/mini'
import { staffRoles } from '#domain/staff.ts'
import { endpoints } from './endpoint.ts'
import { email } from './login.ts'
import { change, countInQuery, mobile, unlessSent, uuid } from './staff-wire.ts'
import { id, instant, line } from './wire.ts'

const member = z.object({
  id,
  email: z.string(),
  name: z.string(),
  role: z.enum(staffRoles),
  /** The last three digits of the number that log-in codes go to. */
  mobileLast3Digits: z.nullable(z.string()),
  status: z.enum(['Active', 'Disabled']),
  lastLogInAt: z.nullable(instant),
})
export type StaffMember = z.infer<typeof member>

const auditEvent = z.object({
  id,
  at: instant,
  subjectId: id,
  actorKind: z.enum(['Customer', 'Guest', 'Staff', 'System']),
  /** The e-mail of a customer or a member of staff. */
  actor: z.nullable(z.string()),
  impersonatorEmail: z.nullable(z.string()),
  action: z.string(),
  details: z.record(z.string(), z.string()),
  requestId: z.nullable(z.string()),
})
export type AuditEvent = z.infer<typeof auditEvent>

/** How our people get in, who they are, and what was done by whom. */
export const staffAccess = endpoints({
  'POST /api/staff/log-in': {
    summary: 'Sends a one-time code to the mobile of a member of staff; answers everyone alike',
    access: 'public',
    body: z.strictObject({ email }),
    reply: z.object({}),
    refusals: ['rate_limited'],
  },
  'POST /api/staff/token': {
    summary: 'Exchanges the code for a token that works for eight hours',
    access: 'public',
    body: z.strictObject({ email, code: z.string().check(z.regex(/^\d{1,6}$/)) }),
    reply: z.object({ token: z.string(), name: z.string(), role: z.enum(staffRoles), expiresAt: instant }),
    refusals: ['invalid_code', 'rate_limited'],
  },
  'POST /api/staff/log-out': {
    summary: 'Ends the session of the token at once',
    access: 'staff',
    role: 'support',
    reply: z.object({}),
  },
  'GET /api/staff/me': {
    summary: 'Who the token belongs to and what they may do',
    access: 'staff',
    role: 'support',
    reply: z.object({ id, email: z.string(), name: z.string(), role: z.enum(staffRoles) }),
  },
  'GET /api/staff/audit': {
    summary: 'What was done to an account, to a customer or by a member of staff, newest first',
    access: 'staff',
    role: 'operations',
    query: z.object({
      /** An account, a customer, or a member of staff. */
      subject: uuid,
      limit: unlessSent(countInQuery(500), 100),
    }),
    reply: z.array(auditEvent),
  },
  'GET /api/staff/members': {
    summary: 'All members of staff with their roles',
    access: 'staff',
    role: 'admin',
    reply: z.array(member),
  },
  'POST /api/staff/members': {
    summary: 'Takes on a member of staff',
    access: 'staff',
    role: 'admin',
    body: change({ email, name: line(100), role: z.enum(staffRoles), mobile }),
    reply: member,
    refusals: ['already_exists'],
  },
  'PUT /api/staff/members/:staffId': {
    summary: 'Changes the role, the name, the mobile or the standing of a member of staff',
    access: 'staff',
    role: 'admin',
    params: z.object({ staffId: uuid }),
    body: change({
      role: z.optional(z.enum(staffRoles)),
      name: z.optional(line(100)),
      mobile: z.optional(mobile),
      /** Disabled ends every session of theirs at once. */
      status: z.optional(z.enum(['Active', 'Disabled'])),
    }),
    reply: member,
    refusals: ['not_found', 'last_admin'],
  },
})
