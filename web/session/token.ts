export type TokenPayload = {
  email: string
  name: string
  sub: string
  accounts: { accountId: string }[]
  /** The same for all tokens of a session. */
  sid?: string
  /** In seconds, by the server's clock. */
  iat?: number
  exp?: number
  /** The staff member who impersonates the customer. */
  impersonatorEmail?: string
}

/**
 * The claims of a token, unverified: the browser may show a name, but only the server decides. Null if it is not a
 * session token.
 */
export function readToken(token: string | null): TokenPayload | null {
  const payload = decodePayload(token)
  if (typeof payload?.['sub'] !== 'string' || !Array.isArray(payload['accounts'])) return null
  return payload as TokenPayload
}

/** The e-mail address a log-in link was sent to, if the link names it. */
export function emailOfLink(token: string): string | null {
  const email = decodePayload(token)?.['email']
  return typeof email === 'string' && email !== '' ? email : null
}

function decodePayload(token: string | null): Record<string, unknown> | null {
  const payload = token?.split('.')[1]
  if (!payload) return null
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}
