import { randomBytes, randomUUID } from 'node:crypto'
import type { Contract } from '#contract/contract.ts'
import { Refusal } from '#domain/refusal.ts'
import { companySettings } from '../../settings/company-settings.ts'
import { insertAuditEvent } from '../../audit/audit.store.ts'
import type { Db, Transaction } from '../../database/open.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../session/session.ts'
import {
  consumeImpersonation,
  deleteImpersonationsBefore,
  insertImpersonation,
  isActiveCustomer,
} from './impersonation.store.ts'
import { recordAction, type StaffActor } from '../access/staff-audit.ts'

/** From the moment it is asked for, link and session together. */
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

/** Used and forgotten links go after a month; who looked at what, and why, stays in the audit trail. */
export async function purgeImpersonations(db: Db, now: Date): Promise<number> {
  return deleteImpersonationsBefore(db, new Date(now.getTime() - 30 * 24 * 60 * 60_000))
}

/** Uses up the link. Returns whose portal to open, for which operator and until when. */
export async function takeImpersonation(
  tx: Transaction,
  { tokens }: Pick<Deps, 'tokens'>,
  token: string,
  now: Date,
): Promise<{ customerEmail: string; by: { email: string; endsAt: Date } }> {
  const { sub, jti } = await tokens.verifyImpersonation(token, now)
  const used = await consumeImpersonation(tx, sub, jti, now)
  if (!used) throw new Refusal('link_expired')
  await insertAuditEvent(tx, {
    subjectId: sub,
    id: randomUUID(),
    at: now,
    actorKind: 'Staff',
    actorId: used.staffId,
    impersonatorEmail: used.staffEmail,
    action: 'ImpersonationStarted',
    details: { reason: used.reason },
    requestId: null,
  })
  return { customerEmail: used.customerEmail, by: { email: used.staffEmail, endsAt: used.endsAt } }
}

const account = '/api/portal/customer/account/:accountId'

/**
 * What staff may not do on a customer's behalf: move money, add something that money could be taken from, agree or write
 * for them, or read their secrets. A call that depends on its body checks that itself.
 */
export const closedToStaff: ReadonlySet<string> = new Set<keyof Contract>([
  `POST ${account}/payments`,
  `POST ${account}/stripe-checkout-session`,
  `POST ${account}/stripe-payment-success`,
  `POST ${account}/stripe-express-checkout-verification`,
  // A link needs no session, but staff in a customer's session do not pay by it either.
  'POST /api/portal/guest/payments',
  'POST /api/portal/guest/stripe-checkout-session',
  'POST /api/portal/guest/saved-method-code',
  'POST /api/portal/guest/saved-method-access',
  `POST ${account}/stripe-setup-intent`,
  `POST ${account}/repayment-sources`,
  `POST ${account}/withdrawal-requests`,
  `POST ${account}/withdrawal-requests/:requestId/confirm`,
  `POST ${account}/withdrawal-requests/:requestId/send-code`,
  `POST ${account}/withdrawal-requests/:requestId/cancel`,
  `POST ${account}/customer-details`,
  `POST ${account}/identification-details`,
  `POST ${account}/identification-details/manual`,
  'POST /api/portal/customer/chat',
  // The URL of a calendar is a secret: reading it is enough to use it.
  `GET ${account}/calendar-feed`,
  `POST ${account}/calendar-feed`,
  `POST ${account}/remove-calendar-feed`,
])

/** Every call in a customer's place is written down with both names before it happens, refused ones too. */
export async function admitImpersonator(
  deps: Pick<Deps, 'config' | 'db' | 'clock'>,
  user: SessionUser,
  call: { key: string; accountId: string; requestId: string },
): Promise<void> {
  if (user.impersonatorEmail === null) return
  await insertAuditEvent(deps.db, {
    subjectId: user.customerId,
    id: randomUUID(),
    at: deps.clock(),
    actorKind: 'Customer',
    actorId: user.customerId,
    impersonatorEmail: user.impersonatorEmail,
    action: 'Impersonated',
    details: { call: call.key, ...(call.accountId !== '' && { accountId: call.accountId }) },
    requestId: call.requestId,
  })
  if (closedToStaff.has(call.key) && !(await isOpened(deps, call.key))) throw new Refusal('not_by_staff')
}

/** An installation may let its people charge what a customer has saved; nothing else opens to them. */
async function isOpened(deps: Pick<Deps, 'config' | 'db'>, key: string): Promise<boolean> {
  return key === `POST ${account}/payments` && (await companySettings(deps)).flags.staffMayPay
}
