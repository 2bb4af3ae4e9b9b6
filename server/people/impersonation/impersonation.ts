import { randomBytes } from 'node:crypto'
import { formatMoment } from '#domain/calendar/calendar.ts'
import { Refusal } from '#domain/refusal.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps, ReadDeps } from '../../platform/deps.ts'
import { putAllInOutbox } from '../../letters/outbox/outbox.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { consumeImpersonation, insertImpersonation, isActiveCustomer } from './impersonation.store.ts'
import { refusalMessage } from '../../platform/http/errors.ts'
import { recordAction, type StaffActor } from '../audit/staff-audit.ts'
import { findStaffByEmail } from '../staff-access/staff-login.reads.ts'
import { impersonatedCalls, whyNotAsCustomer } from './impersonated-calls.ts'

/** Covers link and session together, from the moment of the request. */
export const impersonationLifeMs = 30 * 60_000

/** A link that shows the portal as the customer sees it. It works once. */
export async function startImpersonation(
  deps: Pick<Deps, 'db' | 'clock' | 'tokens' | 'config'>,
  actor: StaffActor,
  customerId: string,
): Promise<{ url: string; endsAt: string }> {
  const now = deps.clock()
  const endsAt = new Date(now.getTime() + impersonationLifeMs)
  const jti = randomBytes(32).toString('base64url')
  const { staffId, email } = actor.staff
  await deps.db.transaction(async (tx) => {
    if (!(await isActiveCustomer(tx, customerId))) throw new Refusal('not_found')
    const { reason } = actor
    await insertImpersonation(tx, { customerId, id: jti, staffId, reason, createdAt: now, endsAt })
    await recordAction(tx, actor, { subjectId: customerId, action: 'ImpersonationAllowed', at: now })
  })
  const token = await deps.tokens.sign(
    'impersonation',
    { sub: customerId, jti, act: { sub: staffId, email } },
    now,
    impersonationLifeMs,
  )
  const url = new URL('/login', deps.config.portalOrigin)
  url.searchParams.set('token', token)
  return { url: url.href, endsAt: endsAt.toISOString() }
}

/**
 * Uses up the link and notifies the customer. Returns the customer's e-mail, the staff member and the end of the
 * session.
 */
export async function redeemImpersonation(
  tx: Transaction,
  { tokens }: Pick<Deps, 'tokens'>,
  token: string,
  now: Date,
): Promise<{ customerEmail: string; by: { email: string; endsAt: Date } }> {
  const { sub, jti } = await tokens.verifyImpersonation(token, now)
  const used = await consumeImpersonation(tx, sub, jti, now)
  if (!used) throw new Refusal('link_expired')
  await recordAuditEvent(tx, {
    subjectId: sub,
    at: now,
    actorKind: 'Staff',
    actorId: used.staffId,
    impersonatorEmail: used.staffEmail,
    action: 'ImpersonationStarted',
    details: { reason: used.reason },
    requestId: null,
  })
  await putAllInOutbox(tx, { clock: () => now }, [
    {
      kind: 'OpenedByStaff',
      facts: {
        firstName: used.firstName,
        region: used.region,
        staffEmail: used.staffEmail,
        at: formatMoment(now, used.region),
      },
      recipient: used.customerEmail,
      customerId: sub,
    },
  ])
  return { customerEmail: used.customerEmail, by: { email: used.staffEmail, endsAt: used.endsAt } }
}

/** Records every call in a customer's session with both names before it runs, including refused calls. */
export async function admitImpersonator(
  deps: ReadDeps,
  user: Pick<Caller, 'customerId' | 'impersonatorEmail'>,
  call: { key: string; accountId: string; requestId: string },
): Promise<void> {
  const { impersonatorEmail } = user
  if (impersonatorEmail === null) return
  await recordAuditEvent(deps.db, {
    subjectId: user.customerId,
    at: deps.clock(),
    actorKind: 'Customer',
    actorId: user.customerId,
    impersonatorEmail,
    action: 'Impersonated',
    details: { call: call.key, ...(call.accountId !== '' && { accountId: call.accountId }) },
    requestId: call.requestId,
  })
  if (!(call.key in impersonatedCalls)) return
  const refusal = whyNotAsCustomer(call.key, await permissionsOf(deps, impersonatorEmail))
  if (refusal) throw refusal
}

/**
 * Lists the calls that the staff member in a session may not make, each with its reason, so that the portal can show
 * it in advance.
 */
export async function readRefusedCalls(
  deps: Pick<Deps, 'config' | 'db'>,
  { impersonatorEmail }: Pick<Caller, 'impersonatorEmail'>,
): Promise<{ call: string; msg: string }[]> {
  if (impersonatorEmail === null) return []
  const permissions = await permissionsOf(deps, impersonatorEmail)
  return Object.keys(impersonatedCalls).flatMap((call) => {
    const refusal = whyNotAsCustomer(call, permissions)
    return refusal ? [{ call, msg: refusalMessage(refusal) }] : []
  })
}

/** Read for every call, so that a change of role takes effect at once. */
async function permissionsOf(deps: Pick<Deps, 'config' | 'db'>, email: string) {
  const person = await findStaffByEmail(deps.db, email)
  const { flags } = await companySettings(deps)
  return { role: person?.role, staffMayPay: flags.staffMayPay }
}
