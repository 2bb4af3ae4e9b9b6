import { randomBytes } from 'node:crypto'
import { Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/open.ts'
import {
  endSession,
  findOpenSession,
  insertSession,
  readInOpenSession,
  type AccountRead,
  type FoundSession,
  type Proof,
} from './session.store.ts'
import type { Tokens } from '../../platform/tokens/token.ts'

/** A token lives half an hour and is renewed while it is used; the session ends after twelve hours at the most. */
export const tokenLifeMs = 30 * 60_000
export const sessionLifeMs = 12 * 60 * 60_000

/** In whose session a call is made, checked against the database in this very request. */
export type SessionUser = {
  customerId: string
  sessionId: string
  impersonatorEmail: string | null
  /** A fresh token for the reply, once more than half the life of the old one has gone. */
  renewedToken: string | undefined
}

export type Caller = SessionUser & { email: string; region: Region; accountIds: string[] }

type SessionDeps = { db: Db; clock: Clock; tokens: Tokens }

export type NewSession = { customerId: string; email: string; name: string; accountIds: string[] }

/**
 * Opens a session and gives its first token. Takes the caller's transaction, so that proof and session are one. A
 * member of staff in a customer's place is named in it, and it ends when their permission does.
 */
export async function openSession(
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
  await insertSession(db, {
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

/** Turns a bearer token into a caller. A token that is tampered with, expired or revoked is refused. */
export async function authenticate(deps: SessionDeps, token: string): Promise<Caller> {
  const now = deps.clock()
  const claims = await deps.tokens.verifySession(token, now)
  const session = await findOpenSession(deps.db, claims.sub, claims.sid, now)
  if (!session) throw new Refusal('unauthenticated')
  const { email, region, accountIds, impersonatorEmail } = session
  const user = { customerId: claims.sub, sessionId: claims.sid, impersonatorEmail }
  const renewedToken = isDue(claims, now) ? await renew(deps, claims, session, now) : undefined
  return { ...user, renewedToken, email, region, accountIds }
}

/** The same, together with a read of one of the caller's accounts. */
export async function authenticateAndRead(
  deps: SessionDeps,
  token: string,
  read: AccountRead,
): Promise<{ user: SessionUser; isMember: boolean; found: Record<string, unknown> }> {
  const now = deps.clock()
  const claims = await deps.tokens.verifySession(token, now)
  const { sub: customerId, sid: sessionId } = claims
  const known = await readInOpenSession(deps.db, customerId, sessionId, now, read)
  if (!known) throw new Refusal('unauthenticated')
  const { isMember, impersonatorEmail, found } = known
  // Seldom enough for another question.
  const session = isDue(claims, now) ? await findOpenSession(deps.db, customerId, sessionId, now) : undefined
  const renewedToken = session && (await renew(deps, claims, session, now))
  return { user: { customerId, sessionId, impersonatorEmail, renewedToken }, isMember, found }
}

type Claims = Awaited<ReturnType<Tokens['verifySession']>>

/** Whether more than half the life of a token has gone. */
function isDue({ issuedAt, expiresAt }: Claims, now: Date): boolean {
  return now.getTime() - issuedAt.getTime() > (expiresAt.getTime() - issuedAt.getTime()) / 2
}

function renew(
  { tokens }: SessionDeps,
  { sub, sid }: Claims,
  session: FoundSession,
  now: Date,
): Promise<string> {
  const { email, name, accountIds, impersonatorEmail, expiresAt } = session
  const lifeMs = Math.min(tokenLifeMs, Date.parse(expiresAt) - now.getTime())
  const payload = payloadOf({ customerId: sub, email, name, accountIds }, sid, impersonatorEmail)
  return tokens.sign('session', payload, now, lifeMs)
}

export async function closeSession({ db, clock }: { db: Db; clock: Clock }, caller: Caller): Promise<void> {
  await endSession(db, caller.customerId, caller.sessionId, clock())
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
