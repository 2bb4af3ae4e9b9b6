import { randomBytes } from 'node:crypto'
import { Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/open.ts'
import {
  deleteSessionsBefore,
  endSession,
  findOpenSession,
  insertSession,
  listAccountIds,
  type AccountRead,
  type Proof,
} from './session.store.ts'
import type { Tokens } from './token.ts'

/** A token lives half an hour and is renewed while it is used; the session ends after twelve hours at the most. */
export const tokenLifeMs = 30 * 60_000
export const sessionLifeMs = 12 * 60 * 60_000

/** Who is calling, checked against the database in this very request. */
export type Caller = {
  customerId: string
  sessionId: string
  email: string
  region: Region
  /** All of theirs; where a read of one was asked for, that one alone, if it is theirs. */
  accountIds: string[]
  impersonatorEmail: string | null
  /** A fresh token for the reply, once more than half the life of the old one has gone. */
  renewedToken: string | undefined
}

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
  return (await authenticateAndRead(deps, token)).caller
}

/** The same, together with a read of one of the caller's accounts; of anyone else's it finds nulls only. */
export async function authenticateAndRead(
  { db, clock, tokens }: SessionDeps,
  token: string,
  read?: AccountRead,
): Promise<{ caller: Caller; found: Record<string, unknown> }> {
  const now = clock()
  const claims = await tokens.verifySession(token, now)
  const known = await findOpenSession(db, claims.sub, claims.sid, now, read)
  if (!known) throw new Refusal('unauthenticated')
  const { session, found } = known
  const { email, name, region, accountIds, impersonatorEmail } = session
  const halfLife = (claims.expiresAt.getTime() - claims.issuedAt.getTime()) / 2
  const isDue = now.getTime() - claims.issuedAt.getTime() > halfLife
  const renew = async () => {
    const customer = { customerId: claims.sub, email, name, accountIds: await listAccountIds(db, claims.sub) }
    const lifeMs = Math.min(tokenLifeMs, Date.parse(session.expiresAt) - now.getTime())
    return tokens.sign('session', payloadOf(customer, claims.sid, impersonatorEmail), now, lifeMs)
  }
  return {
    caller: {
      customerId: claims.sub,
      sessionId: claims.sid,
      email,
      region,
      accountIds,
      impersonatorEmail,
      renewedToken: isDue ? await renew() : undefined,
    },
    found,
  }
}

export async function closeSession({ db, clock }: { db: Db; clock: Clock }, caller: Caller): Promise<void> {
  await endSession(db, caller.customerId, caller.sessionId, clock())
}

/** Ended sessions are kept for a month, for questions about who was in when. */
export async function purgeSessions(db: Db, now: Date): Promise<number> {
  return deleteSessionsBefore(db, new Date(now.getTime() - 30 * 24 * 60 * 60_000))
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
