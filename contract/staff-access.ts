import * as z from 'zod/mini'
import { auditKinds, staffRoles } from '#domain/staff.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { email } from './login.ts'
import { change, countInQuery, mobile, unlessSent, uuid } from './staff-wire.ts'
import { calendarDate, id, instant, line } from './wire.ts'

const member = z.object({
  id,
  email: z.string(),
  name: z.string(),
  role: z.enum(staffRoles),
  mobileLast3Digits: described(
    'The last three digits of the number that log-in codes go to.',
    z.nullable(z.string()),
  ),
  status: z.enum(['Active', 'Disabled']),
  hasTwoFactor: described('Whether log-in needs a code from an authenticator app too.', z.boolean()),
  lastLogInAt: z.nullable(instant),
})
export type StaffMember = z.infer<typeof member>

const auditEvent = z.object({
  id,
  at: instant,
  subjectId: id,
  actorKind: z.enum(['Customer', 'Guest', 'Staff', 'System']),
  actor: described('The e-mail of a customer or a member of staff.', z.nullable(z.string())),
  actorName: described('The name of that customer or member of staff.', z.nullable(z.string())),
  impersonatorEmail: z.nullable(z.string()),
  action: z.string(),
  details: z.record(z.string(), z.string()),
  requestId: z.nullable(z.string()),
  about: described(
    'A description of the subject; null if it no longer exists.',
    z.nullable(
      z.object({
        kind: z.enum(['Account', 'Customer', 'School', 'Staff', 'Company']),
        name: z.string(),
        shortId: described('The short id of the account.', z.nullable(z.string())),
      }),
    ),
  ),
})
export type AuditEvent = z.infer<typeof auditEvent>

const auditFilter = {
  subject: described('An account, a customer, a school or a member of staff.', z.optional(uuid)),
  find: described(
    'A name, an e-mail address or a short id of the member of staff who acted, or of the family concerned.',
    z.optional(line(100)),
  ),
  action: described('Only this action, by its name.', z.optional(line(60))),
  from: described('The first day, in Sydney time.', z.optional(calendarDate)),
  to: described('The last day, in Sydney time.', z.optional(calendarDate)),
}

const permissions = z.object({
  abilities: described(
    'The abilities of staff, and the lowest role that has each.',
    z.array(z.object({ about: z.string(), role: z.enum(staffRoles) })),
  ),
  chapters: described(
    'All calls, by chapter.',
    z.array(
      z.object({
        name: z.string(),
        calls: z.array(z.object({ about: z.string(), role: z.enum(staffRoles), isChange: z.boolean() })),
      }),
    ),
  ),
})
export type Permissions = z.infer<typeof permissions>

const totp = z.string().check(z.regex(/^\d{6}$/))
const recoveryCode = z.string().check(z.maxLength(40))
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
const proofs = z.strictObject({
  email,
  code: z.optional(z.string().check(z.regex(/^\d{1,6}$/))),
  totp: z.optional(totp),
  recoveryCode: z.optional(recoveryCode),
})
const session = z.object({
  name: z.string(),
  role: z.enum(staffRoles),
  expiresAt: instant,
  mustEnrol: described(
    'The company requires a second factor, which this person has to set up before anything else.',
    z.boolean(),
  ),
})
const caller = z.object({
  id,
  email: z.string(),
  name: z.string(),
  role: z.enum(staffRoles),
  sessionEndsAt: instant,
  idleMinutes: described('The number of minutes without a call after which the session ends.', z.int()),
})
export type StaffPerson = z.infer<typeof caller>

const wrongProofs = [
  'invalid_code',
  'code_expired',
  'code_used_up',
  'second_factor_needed',
  'rate_limited',
] as const
const ofOneself = { access: 'support', isOpenBeforeTwoFactor: true } as const

named({
  StaffPerson: [caller, 'A member of staff who is logged in.'],
  StaffMember: [member, 'A member of staff.'],
  AuditEvent: [auditEvent, 'An event of the audit trail: the action, the person and the reason.'],
  Permissions: [permissions, 'The permissions of each role.'],
  RecoveryCodes: [recoveryCodes, 'Shown once; each opens a session once.'],
})

