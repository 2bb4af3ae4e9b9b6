import { randomBytes } from 'node:crypto'
import { Refusal } from '#domain/refusal.ts'
import type { Caller } from '../../platform/http/callers.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/open.ts'
import {
  endAllOfCustomer,
  endAllOfImpersonator,
  endSession,
  findOpenSession,
  insertCustomerSession,
  type ActiveSession,
  type Proof,
} from './session.store.ts'
import type { Tokens } from '../../platform/tokens/token.ts'

/** A token lives half an hour and is renewed while it is used; the session ends after twelve hours at the most. */
export const tokenLifeMs = 30 * 60_000
export const sessionLifeMs = 12 * 60 * 60_000

type SessionDeps = { db: Db; clock: Clock; tokens: Tokens }

export type NewSession = { customerId: string; email: string; name: string; accountIds: string[] }

/**
 * Opens a session and returns its first token. Runs in the caller's transaction, so that proof and session are stored
 * together. An impersonation names the member of staff and ends with their permission.
 */
export async function startCustomerSession(
  db: Db,
  { clock, tokens }: Pick<SessionDeps, 'clock' | 'tokens'>,
  customer: NewSession,
  proof: Proof,
  impersonation?: { email: string; endsAt: Date },
): Promise<string> {
  const now = clock()
  const impersonatorEmail = impersonation?.email ?? null
  const expiresAt = impersonation?.endsAt ?? new Date(now.getTime() + sessionLifeMs)
  const id = randomBytes(32).toString('base64url')
  await insertCustomerSession(db, {
    customerId: customer.customerId,
    id,
    proof,
    impersonatorEmail,
    createdAt: now,
    expiresAt,
  })
  const lifeMs = Math.min(tokenLifeMs, expiresAt.getTime() - now.getTime())
  return tokens.sign('session', payloadOf(customer, id, impersonatorEmail), now, lifeMs)
}

/** Turns a bearer token into a caller. Refuses a token that is forged, expired or revoked. */
export async function authenticateCustomer(deps: SessionDeps, token: string): Promise<Caller> {
  const now = deps.clock()
  const claims = await deps.tokens.verifySession(token, now)
  const session = await findOpenSession(deps.db, claims.sub, claims.sid, now)
  if (!session) throw new Refusal('unauthenticated')
  const { email, firstName, region, accountIds, impersonatorEmail } = session
  return {
    customerId: claims.sub,
    sessionId: claims.sid,
    email,
    firstName,
    region,
    accountIds,
    impersonatorEmail,
    renewedToken: isDue(claims, now) ? await renew(deps, claims, session, now) : undefined,
  }
}

type Claims = Awaited<ReturnType<Tokens['verifySession']>>

/** Whether more than half of a token's life has passed. */
function isDue({ issuedAt, expiresAt }: Claims, now: Date): boolean {
  return now.getTime() - issuedAt.getTime() > (expiresAt.getTime() - issuedAt.getTime()) / 2
}

function renew(
  { tokens }: SessionDeps,
  { sub, sid }: Claims,
  session: ActiveSession,
  now: Date,
): Promise<string> {
  const { email, name, accountIds, impersonatorEmail, expiresAt } = session
  const lifeMs = Math.min(tokenLifeMs, Date.parse(expiresAt) - now.getTime())
  const payload = payloadOf({ customerId: sub, email, name, accountIds }, sid, impersonatorEmail)
  return tokens.sign('session', payload, now, lifeMs)
}

export async function endCallersSession(
  { db, clock }: { db: Db; clock: Clock },
  caller: Caller,
): Promise<void> {
  await endSession(db, caller.customerId, caller.sessionId, clock())
}

/** Ends every session of a customer, on all devices. */
export async function endSessionsOf(tx: Db, customerId: string, at: Date): Promise<void> {
  await endAllOfCustomer(tx, customerId, at)
}

/** Ends every session in which this member of staff impersonates a customer. */
export async function endImpersonationsBy(tx: Db, email: string, at: Date): Promise<void> {
  await endAllOfImpersonator(tx, email, at)
}

function payloadOf(customer: NewSession, sid: string, impersonatorEmail: string | null = null) {
  return {
    sub: customer.customerId,
    sid,
    email: customer.email,
    name: customer.name,
    accounts: customer.accountIds.map((accountId) => ({ accountId })),
    ...(impersonatorEmail === null ? {} : { impersonatorEmail }),
  }
}
