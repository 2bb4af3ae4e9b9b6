import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import type { Config } from '../config.ts'

/** The payload, which the browser reads too: the customer and their accounts. */
export type SessionPayload = {
  sub: string
  sid: string
  email: string
  name: string
  accounts: { accountId: string }[]
  impersonatorEmail?: string
}

export type LinkPayload = { sub: string; jti: string; email: string }

/** The permission to open one card form: its account and, for a guest, its payment request. */
export type CardFramePayload = { sub: string; jti: string; region: Region; paymentRequestId?: string }

export type StaffPayload = { sub: string; sid: string; email: string }

/** A permission to see the portal as one customer does; `act` is the member of staff. */
export type ImpersonationPayload = { sub: string; jti: string; act: { sub: string; email: string } }

type Payloads = {
  session: SessionPayload
  'login-link': LinkPayload
  'card-frame': CardFramePayload
  staff: StaffPayload
  impersonation: ImpersonationPayload
}
type Purpose = keyof Payloads

/** The number of verified tokens that a process caches. */
const maxCachedTokens = 10_000

/** A token of one purpose is never accepted for another: the header's type and the audience both name the purpose. */
const typeOf = (purpose: Purpose) => `larkwell-${purpose}+jwt`

export type Tokens = {
  sign<P extends Purpose>(purpose: P, payload: Payloads[P], issuedAt: Date, lifeMs: number): Promise<string>
  verifySession(token: string, at: Date): Promise<SessionPayload & { issuedAt: Date; expiresAt: Date }>
  verifyLink(token: string, at: Date): Promise<LinkPayload>
  verifyCardFrame(token: string, at: Date): Promise<CardFramePayload>
  verifyStaff(token: string, at: Date): Promise<StaffPayload>
  verifyImpersonation(token: string, at: Date): Promise<ImpersonationPayload>
}

export function tokens(keys: Config['sessionKeys']): Tokens {
  const secrets = new Map(keys.map((key) => [key.id, new TextEncoder().encode(key.secret)]))
  const [signing] = secrets
  if (!signing) throw new Error('There is no key to sign sessions with')
  const [signingKeyId, signingSecret] = signing

  // A valid signature stays valid, so it is cached. Whether the session is still open is checked each time.
  const verified = new Map<string, Awaited<ReturnType<Tokens['verifySession']>>>()

  async function verify<P extends Purpose>(purpose: P, token: string, at: Date) {
    const secretOf = ({ kid }: { kid?: string }) => {
      const secret = secrets.get(kid ?? '')
      if (!secret) throw new errors.JWKSNoMatchingKey()
      return secret
    }
    const { payload } = await jwtVerify<Payloads[P]>(token, secretOf, {
      algorithms: ['HS256'],
      issuer: 'larkwell',
      audience: purpose,
      typ: typeOf(purpose),
      currentDate: at,
      requiredClaims: ['sub', 'exp', 'iat'],
    })
    return payload
  }

  return {
    sign: (purpose, payload, issuedAt, lifeMs) =>
      new SignJWT(payload)
        .setProtectedHeader({ alg: 'HS256', typ: typeOf(purpose), kid: signingKeyId })
        .setIssuer('larkwell')
        .setAudience(purpose)
        .setIssuedAt(issuedAt)
        .setExpirationTime(new Date(issuedAt.getTime() + lifeMs))
        .sign(signingSecret),
    async verifySession(token, at) {
      const cached = verified.get(token)
      if (cached && at < cached.expiresAt) return cached
      const payload = await verify('session', token, at).catch(refuseWith('unauthenticated'))
      const claims = { ...payload, issuedAt: fromSeconds(payload.iat), expiresAt: fromSeconds(payload.exp) }
      if (verified.size >= maxCachedTokens) verified.clear()
      verified.set(token, claims)
      return claims
    },
    verifyLink: (token, at) => verify('login-link', token, at).catch(refuseWith('link_expired')),
    verifyCardFrame: (token, at) => verify('card-frame', token, at).catch(refuseWith('card_form_expired')),
    verifyStaff: (token, at) => verify('staff', token, at).catch(refuseWith('unauthenticated')),
    verifyImpersonation: (token, at) => verify('impersonation', token, at).catch(refuseWith('link_expired')),
  }
}

/** Reads a token's purpose without verifying it, to choose the rules that verify it. */
export function isImpersonation(token: string): boolean {
  try {
    return decodeProtectedHeader(token).typ === typeOf('impersonation')
  } catch {
    return false
  }
}

function refuseWith(code: RefusalCode) {
  return (error: unknown): never => {
    if (error instanceof errors.JOSEError) throw new Refusal(code)
    throw error
  }
}

const fromSeconds = (seconds: number | undefined) => new Date((seconds ?? 0) * 1000)