/** Staff log-in, members of staff and the audit trail. */
export const staffAccess = endpoints({
  'POST /api/staff/log-in': {
    summary:
      'Sends a one-time code to the mobile of a member of staff; the reply is the same for unknown addresses',
    access: 'public',
    body: z.strictObject({ email }),
    refusals: ['rate_limited', 'code_just_sent', 'no_more_codes'],
  },
  'POST /api/staff/token': {
    summary:
      'Opens a session, which ends early when idle; with an authenticator app two of these are required: the code that was sent, a code from the app, a recovery code',
    access: 'public',
    body: proofs,
    reply: z.extend(session, { token: z.string() }),
    refusals: wrongProofs,
  },
  'POST /api/staff/session': {
    summary: 'Opens a session for the desk: the token is set as a cookie that scripts cannot read',
    access: 'public',
    body: proofs,
    reply: session,
    cookie: 'The session of the desk',
    refusals: wrongProofs,
  },
  'GET /api/staff/session': {
    summary: 'The person whose desk session is open in this browser, if any',
    access: 'public',
    reply: z.object({
      person: described('Null if nobody is logged in.', z.nullable(caller)),
      now: described("The server's time.", instant),
      sessionHours: described('The number of hours after which every session ends.', z.int()),
    }),
  },
  'POST /api/staff/log-out': {
    summary: 'Ends the session at once',
    ...ofOneself,
    cookie: 'Removes the desk session from the browser',
  },
  'GET /api/staff/me': {
    summary: "The session's owner, their role and the session's duration",
    ...ofOneself,
    reply: caller,
  },
  'GET /api/staff/two-factor': {
    summary: 'Whether the caller has an authenticator app, and how many recovery codes are left',
    ...ofOneself,
    reply: z.object({
      isEnrolled: z.boolean(),
      isRequired: described('Whether the company requires it of all staff.', z.boolean()),
      recoveryCodesLeft: z.int(),
    }),
  },
  'POST /api/staff/two-factor': {
    summary:
      'Creates a secret for an authenticator app; it takes effect once a code from the app confirms it',
    ...ofOneself,
    body: change({}),
    reply: described(
      'The secret to type into the app, and the link that opens it there.',
      z.object({ key: z.string(), url: z.string() }),
    ),
    refusals: ['already_exists'],
  },
  'POST /api/staff/two-factor/confirm': {
    summary: 'Confirms the authenticator app with a code from it, and returns recovery codes once',
    ...ofOneself,
    body: change({ totp }),
    reply: recoveryCodes,
    refusals: ['invalid_code', 'already_exists', 'not_possible', 'rate_limited'],
  },
  'POST /api/staff/two-factor/recovery-codes': {
    summary: 'Replaces the recovery codes',
    ...ofOneself,
    body: change({ totp }),
    reply: recoveryCodes,
    refusals: ['invalid_code', 'not_possible', 'rate_limited'],
  },
  'POST /api/staff/two-factor/remove': {
    summary: 'Removes the authenticator app, with a code from it or a recovery code',
    ...ofOneself,
    body: change({ totp: z.optional(totp), recoveryCode: z.optional(recoveryCode) }),
    refusals: ['invalid_code', 'not_possible', 'rate_limited'],
  },
  'GET /api/staff/audit': {
    summary:
      'The audit trail, newest first and page by page: all events, or by subject, person, action and day',
    access: 'operations',
    query: z.object({
      ...auditFilter,
      kind: described(
        'Only changes by staff, only views, or only actions while impersonating a family.',
        z.optional(z.enum(auditKinds)),
      ),
      beforeAt: described('The time of the last event on the previous page.', z.optional(instant)),
      beforeId: described('The id of that event.', z.optional(uuid)),
      limit: unlessSent(countInQuery(500), 100),
    }),
    reply: z.array(auditEvent),
  },
  'GET /api/staff/audit/summary': {
    summary: 'The number of events of each kind, and all recorded actions',
    access: 'operations',
    query: z.object(auditFilter),
    reply: z.object({
      changes: z.int(),
      views: z.int(),
      asFamily: z.int(),
      actions: described('By name, in alphabetical order.', z.array(z.string())),
    }),
  },
  'GET /api/staff/permissions': {
    summary: 'The permissions of each role',
    access: 'support',
    reply: permissions,
  },
  'GET /api/staff/members': {
    summary: 'All members of staff with their roles',
    access: 'admin',
    reply: z.array(member),
  },
  'POST /api/staff/members': {
    summary: 'Adds a member of staff',
    access: 'admin',
    body: change({ email, name: line(100), role: z.enum(staffRoles), mobile }),
    reply: member,
    refusals: ['already_exists'],
  },
  'PUT /api/staff/members/:staffId': {
    summary: 'Changes the role, name, mobile or status of a member of staff',
    access: 'admin',
    params: z.object({ staffId: described('A member of staff.', uuid) }),
    body: change({
      role: z.optional(z.enum(staffRoles)),
      name: z.optional(line(100)),
      mobile: z.optional(mobile),
      status: described(
        '`Disabled` ends all their sessions at once.',
        z.optional(z.enum(['Active', 'Disabled'])),
      ),
    }),
    reply: member,
    refusals: ['last_admin'],
  },
  'POST /api/staff/members/:staffId/reset-two-factor': {
    summary: 'Removes the lost authenticator app of another member of staff, and ends their sessions',
    access: 'admin',
    params: z.object({ staffId: described('A member of staff.', uuid) }),
    body: change({}),
    reply: member,
    refusals: ['not_possible'],
  },
})
